// What the interlock promises: an update that waits for the record of its rows begins when the newest record of rows that counts is of
// its batch; one that waits for a record of the parameters, when the newest of these is not of a later batch, nor older by more
// batches than `lag` says; one that waits for neither, at once. Records as they were a cycle ago, the update as it was two cycles ago.
// Nothing of before a reset counts.
//
// Batches are the lowest eight numbers and the highest eight, where differences wrap; lags the lowest four and the highest four.
//
// DUT   the interlock
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire        clock,
    input wire        reset,
    input wire        rows_done,
    input wire [3:0]  rows_number,
    input wire        parameters_done,
    input wire [3:0]  parameters_number,
    input wire        after_rows,
    input wire        after_parameters,
    input wire [2:0]  lag_number,
    input wire [3:0]  number
);
    (* anyconst *) wire [3:0] chosen_number;
    wire [63:0] rows_batch = {{61{rows_number[3]}}, rows_number[2:0]};
    wire [63:0] parameters_batch = {{61{parameters_number[3]}}, parameters_number[2:0]};
    wire [63:0] batch = {{61{number[3]}}, number[2:0]};
    wire [63:0] chosen = {{61{chosen_number[3]}}, chosen_number[2:0]};
    wire [15:0] lag = {{14{lag_number[2]}}, lag_number[1:0]};
    wire permits;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .rows_done(rows_done),
        .rows_batch(rows_batch),
        .parameters_done(parameters_done),
        .parameters_batch(parameters_batch),
        .after_rows(after_rows),
        .after_parameters(after_parameters),
        .lag(lag),
        .batch(batch),
        .permits(permits)
    );

    // Whether the newest record is of the batch that the solver chooses, and whether there is one.
    reg rows_are = 1'b0, parameters_are = 1'b0, any_rows = 1'b0, any_parameters = 1'b0;
    // All of this a cycle ago, and the update a cycle ago (`asked`) and two.
    reg had_rows, rows_were, had_parameters, parameters_were, asked_rows, asked_parameters, after_rows_was, after_parameters_was;
    reg [63:0] asked_batch, batch_was;
    reg [15:0] asked_lag, lag_was;
    // One cycle has passed; two have, and the last was none of a reset.
    reg powered = 1'b0, started = 1'b0, was_reset;
    always @(posedge clock) begin
        {powered, was_reset} <= {1'b1, reset};
        started <= powered & !reset;
        {had_rows, rows_were, had_parameters, parameters_were} <= {any_rows, rows_are, any_parameters, parameters_are};
        {asked_rows, asked_parameters, asked_batch, asked_lag} <= {after_rows, after_parameters, batch, lag};
        {after_rows_was, after_parameters_was, batch_was, lag_was} <= {asked_rows, asked_parameters, asked_batch, asked_lag};
        if (rows_done)
            {any_rows, rows_are} <= {1'b1, rows_batch == chosen};
        if (parameters_done)
            {any_parameters, parameters_are} <= {1'b1, parameters_batch == chosen};
        if (reset)
            {any_rows, rows_are, any_parameters, parameters_are} <= 4'd0;
    end
    // The batches for which a record of the chosen one is new enough: no sum wraps.
    wire [64:0] last = {1'b0, chosen} + {49'd0, lag_was};
    wire in_lag = batch_was >= chosen && {1'b0, batch_was} <= last;

    wire [4:0] reached = {
        permits & after_parameters_was & parameters_were & batch_was == chosen + 64'd3,
        started & !permits & after_parameters_was & parameters_were & batch_was == chosen + 64'd3,
        started & !permits & after_parameters_was & parameters_were & !after_rows_was & chosen == batch_was + 64'd1,
        permits & after_rows_was & after_parameters_was,
        started & !permits & after_rows_was & had_rows & !after_parameters_was
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    // Behind a reset nothing is permitted.
    always @* if (powered & was_reset) afterAReset: assert (!permits);
    always @* if (started) begin
        if (!after_rows_was & !after_parameters_was)
            nothingIsWaitedFor: assert (permits);
        if (permits & after_rows_was)
            thereIsARecordOfRows: assert (had_rows);
        if (permits & after_parameters_was)
            thereIsARecordOfParameters: assert (had_parameters);
        if (permits & after_rows_was & batch_was == chosen)
            rowsAreOfTheBatch: assert (rows_were);
        if (rows_were & batch_was == chosen & !after_parameters_was)
            rowsOfTheBatchPermit: assert (permits);
        if (permits & after_parameters_was & parameters_were)
            parametersAreNewEnough: assert (in_lag);
        if (parameters_were & in_lag & !after_rows_was)
            newParametersPermit: assert (permits);
    end
`endif
endmodule
