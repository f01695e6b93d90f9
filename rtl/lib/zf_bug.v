// SPDX-License-Identifier: Apache-2.0
// A planted fault: `on` is high when the simulation was started with +bug=N, constant from the first
// clock on. Shows that the tests catch that fault: tests/check_bugs.sh, which has the list beside it
// in tests/data/jobs/bugs.txt. In synthesis it is a constant 0.
// The harness must have given the simulator its arguments.
`default_nettype none

module zf_bug #(
    parameter N = 1 // 1 and up; 0 would be a sound chip
) (
    output wire on
);

`ifdef SYNTHESIS
    assign on = 1'b0;
`else
    integer value;
    reg planted;
    initial begin
        planted = 1'b0;
        if ($value$plusargs("bug=%d", value)) planted = value == N;
        if (N < 1) begin
            $display("%m: N is %0d, not 1 or more", N);
            $finish;
        end
    end
    assign on = planted;
`endif

endmodule

`default_nettype wire
