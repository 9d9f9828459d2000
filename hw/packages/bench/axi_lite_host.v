// Writes and reads registers over AXI4-Lite, one at a time, by the tasks `write` and `read`.
module axi_lite_host (
    input  wire        clock,
    output reg  [11:0] awaddr,
    output reg         awvalid,
    input  wire        awready,
    output reg  [63:0] wdata,
    output reg         wvalid,
    input  wire        wready,
    input  wire [1:0]  bresp,
    input  wire        bvalid,
    output reg         bready,
    output reg  [11:0] araddr,
    output reg         arvalid,
    input  wire        arready,
    input  wire [63:0] rdata,
    input  wire [1:0]  rresp,
    input  wire        rvalid,
    output reg         rready
);
    initial begin
        awvalid = 0;
        wvalid = 0;
        bready = 0;
        arvalid = 0;
        rready = 0;
    end

    task write(input [11:0] address, input [63:0] value);
        begin
            @(negedge clock);
            awaddr = address;
            awvalid = 1;
            wdata = value;
            wvalid = 1;
            bready = 1;
            while ((awready & wready) !== 1) @(negedge clock);
            @(negedge clock);
            awvalid = 0;
            wvalid = 0;
            while (bvalid !== 1) @(negedge clock);
            if (bresp !== 2'd0) begin
                $display("FAILED: a write to %h is answered with %b", address, bresp);
                `FINISH_FAILED;
            end
            @(negedge clock);
            bready = 0;
        end
    endtask

    task read(input [11:0] address, output [63:0] value);
        begin
            @(negedge clock);
            araddr = address;
            arvalid = 1;
            rready = 1;
            while (arready !== 1) @(negedge clock);
            @(negedge clock);
            arvalid = 0;
            while (rvalid !== 1) @(negedge clock);
            if (rresp !== 2'd0) begin
                $display("FAILED: a read of %h is answered with %b", address, rresp);
                `FINISH_FAILED;
            end
            value = rdata;
            @(negedge clock);
            rready = 0;
        end
    endtask

    task expect_value(input [11:0] address, input [63:0] value);
        reg [63:0] found;
        begin
            read(address, found);
            if (found !== value) begin
                $display("FAILED: %h is %h and not %h", address, found, value);
                `FINISH_FAILED;
            end
        end
    endtask
endmodule
