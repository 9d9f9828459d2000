// Keeps where the programs and the gradients of an iteration are, as the settings said when the doorbell
// rang. One cycle; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_plan_settings (
    input  wire        clock,
    input  wire        take,
    input  wire [63:0] program_base_0,
    input  wire [63:0] program_base_1,
    input  wire [63:0] program_base_2,
    input  wire [63:0] program_base_3,
    input  wire [27:0] program_words_0,
    input  wire [27:0] program_words_1,
    input  wire [27:0] program_words_2,
    input  wire [27:0] program_words_3,
    input  wire [63:0] gradient_base,
    input  wire [25:0] gradients,
    output wire [63:0] kept_base_0,
    output wire [63:0] kept_base_1,
    output wire [63:0] kept_base_2,
    output wire [63:0] kept_base_3,
    output wire [27:0] kept_words_0,
    output wire [27:0] kept_words_1,
    output wire [27:0] kept_words_2,
    output wire [27:0] kept_words_3,
    output wire [63:0] kept_gradient_base,
    output wire [25:0] kept_gradients
);

    reg [63:0] base_0 = 64'd0;
    reg [63:0] base_1 = 64'd0;
    reg [63:0] base_2 = 64'd0;
    reg [63:0] base_3 = 64'd0;
    reg [27:0] words_0 = 28'd0;
    reg [27:0] words_1 = 28'd0;
    reg [27:0] words_2 = 28'd0;
    reg [27:0] words_3 = 28'd0;
    reg [63:0] first_gradient = 64'd0;
    reg [25:0] count = 26'd0;

    always @(posedge clock) begin
        if (take) begin
            first_gradient <= gradient_base;
            count <= gradients;
        end
    end

    always @(posedge clock) begin
        if (take) begin
            base_0 <= program_base_0;
            words_0 <= program_words_0;
        end
    end

    assign kept_base_0 = base_0;
    assign kept_words_0 = words_0;

    always @(posedge clock) begin
        if (take) begin
            base_1 <= program_base_1;
            words_1 <= program_words_1;
        end
    end

    assign kept_base_1 = base_1;
    assign kept_words_1 = words_1;

    always @(posedge clock) begin
        if (take) begin
            base_2 <= program_base_2;
            words_2 <= program_words_2;
        end
    end

    assign kept_base_2 = base_2;
    assign kept_words_2 = words_2;

    always @(posedge clock) begin
        if (take) begin
            base_3 <= program_base_3;
            words_3 <= program_words_3;
        end
    end

    assign kept_base_3 = base_3;
    assign kept_words_3 = words_3;
    assign kept_gradient_base = first_gradient;
    assign kept_gradients = count;

endmodule

`default_nettype wire
