#!/usr/bin/env python3
"""Does scripts/affected.py select what a change can reach, and everything where it cannot know? Tries it on a small history
of its own: this checkout's files, a base, and one change after the other. Says what is not as it must be.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DAY = 86400
FAILED = []


def expect(holds, what):
    if not holds:
        FAILED.append(what)
        print(f"ERROR: {what}")


class Project:
    """A copy of the sources in a git repository of its own, with .ci/base at its first commit."""

    def __init__(self, folder):
        self.folder, self.time = folder, 1700000000
        folder.mkdir()
        for name in ("core", "app", "tests", "scripts", "shaders", "docs", "cmake", "assets/lessons", ".ci"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.safetensors", "__pycache__"))
        for name in ("CMakeLists.txt", "CMakePresets.json", "README.md"):
            shutil.copy(ROOT / name, folder)
        (folder / ".ci/base").unlink(missing_ok=True)
        self.git("init", "-q")
        first = self.commit("first")
        (folder / ".ci/base").write_text(first + "\n")
        self.base = self.commit("base")

    def git(self, *arguments):
        moment = f"{self.time} +0000"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        environment.update(GIT_COMMITTER_DATE=moment, GIT_AUTHOR_DATE=moment, GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1")
        return subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments], cwd=self.folder, check=True,
                              capture_output=True, text=True, env=environment).stdout.strip()

    def commit(self, subject, *more):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", subject, *more)
        return self.git("rev-parse", "HEAD")

    def plan(self, *arguments):
        """(why everything is tested, {build: names})."""
        out = self.folder.parent / "plan"
        done = subprocess.run([sys.executable, self.folder / "scripts/affected.py", "--write", out, *arguments],
                              capture_output=True, text=True,
                              env={name: value for name, value in os.environ.items() if not name.startswith("GIT_")})
        expect(done.returncode == 0, f"affected.py ends with {done.returncode}: {done.stderr}")
        return (out / "whole").read_text(), {build: set((out / build).read_text().split()) for build in ("dev", "release", "tsan")}

    def plan_of(self, *paths):
        """Of a change at the end of these files, which is taken back."""
        for path in paths:
            with open(self.folder / path, "a", encoding="utf-8") as file:
                file.write("\n")
        plan = self.plan()
        self.git("reset", "-q", "--hard", self.base)
        return plan


def main():
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder) / "project")
        whole, _ = project.plan()
        expect("nothing but .ci/base" in whole, f"a landing that only moves the base tests everything, and not because of: {whole}")

        for path in ("CMakeLists.txt", "tests/support/support.h", ".ci/run", "scripts/test.sh", "tests/rooms.txt", "app/CMakeLists.txt"):
            whole, builds = project.plan_of(path)
            expect(path in whole, f"{path} selects everything")
            expect({"core/mask", "app/walk"} <= builds["dev"] and "site" in builds["release"], f"{path} selects each build's tests")

        whole, builds = project.plan_of("README.md")
        expect(not whole and builds["release"] == {"core/docs_paths"} and not builds["dev"] | builds["tsan"], "README.md selects its one reader")
        whole, builds = project.plan_of("docs/formats.md")
        expect(not whole and builds["release"] == {"core/config_keys", "core/docs_paths"} and not builds["dev"],
               "docs/formats.md selects its readers")
        whole, builds = project.plan_of("assets/lessons/tour.md")
        expect({"lectures", "site", "app/lessons"} <= builds["release"] and not builds["dev"] | builds["tsan"],
               "a lesson is tested once, as users build the program")
        (project.folder / "docs/engine.md").unlink()
        whole, builds = project.plan()
        expect(not whole and builds["release"] == {"core/layers", "core/docs_paths"}, "a document that is gone selects who names files")
        project.git("reset", "-q", "--hard")
        whole, builds = project.plan_of("core/base/error.h")
        expect({"core/mask", "core/session", "app/walk", "gl/operations"} <= builds["dev"] and "core/session" in builds["tsan"],
               "the ground is reached by all")
        whole, builds = project.plan_of("core/train/trainer.cpp")
        expect("core/trainer" in builds["dev"] & builds["release"] & builds["tsan"] and "core/mask" not in builds["dev"],
               "a trainer is reached by its tests and not by those of masks")
        whole, builds = project.plan_of("core/model/positional/rope.cpp")
        expect("core/golden_models" in builds["dev"], "a row is reached through the room that finds it")
        whole, builds = project.plan_of("app/views/positions/turning.cpp")
        expect({"app/positions", "app/keyboard", "app/cli"} <= builds["dev"], "a view is reached by its own tests and those of all views")
        expect(not {"app/output", "app/train", "core/mask"} & builds["dev"] and not builds["tsan"], "a view is not reached by another's tests")
        whole, builds = project.plan_of("shaders/softmax.comp")
        expect("gl/operations" in builds["dev"] and "core/softmax" not in builds["dev"], "a shader is part of core/gl")
        whole, builds = project.plan_of("tests/core/softmax.cpp")
        expect("core/softmax" in builds["dev"] & builds["release"] and "core/mask" not in builds["dev"], "a file of tests selects itself")
        whole, builds = project.plan_of("tests/app/keys.cpp")
        expect("app/keys" in builds["release"], "a file of tests that runs optimised only, too")
        whole, builds = project.plan_of("assets/lessons/tour.md", "core/train/trainer.cpp")
        expect({"lectures", "site"} <= builds["release"] and "app/lessons" in builds["dev"], "a lesson is read beside a change of sources, too")
        whole, builds = project.plan_of("scripts/make-puzzle-models.py")
        expect(builds["dev"] == {"puzzle_models"} and not builds["release"], "a script runs in the build that has it")
        whole, builds = project.plan_of("core/math/product.cpp")
        expect("core/product" in builds["release"] and "dispatch" not in builds["release"], "what takes long is left to whole runs")
        (project.folder / "assets/new.bin").write_bytes(b"new")
        whole, _ = project.plan()
        expect("assets/new.bin" in whole, "a file without a row selects everything")
        project.git("clean", "-qfd")
        (project.folder / "app/views/walk/canvas.cpp").unlink()
        whole, builds = project.plan()
        expect("app/walk" in builds["dev"], "a source that is gone is a change of its room")
        project.git("reset", "-q", "--hard")

        (project.folder / "README.md").write_text("other\n")
        project.commit("other")
        whole, _ = project.plan()
        expect(not whole, f"a landing after the base is a part, and not whole because of: {whole}")
        project.time += 3 * DAY
        project.commit("late", "--allow-empty")
        whole, _ = project.plan()
        expect("days since" in whole, f"a base three days away is not trusted: {whole}")
        project.git("reset", "-q", "--hard", "HEAD~1")
        project.time -= 3 * DAY
        for number in range(150):
            project.commit(f"commit {number}", "--allow-empty")
        whole, _ = project.plan()
        expect("more than 150" in whole, f"a base 151 commits away is not trusted: {whole}")
        for text, why in (("0" * 40, "no ancestor"), ("main", "no commit of 40 digits"), (None, "there is no .ci/base")):
            (project.folder / ".ci/base").unlink()
            if text:
                (project.folder / ".ci/base").write_text(text)
            whole, _ = project.plan()
            expect(why in whole, f".ci/base {text}: everything, because {why}, and not: {whole}")
            (project.folder / ".ci/base").touch()
    print(f"check-affected: {len(FAILED)} do not hold")
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
