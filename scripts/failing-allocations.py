#!/usr/bin/env python3
"""Runs small commands again and again, each time with another allocation that finds no memory.

    cmake --preset release -DGLASSFORMER_FAIL_ALLOCATION=ON && cmake --build --preset release --target failing_allocations
    scripts/failing-allocations.py                       # a sample of 30 seconds
    scripts/failing-allocations.py --paths               # one of every chain of calls that leads to an allocation
    scripts/failing-allocations.py --all                 # every allocation: hours
    scripts/failing-allocations.py --paths --only window --done FILE   # can be stopped and started again
    scripts/failing-allocations.py --only train --at 512 # one of them

A run may end right, with all of its output, where what failed could be done without. Else it must end with exit code 1
and the one sentence, and leave nothing that is half written. A sample is the first 40 allocations of each command, then others drawn by chance, as many as the time allows:
one of every chain of calls (its 16 innermost) before any has two, and three of the command's own for each one of the start
that all commands share. It says how many of how many it ran. --paths and --all run the start once, as trace's.
"""
import argparse
import concurrent.futures
import filecmp
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SENTENCE = "glassformer: there is not enough memory for this"
FIRST = 40

SCRIPT = """wait-idle
key Right
key 2
wait-idle
key 3
wait-idle
key 4
wait-idle
key 5
wait-idle
key 6
wait-idle
key Ctrl+K
type theme
key Esc
wait-idle
"""

# name, arguments, whether only our own allocations are counted (drivers of OpenGL end the process where they find none)
COMMANDS = [
    ("trace", "trace --model sort --grad --out OUT/trace.safetensors", False),
    ("train", "train --task sort --steps 2 --batch 2 --seed 1 --d-model 8 --d-ff 8 --heads 1 --layers 1 --threads 2 --out OUT/model", False),
    ("render", "render --model sort --view walk --size 400x300 --out OUT/walk.svg", False),
    ("window", "--model sort --headless --script WORK/window.script", True),
]


def limit_addresses():
    """So that the program knows that allocations can fail: it leaves oneDNN alone, which cannot cope with that."""
    resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40))


class Runner:
    def __init__(self, program, work):
        self.program, self.work = program, work
        (work / "window.script").write_text(SCRIPT)

    def run(self, name, arguments, own, at):
        out = self.work / f"{name}-{at}"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        environment = dict(os.environ, GLASSFORMER_FAIL_AT=str(at), XDG_CONFIG_HOME=str(self.work / "config"))
        if at == 0:
            environment.update(GLASSFORMER_ALLOCATIONS=str(self.work / "count"), GLASSFORMER_PATHS=str(self.work / "paths"))
        if own:
            environment["GLASSFORMER_FAIL_OWN"] = "1"
        words = [word.replace("OUT", str(out)).replace("WORK", str(self.work)) for word in arguments.split()]
        try:
            done = subprocess.run([self.program, *words], env=environment, capture_output=True, timeout=60,
                                  preexec_fn=limit_addresses)
        except subprocess.TimeoutExpired:
            return out, None, ""
        return out, done.returncode, done.stderr.decode("utf-8", "backslashreplace")


def order(paths, count, start, rng):
    """All allocations: the first ones, then one of each path, then the others."""
    others = sorted(set(range(1, count + 1)) - set(paths))
    return list(range(1, min(FIRST, count) + 1)) + mixed(paths, start, rng) + mixed(others, start, rng)


def mixed(allocations, start, rng):
    """Three of the command's own for each of the start that all commands share."""
    early = [at for at in allocations if FIRST < at <= start]
    own = [at for at in allocations if at > max(FIRST, start)]
    rng.shuffle(early)
    rng.shuffle(own)
    result = []
    while early or own:
        result += [own.pop() for _ in range(min(3, len(own)))] + [early.pop() for _ in range(min(1, len(early)))]
    return result


def files_below(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def complaint(out, sound, code, errors):
    """What is wrong with the end of a run; "" where nothing is."""
    if code is None:
        return "hangs"
    if code < 0 or code > 2:
        return f"ended by signal {-code}" if code < 0 else f"exit code {code}"
    lines = [line for line in errors.splitlines() if "warning:" not in line and " step " not in line]
    files, all_files = files_below(out), files_below(sound)
    different = [name for name in files if name not in all_files or not filecmp.cmp(out / name, sound / name, False)]
    if different:
        return f"exit code {code}, left " + ", ".join(different)
    if code == 0:
        return "" if files == all_files else "says that it succeeded, but wrote " + (", ".join(files) or "nothing")
    if code != 1 or lines != [SENTENCE]:
        return f"exit code {code}: " + (" / ".join(lines) or "no sentence")
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default="build/release/app/failing_allocations")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--paths", action="store_true")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time")
    parser.add_argument("--only", choices=[name for name, _, _ in COMMANDS])
    parser.add_argument("--at", help="one allocation, or some: 512-600")
    parser.add_argument("--done", type=Path, help="file that keeps which allocations were sound, so that a run that was "
                        "stopped goes on; of one program, one seed and one command")
    wanted = parser.parse_args()
    if not os.access(wanted.program, os.X_OK):
        sys.exit(f"there is no program {wanted.program}: configure with -DGLASSFORMER_FAIL_ALLOCATION=ON and build it")
    if wanted.done and not wanted.only:
        parser.error("--done needs --only: allocations are counted anew in each command")
    done = set(wanted.done.read_text().split()) if wanted.done and wanted.done.exists() else set()
    commands = [command for command in COMMANDS if wanted.only in (None, command[0])]
    findings = total = 0
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(str(Path(wanted.program).resolve()), Path(folder))
        begin = time.monotonic()
        for index, (name, arguments, own) in enumerate(commands):
            runner.run("start", "--version", own, 0)
            start = int((runner.work / "count").read_text())
            sound, code, errors = runner.run(name, arguments, own, 0)
            if code != 0 and "EGL" in errors:
                print(f"{name}: skipped, there is no OpenGL")
                continue
            if code != 0:
                sys.exit(f"{name} fails by itself: {errors}")
            count = int((runner.work / "count").read_text())
            paths = [int(line) for line in (runner.work / "paths").read_text().split()]
            chosen = order(paths, count, min(start, count), random.Random(wanted.seed))
            if wanted.paths or wanted.all:
                from_here = 0 if name == COMMANDS[0][0] else start  # trace runs what all commands begin with
                chosen = [at for at in (paths if wanted.paths else range(1, count + 1)) if at > from_here]
            if wanted.at is not None:
                first, _, last = wanted.at.partition("-")
                chosen = list(range(int(first), int(last or first) + 1))
            # What is left of the time, in equal parts.
            until = time.monotonic() + (wanted.seconds - (time.monotonic() - begin)) / (len(commands) - index)
            timed = not (wanted.all or wanted.paths or wanted.at)

            def one(at):
                if timed and time.monotonic() > until:
                    return None
                if str(at) in done:
                    return ""
                out, code, errors = runner.run(name, arguments, own, at)
                problem = complaint(out, sound, code, errors)
                shutil.rmtree(out)
                if problem:
                    print(f"{name}: allocation {at} of {count}: {problem}", flush=True)
                elif wanted.done:
                    with wanted.done.open("a") as file:
                        file.write(f"{at}\n")
                return problem

            with concurrent.futures.ThreadPoolExecutor(wanted.jobs) as pool:
                problems = [problem for problem in pool.map(one, chosen) if problem is not None]
            ran, bad = len(problems), sum(problem != "" for problem in problems)
            print(f"{name}: {ran} of {count} allocations, of {len(paths)} paths, failed one at a time, {bad} findings",
                  flush=True)
            findings += bad > 0
            total += 1
    print(f"failing_allocations test cases: {total} | {total - findings} passed | {findings} failed")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
