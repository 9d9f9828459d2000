// A queue between two clocks in a simulator with time: words with numbers go in, and the same come out, in order. Each side stalls at
// random; the clocks have any periods and phases, may be jittered, and stand still now and then. Resets of either side come when asked for:
// then numbers may be skipped, but never go back.
//
//   +in_ps= +out_ps=    periods in picoseconds
//   +phase_ps=          when the second clock begins
//   +jitter_ps=         each half of a period is longer by up to this
//   +stops=             1: the clocks stand still now and then
//   +resets=            1: the sides are reset now and then
//   +steady=            1: neither side stalls, and the throughput is that of the slower clock
//   +words= +seed=
`timescale 1ps / 1ps
module async_fifo_bench;
    integer in_ps, out_ps, phase_ps, jitter_ps, stops, resets, steady, words, seed;
    reg in_clock = 1'b0, out_clock = 1'b0;
    reg in_reset = 1'b0, out_reset = 1'b0;
    reg in_valid = 1'b0, out_ready = 1'b0;
    reg [15:0] in_data = 16'd0;
    wire in_ready, out_valid;
    wire [15:0] out_data;
    integer sent = 0, taken = 0, expected = 0, skipped = 0, failed = 0, resets_done = 0;
    integer in_edges = 0, out_edges = 0, first_in = 0, first_out = 0;
    integer in_rate = 4, out_rate = 4;
    reg waiting = 1'b0;
    reg [15:0] waiting_data = 16'd0;
    reg ended = 1'b0;

    `DUT dut (
        .in_clock(in_clock),
        .in_reset(in_reset),
        .in_data(in_data),
        .in_valid(in_valid),
        .in_ready(in_ready),
        .in_open(),
        .out_clock(out_clock),
        .out_reset(out_reset),
        .out_data(out_data),
        .out_valid(out_valid),
        .out_ready(out_ready),
        .out_open()
    );

    function integer below(input integer bound);
        below = $unsigned($random(seed)) % bound;
    endfunction

    initial begin
        if (!$value$plusargs("in_ps=%d", in_ps)) in_ps = 4000;
        if (!$value$plusargs("out_ps=%d", out_ps)) out_ps = 4000;
        if (!$value$plusargs("phase_ps=%d", phase_ps)) phase_ps = 0;
        if (!$value$plusargs("jitter_ps=%d", jitter_ps)) jitter_ps = 0;
        if (!$value$plusargs("stops=%d", stops)) stops = 0;
        if (!$value$plusargs("resets=%d", resets)) resets = 0;
        if (!$value$plusargs("steady=%d", steady)) steady = 0;
        if (!$value$plusargs("words=%d", words)) words = 1000;
        if (!$value$plusargs("seed=%d", seed)) seed = 1;
        #1;
        while (!ended) begin
            in_clock = 1'b1;
            #((in_ps + 1) / 2 + (jitter_ps > 0 ? below(jitter_ps) : 0)) in_clock = 1'b0;
            if (stops != 0 && below(100) == 0) #(below(60) * in_ps);
            #(in_ps / 2 + (jitter_ps > 0 ? below(jitter_ps) : 0));
        end
    end

    initial begin
        #2;
        #phase_ps;
        while (!ended) begin
            out_clock = 1'b1;
            #((out_ps + 1) / 2 + (jitter_ps > 0 ? below(jitter_ps) : 0)) out_clock = 1'b0;
            if (stops != 0 && below(100) == 0) #(below(60) * out_ps);
            #(out_ps / 2 + (jitter_ps > 0 ? below(jitter_ps) : 0));
        end
    end

    // Inputs change at falling edges, so that no simulator races.
    always @(negedge in_clock) begin
        if (below(64) == 0) in_rate = 1 + below(8);
        if (!in_valid || sent[15:0] != in_data) begin
            in_data <= sent[15:0];
            in_valid <= sent < words && (steady != 0 || below(8) < in_rate);
        end
        in_reset <= resets != 0 && below(200) == 0;
    end

    always @(negedge out_clock) begin
        if (below(64) == 0) out_rate = 1 + below(8);
        out_ready <= steady != 0 || below(8) < out_rate;
        out_reset <= resets != 0 && below(200) == 0;
    end

    always @(posedge in_clock) begin
        in_edges = in_edges + 1;
        if (in_reset) resets_done = resets_done + 1;
        if (in_valid && in_ready) begin
            if (sent == 0) first_in = in_edges;
            sent = sent + 1;
        end
    end

    always @(posedge out_clock) begin
        out_edges = out_edges + 1;
        if (out_reset) resets_done = resets_done + 1;
        if (waiting && resets == 0 && !(out_valid && out_data === waiting_data)) begin
            $display("FAILED: word %0d did not wait", waiting_data);
            failed = 1;
        end
        waiting = out_valid && !out_ready;
        waiting_data = out_data;
        if (out_valid !== 1'b0 && out_valid !== 1'b1) begin
            $display("FAILED: out_valid is unknown");
            failed = 1;
        end
        if (out_valid && out_ready) begin
            if (taken == 0) first_out = out_edges;
            taken = taken + 1;
            if (out_data !== expected[15:0] && (resets == 0 || out_data < expected[15:0] || out_data >= sent)) begin
                $display("FAILED: word %0d came, and %0d was due", out_data, expected);
                failed = 1;
            end
            skipped = skipped + out_data - expected;
            expected = out_data + 1;
        end
        // With resets the last words may be lost; then what came before has to do.
        if (failed != 0 || expected >= words || (resets != 0 && sent >= words && below(500) == 0)) ended = 1'b1;
        if (out_edges > 400 * words) begin
            $display("FAILED: %0d of %0d words in %0d edges", taken, words, out_edges);
            failed = 1;
            ended = 1'b1;
        end
        if (ended) begin
            // Of all edges from the first word on, none of the slower clock may be without a word.
            if (steady != 0 && in_ps >= out_ps && in_edges - first_in > words + 12) begin
                $display("FAILED: %0d words took %0d edges of in_clock", words, in_edges - first_in);
                failed = 1;
            end
            if (steady != 0 && out_ps >= in_ps && out_edges - first_out > words + 2) begin
                $display("FAILED: %0d words took %0d edges of out_clock", words, out_edges - first_out);
                failed = 1;
            end
            if (resets != 0 && resets_done < 4) begin
                $display("FAILED: only %0d resets", resets_done);
                failed = 1;
            end
            if (resets != 0 && 8 * taken < words) begin
                $display("FAILED: only %0d of %0d words", taken, words);
                failed = 1;
            end
            if (failed == 0)
                $display("PASSED: %0d words, %0d skipped, %0d and %0d edges, %0d resets", taken, skipped, in_edges, out_edges,
                    resets_done);
            $finish;
        end
    end
endmodule
