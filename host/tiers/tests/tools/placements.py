"""Places tables with HiGHS: reads a JSON list of problems, and prints the least time of each, or null where there is none.

Equation 6 of MTrainS as it stands, with a variable for every table, GPU and memory: nothing of it is ours.
"""

import json
import sys

import highspy


def least(problem):
    gpus, tables = problem["gpus"], problem["tables"]
    memories = problem["memories"]
    highs = highspy.Highs()
    highs.silent()
    highs.setOptionValue("mip_rel_gap", 0.0)
    # Times in units of the longest, so that tolerances are shares of it.
    unit = max(table["volume"] / memory["bandwidth"] for table in tables for memory in memories)
    longest = highs.addVariable(lb=0.0)
    where = [[[highs.addBinary() for _ in memories] for _ in range(gpus)] for _ in tables]
    for table in where:
        highs.addConstr(sum(variable for gpu in table for variable in gpu) == 1)
    for gpu in range(gpus):
        time = sum(
            where[t][gpu][m] * (table["volume"] / memory["bandwidth"] / unit)
            for t, table in enumerate(tables)
            for m, memory in enumerate(memories)
        )
        highs.addConstr(time - longest <= 0)
    for m, memory in enumerate(memories):
        owners = [[gpu] for gpu in range(gpus)] if memory["a_gpu"] else [list(range(gpus))]
        for owner in owners:
            held = sum(where[t][gpu][m] * table["bytes"] for t, table in enumerate(tables) for gpu in owner)
            highs.addConstr(held <= memory["bytes"])
    highs.minimize(longest)
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return highs.getObjectiveValue() * unit


# HiGHS says who it is on standard output: what counts is the last line.
print("\n" + json.dumps([least(problem) for problem in json.load(sys.stdin)]))
