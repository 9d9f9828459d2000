// One side's part in clearing a queue between two clocks: whichever side is reset, both are cleared before
// words pass again.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_reset_handshake (
    input  wire clock,
    input  wire reset,
    output wire ask,
    output wire cleared,
    input  wire peer_ask,
    input  wire peer_cleared,
    output wire open,
    output wire clear
);

    reg begun = 1'b0;
    reg wanted = 1'b0;
    reg asking = 1'b0;
    reg answered = 1'b0;
    reg was_told = 1'b0;
    reg is_clear = 1'b0;
    reg is_open = 1'b0;

    wire is_told;
    wire is_answered;

    emb_synchroniser #(.WIDTH(1)) u_told (
        .clock(clock),
        .from(peer_ask),
        .to(is_told)
    );

    emb_synchroniser #(.WIDTH(1)) u_answer (
        .clock(clock),
        .from(peer_cleared),
        .to(is_answered)
    );

    always @(posedge clock) begin
        if (asking) begin
            asking <= ~answered | wanted;
        end else begin
            asking <= wanted & ~is_answered;
        end
    end

    always @(posedge clock) begin
        // Asked until both sides are clear; a second reset waits until the other side has forgotten the first.
        answered <= asking & is_answered;
    end

    always @(posedge clock) begin
        // A cycle behind the pointer, so that the pointer has arrived where this is seen.
        was_told <= is_told;
    end

    assign ask = asking;
    assign cleared = is_clear;
    assign open = is_open;
    assign clear = is_told | answered;

    always @(posedge clock) begin
        begun <= 1'b1;
        wanted <= reset | ~begun | (wanted & ~(asking & answered));
        is_clear <= is_told & was_told;
        is_open <= ~reset & begun & ~wanted & ~asking & ~is_answered & ~is_told;
    end

endmodule

`default_nettype wire
