#!/usr/bin/env python3
"""Kills the program (SIGKILL) at random moments while it edits, saves, trains and exports, and looks at what is left.

    scripts/kills.py                       # 200 kills of build/release/app/glassformer
    scripts/kills.py --kills 20 --seed 7   # fewer; the moments of another seed

What must hold after each: a file that stood under its name is whole, the old one or the new one; nothing that is half
written stands under a name; the next run ends well and takes away what the killed one left; and a window's copy holds
what had been typed 15 seconds before. Editing needs Xvfb and xdotool, and is left out, aloud, where they are missing.
"""
import argparse
import concurrent.futures
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TRIES = 20  # for a kill: a moment may come when the work is done
COPY_AFTER = 15  # seconds after which what is typed is in a copy, on a machine that is busy


def whole_session(path):
    return json.loads(path.read_text())["format"] == "glassformer session"


def whole_tensors(path):
    data = path.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + length])
    end = max(entry["data_offsets"][1] for name, entry in header.items() if name != "__metadata__")
    return len(data) == 8 + length + end


def whole_text(end):
    return lambda path: path.read_bytes().rstrip().endswith(end)


class Trial:
    """A folder of its own, a program that is killed in it, and what is wrong afterwards."""

    def __init__(self, program, folder, rng):
        self.program, self.folder, self.rng, self.wrong = program, folder, rng, []
        self.environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        self.environment["XDG_CONFIG_HOME"] = str(folder / "config")
        self.killed = False

    def start(self, words, **more):
        return subprocess.Popen([self.program, *words], env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, **more)

    def kill(self, process, seconds):
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.killed = True
            os.killpg(process.pid, 9)
            process.wait()

    def ends_well(self, words):
        done = subprocess.run([self.program, *words], env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=300)
        if done.returncode != 0:
            self.wrong.append(f"the next run ends with {done.returncode}: {done.stderr[-300:].decode(errors='replace')}")

    def is_whole(self, path, whole):
        try:
            if not whole(path):
                self.wrong.append(f"{path.name} is not whole")
        except (OSError, ValueError, KeyError, struct.error) as error:
            self.wrong.append(f"{path.name}: {error}")

    def holds_only(self, names):
        left = {path.name for path in self.folder.iterdir()} - set(names) - {"config"}
        if left:
            self.wrong.append("is left after the next run: " + ", ".join(sorted(left)))


def timed(trial, words):
    """How long the work takes when nobody disturbs it."""
    begin = time.monotonic()
    trial.ends_well(words)
    return time.monotonic() - begin


def save(trial):
    session = {"format": "glassformer session", "version": 1, "inputs": {"model": "sort", "text": "405313"}}
    talk = trial.folder / "talk.glassformer"
    talk.write_text(json.dumps(session))
    lines = ["wait-idle"]
    for number in range(60):
        lines += ["key Ctrl+L", f"type {number % 7}{number % 5}{number % 3}", "key Enter", "wait 2", "key Ctrl+S", "wait 1"]
    (trial.folder / "save.script").write_text("\n".join(lines))
    words = ["talk.glassformer", "--headless", "--script", "save.script"]
    trial.kill(trial.start(words), trial.rng.uniform(0.3, 3))
    trial.is_whole(talk, whole_session)
    trial.ends_well(words)
    trial.is_whole(talk, whole_session)
    trial.holds_only(["talk.glassformer", "save.script"])


def train(trial):
    words = ["train", "--task", "sort", "--steps", "20", "--out", "m"]
    usual = timed(trial, words)
    shutil.rmtree(trial.folder / "m")
    # Half of the kills fall into the last tenth, where the folder is written.
    trial.kill(trial.start(words), usual * (trial.rng.uniform(0.85, 1.05) if trial.rng.random() < 0.5 else trial.rng.random()))
    if (trial.folder / "m").exists():
        trial.is_whole(trial.folder / "m/model.safetensors", whole_tensors)
        trial.ends_well(["trace", "--model", "m", "--out", "t.safetensors"])
        (trial.folder / "t.safetensors").unlink(missing_ok=True)
        shutil.rmtree(trial.folder / "m")
    trial.ends_well(words)
    trial.holds_only(["m"])


EXPORTS = [(["trace", "--model", "coreference-full", "--grad", "--out", "o.safetensors"], "o.safetensors", whole_tensors),
           (["trace", "--model", "sort", "--stage", "logits", "--out", "o.csv"], "o.csv", None),  # as the first run wrote it
           (["render", "--model", "sort", "--view", "walk", "--size", "640x480", "--out", "o.png"], "o.png", whole_text(b"IEND\xaeB`\x82")),
           (["render", "--model", "sort", "--view", "attention", "--out", "o.pdf"], "o.pdf", whole_text(b"%%EOF")),
           (["render", "--model", "sort", "--view", "walk", "--overview", "--out", "o.svg"], "o.svg", whole_text(b"</svg>")),
           (["lesson", "export", "talk.md", "--html", "--out", "."], "talk.html", whole_text(b"</html>")),
           (["render", "--model", "sort", "--view", "walk", "--stage", "blocks.0.attn.scores_raw", "--seconds", "0.3", "--fps", "8",
             "--size", "320x240", "--out", "o.gif"], "o.gif", whole_text(b";"))]
LESSON = "---\ntitle: T\n---\n\n## One\n\n```scene\nmodel: sort\nview: walk\n```\n\nA number: {{argmax(logits[0])}}.\n"


def export(trial):
    words, name, whole = trial.rng.choice(EXPORTS)
    (trial.folder / "talk.md").write_text(LESSON)
    usual = timed(trial, words)
    if trial.wrong:
        return
    names = {path.name for path in trial.folder.iterdir()}
    if whole is None:
        first = (trial.folder / name).read_bytes()
        whole = lambda path: path.read_bytes() == first
    for _ in range(2):
        trial.kill(trial.start(words), usual * trial.rng.uniform(0.2, 1.05))
        trial.is_whole(trial.folder / name, whole)
    trial.ends_well(words)
    trial.is_whole(trial.folder / name, whole)
    trial.holds_only(names)


def edit(trial, display):
    trial.environment["DISPLAY"] = display
    trial.environment["XDG_SESSION_TYPE"] = "x11"

    def tool(*words):
        return subprocess.run(["xdotool", *words], env=trial.environment, capture_output=True, text=True).stdout.split()

    def opened(process):
        for _ in range(150):
            found = tool("search", "--onlyvisible", "--pid", str(process.pid)) or tool("search", "--name", "Glassformer")
            if found:
                return found[0]
            time.sleep(0.1)
        trial.wrong.append("no window appeared")
        return None

    process = trial.start(["--model", "sort"])
    typed = []  # (when, what stood in the field after it)
    until = time.monotonic() + trial.rng.uniform(4, 24)
    if window := opened(process):
        time.sleep(1)
        tool("windowfocus", window)
        tool("key", "Escape")  # the welcome
        text = ""
        while time.monotonic() < until and process.poll() is None:
            tool("key", "ctrl+l")
            text = "".join(trial.rng.choice("0123456789") for _ in range(6))
            tool("type", text)
            tool("key", "Return")
            typed.append((time.monotonic(), text))
            time.sleep(trial.rng.uniform(0, 3))
    if process.poll() is not None:
        trial.wrong.append(f"the window ended by itself with {process.returncode}")
    died = time.monotonic()
    trial.kill(process, 0)
    settings = trial.folder / "config/glassformer"
    copies = sorted(settings.glob("autosave-*.glassformer"))
    for path in copies:
        trial.is_whole(path, whole_session)
    if (settings / "settings.json").exists():
        trial.is_whole(settings / "settings.json", lambda path: json.loads(path.read_text()) is not None)
    old = [text for when, text in typed if died - when > COPY_AFTER]
    if old:
        said = [json.loads(path.read_text())["inputs"]["text"] for path in copies]
        if not said:
            trial.wrong.append("no copy of what was typed")
        elif all(text in typed_before(typed, old) for text in said):
            trial.wrong.append(f"the copy holds {said}, older than {old[-1]}")
    # The next window finds the copy and keeps it until somebody has answered.
    process = trial.start(["--model", "sort"])
    if opened(process):
        time.sleep(1.5)
        if process.poll() is not None:
            trial.wrong.append(f"the next window ends with {process.returncode}")
        if any(not path.exists() for path in copies):
            trial.wrong.append("the next window took the copy away without an answer")
    os.killpg(process.pid, 15)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        trial.wrong.append("the next window does not end with SIGTERM")
        os.killpg(process.pid, 9)
    if any(not path.exists() for path in copies):
        trial.wrong.append("the next window took the copy away when it was ended")


def typed_before(typed, old):
    """What stood in the field before the last text that must be in a copy."""
    texts = [text for _, text in typed]
    return texts[:texts.index(old[-1])]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=str(ROOT / "build/release/app/glassformer"))
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    wanted = parser.parse_args()
    program = str(Path(wanted.program).resolve())
    if not os.access(program, os.X_OK):
        sys.exit(f"there is no program {program}")
    works = {"save": save, "train": train, "export": export, "edit": edit}
    servers, displays = [], []
    if shutil.which("Xvfb") and shutil.which("xdotool"):
        for _ in range(wanted.jobs):
            out, into = os.pipe()
            servers.append(subprocess.Popen(["Xvfb", "-displayfd", str(into), "-screen", "0", "1280x800x24"], pass_fds=[into],
                                            stderr=subprocess.DEVNULL))
            os.close(into)
            with os.fdopen(out) as said:  # to the end of the line: a server that cannot write it ends
                displays.append(":" + said.readline().strip())
    else:
        print("editing is left out: there is no Xvfb or no xdotool")
        del works["edit"]

    free = list(displays)

    def one(number):
        rng = random.Random(f"{wanted.seed}-{number}")
        name = list(works)[number % len(works)]
        display = free.pop() if name == "edit" else None
        for _ in range(TRIES):  # until the program was still at work when the moment came
            folder = Path(tempfile.mkdtemp(prefix="kill-"))
            trial = Trial(program, folder, rng)
            try:
                works[name](*([trial, display] if display else [trial]))
            except Exception as error:  # a trial that breaks is a finding, of this script or of the program
                trial.wrong.append(f"{type(error).__name__}: {error}")
            finally:
                shutil.rmtree(folder, ignore_errors=True)
            if trial.killed or trial.wrong:
                break
        if display:
            free.append(display)
        for wrong in trial.wrong:
            print(f"kill {number} ({name}): {wrong}", flush=True)
        return name, trial.killed, bool(trial.wrong)

    try:
        with concurrent.futures.ThreadPoolExecutor(wanted.jobs) as pool:
            done = list(pool.map(one, range(wanted.kills)))
    finally:
        for server in servers:
            server.terminate()
    for name in works:
        own = [entry for entry in done if entry[0] == name]
        print(f"{name}: {len(own)} trials, {sum(killed for _, killed, _ in own)} killed at work, {sum(bad for *_, bad in own)} with findings")
    sys.exit(1 if any(bad for *_, bad in done) else 0)


if __name__ == "__main__":
    main()
