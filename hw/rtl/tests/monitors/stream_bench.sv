// Traffic that keeps every rule of a stream, then what `+break=NAME` says, which breaks one.
module stream_bench;
    reg clock = 1'b0, reset = 1'b1, valid = 1'b0, ready = 1'b0;
    reg [7:0] payload = 8'd0;
    reg [8*24-1:0] name = "";

    // The lowest two bits may be anything.
    stream_monitor #(.PORT("stream"), .WIDTH(8), .KNOWN_BITS(8'hfc)) monitor (
        .clock(clock), .reset(reset), .valid(valid), .ready(ready), .payload(payload)
    );

    always #1 clock = !clock;

    task tick;
        @(negedge clock);
    endtask

    initial begin
        if (!$value$plusargs("break=%s", name)) name = "";
        reset = 1'bx; valid = 1'bx; tick; tick;
        reset = 1; valid = 0; repeat (3) tick;
        reset = 0; valid = 1; payload = 8'b1010_10xx; repeat (3) tick;
        ready = 1; tick; payload = 8'd7; tick; payload = 8'bx; valid = 0; tick;
        // A reset ends what waits.
        ready = 0; valid = 1; payload = 8'd1; tick; reset = 1; tick; valid = 0; payload = 8'd2; tick; reset = 0;
        case (name)
            "": ;
            "held": begin valid = 1; tick; valid = 0; tick; end
            "stable": begin valid = 1; tick; payload = 8'd3; tick; end
            "stable_free_bit": begin valid = 1; tick; payload = 8'b0000_001x; tick; end
            "quiet": begin reset = 1; tick; valid = 1; tick; end
            "valid_unknown": begin valid = 1'bz; tick; end
            "ready_unknown": begin ready = 1'bx; tick; end
            "payload_unknown": begin valid = 1; payload = 8'bx000_0000; tick; end
            default: $display("there is no way %0s to break a rule", name);
        endcase
        repeat (2) tick;
        $display("no rule was broken");
        $finish;
    end
endmodule
