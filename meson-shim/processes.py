"""What the kernel tells of running processes."""

import os
import re


def family(pid):
    """The process and all below it."""
    found, todo = [], [pid]
    while todo:
        one = todo.pop()
        try:
            for thread in os.listdir(f"/proc/{one}/task"):
                with open(f"/proc/{one}/task/{thread}/children") as f:
                    todo += map(int, f.read().split())
            found.append(one)
        except OSError:
            pass
    return found


def memory(pid):
    """PSS, in KiB, of the process and all below it; the RSS of one whose PSS can't be read."""
    total = 0
    for one in family(pid):
        try:
            try:
                with open(f"/proc/{one}/smaps_rollup") as f:
                    total += int(re.search(r"^Pss:\s*(\d+)", f.read(), re.M).group(1))
            except (OSError, AttributeError):
                with open(f"/proc/{one}/statm") as f:
                    total += int(f.read().split()[1]) * 4
        except (OSError, ValueError, IndexError):
            pass  # It has ended.
    return total


def processor_time(pid, ended_too=False):
    """Seconds that a process and its threads have had of the processor, with those that have ended below it or not."""
    with open(f"/proc/{pid}/stat") as f:
        fields = f.read().rpartition(")")[2].split()
    return sum(map(int, fields[11:15 if ended_too else 13])) / os.sysconf("SC_CLK_TCK")


def switches(pid):
    """How often the threads of the process and of all below it have given the processor up or lost it."""
    total = 0
    for one in family(pid):
        try:
            for thread in os.listdir(f"/proc/{one}/task"):
                with open(f"/proc/{one}/task/{thread}/status") as f:
                    total += sum(int(n) for n in re.findall(r"ctxt_switches:\s*(\d+)", f.read()))
        except OSError:
            pass
    return total
