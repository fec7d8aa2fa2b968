#!/usr/bin/env python3
"""What can the changes since a commit reach? By the rows of tests/rooms.txt.

affected.py [--since COMMIT | --all]    lists what would be built and tested, what not, and why
  --write FOLDER                         writes the tests of each build to FOLDER/{dev,release,tsan}, one a line, and to
                                         FOLDER/whole why everything is tested, if it is
affected.py --sources [--since COMMIT]  the sources that clang-tidy looks at: those that changed, then those that include
                                         a header that changed, nearest first

Without --since it counts from the commit in .ci/base, the last one on which everything passed, and selects everything
where that cannot be trusted.
"""
import argparse
import fnmatch
import re
import subprocess
import sys
import textwrap
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_COMMITS, MOST_DAYS = 150, 2
BUILDS = {"dev": "with sanitizers", "release": "optimised", "tsan": "with the thread sanitizer"}


def git(*arguments):
    """Its output; None where git fails."""
    done = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


@cache
def text_of(path):
    return (ROOT / path).read_text(encoding="utf-8")


@cache
def included(path):
    """The files of the project that a source includes."""
    return re.findall(r'^\s*#\s*include "((?:core|app|tests)/[^"]+)"', text_of(path), re.M)


def is_source(path):
    """A file that a compiler reads, or that becomes one (cmake/texts.cmake)."""
    return path.endswith((".cpp", ".h", "texts.txt"))


def matches(path, patterns):
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns)


class Table:
    """tests/rooms.txt: a list of (kind, names, {key: words})."""

    def __init__(self, text):
        self.rows = []
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split()
            if not words or line.startswith("#"):
                continue
            if not line.startswith(" "):
                self.rows.append((words[0], words[1:], {}))
            elif self.rows:
                self.rows[-1][2].setdefault(words[0], []).extend(words[1:])
            else:
                sys.exit(f"tests/rooms.txt:{number}: a key without a row")
        groups = {names[0]: keys for kind, names, keys in self.rows if kind == "group"}
        self.rooms = {}  # what each room uses: what it includes, and the rooms whose rows it finds
        self.with_rows = set()
        for kind, names, keys in self.rows:
            if kind == "room":
                self.rooms[names[0]] = self._includes(keys, groups)
        for kind, names, keys in self.rows:
            for user in keys.get("rows-of", []):
                self.rooms[user].add(names[0])
                self.with_rows.add(names[0])

    def _includes(self, keys, groups):
        found = set(keys.get("includes", []))
        for group in keys.get("like", []):
            found |= self._includes(groups[group], groups)
        return found

    def of_kind(self, kind):
        return [(names, keys) for row, names, keys in self.rows if row == kind]

    def room_of(self, path):
        folder = str(Path(path).parent)
        return folder if folder in self.rooms else None

    def row_of_file(self, path):
        return next((keys for names, keys in self.of_kind("files") if matches(path, names)), {"everything": []})

    def reach(self, rooms, shows=None):
        """The rooms that these use, over any number of steps; of those with rows only what is shown, where that is said."""
        seen, open_rooms = set(), set(rooms)
        while open_rooms:
            room = open_rooms.pop()
            if room in seen or room not in self.rooms:
                continue
            seen.add(room)
            for used in self.rooms[room]:
                hidden = shows is not None and used in self.with_rows and used.startswith("app/views/") and used not in shows
                if not hidden:
                    open_rooms.add(used)
        return seen


class Test:
    """A file of tests, or a script."""

    def __init__(self, name, table):
        self.name = name  # "core/mask" or "site"
        self.rooms = set()
        self.files = set()  # what belongs to it: the file, the headers of tests/support that it includes, the script
        self.builds = set()  # of a whole run
        self.reads, self.lists = [], []  # patterns of files whose text it reads, and of those whose names it reads
        self.moves_to_dev = False  # runs with sanitizers where the window is not built optimised
        self.whole_only = False

    @property
    def is_script(self):
        return "/" not in self.name

    @property
    def needs_window(self):
        return self.name.startswith("app/") or any(room.startswith("app") for room in self.rooms)

    @property
    def text(self):
        return "".join(text_of(path) for path in sorted(self.files) if path.startswith("tests/"))


def file_test(path, table):
    name = path.removeprefix("tests/").removesuffix(".cpp")
    test = Test(name, table)
    open_files, rooms = [path], set()
    while open_files:
        source = open_files.pop()
        if source in test.files or not (ROOT / source).exists():
            continue
        test.files.add(source)
        if source.startswith("tests/support/") and source.endswith(".h"):
            body = source.removesuffix(".h") + ".cpp"
            open_files.append(body)
        for header in included(source):
            if header.startswith("tests/"):
                open_files.append(header)
            else:
                rooms.add(str(Path(header).parent))
    if "GLASSFORMER_PROGRAM" in test.text:
        rooms.add("app")
    rows = [keys for patterns, keys in table.of_kind("tests") if matches(name, patterns)]
    shows = next((keys["shows"] for keys in rows if "shows" in keys), None)
    for keys in rows:
        test.reads += keys.get("reads", [])
        test.lists += keys.get("lists", [])
    test.rooms = table.reach(rooms, shows)
    marks = re.search(r"^// ctest: (.*)", text_of(path), re.M)
    marks = re.split(r", *", marks.group(1)) if marks else []
    kind = next((mark.removeprefix("optimised ") for mark in marks if mark.startswith("optimised ")), "")
    test.moves_to_dev = kind == "instead"
    if kind in ("", "too"):
        test.builds.add("dev")
    if kind or name.startswith("gl/"):
        test.builds.add("release")
    if name.startswith("core/") and 'test_suite("threads")' in text_of(path):
        test.builds.add("tsan")
    return test


def check_test(name, keys, table):
    test = Test(name, table)
    test.files = set(keys.get("runs", []))
    test.rooms = table.reach(keys.get("reaches", []), keys.get("shows"))
    test.builds = set(keys["in"])
    test.reads = keys.get("reads", [])
    test.whole_only = "whole-only" in keys
    return test


def all_tests(table):
    tests = [file_test(str(path.relative_to(ROOT)), table)
             for folder in ("core", "gl", "app") for path in sorted((ROOT / "tests" / folder).glob("*.cpp"))]
    return tests + [check_test(names[0], keys, table) for names, keys in table.of_kind("check")]


def base_commit(since):
    """(commit, why everything has to be tested or None)."""
    if since is not None:
        commit = git("rev-parse", "-q", "--verify", since + "^{commit}")
        if not commit:
            sys.exit(f"affected.py: there is no commit {since}")
        return commit, None
    try:
        commit = (ROOT / ".ci/base").read_text().strip()
    except OSError:
        return None, "there is no .ci/base"
    if not re.fullmatch("[0-9a-f]{40}", commit):
        return None, ".ci/base is no commit of 40 digits"
    if git("merge-base", "--is-ancestor", commit, "HEAD") is None:
        return None, f"{commit} in .ci/base is no ancestor of HEAD here"
    commits = int(git("rev-list", "--count", f"{commit}..HEAD"))
    if commits > MOST_COMMITS:
        return commit, f"{commits} commits since {commit[:12]}, more than {MOST_COMMITS}"
    seconds = int(git("log", "-1", "--format=%ct", "HEAD")) - int(git("log", "-1", "--format=%ct", commit))
    if seconds > MOST_DAYS * 86400:
        return commit, f"{seconds / 86400:.1f} days since {commit[:12]}, more than {MOST_DAYS}"
    return commit, None


def changed_files(commit):
    """{path: status} of what differs from the commit, in the work tree too: A added, D deleted, M and T changed."""
    fields = git("diff", "--name-status", "--no-renames", "-z", commit).split("\0")
    found = dict(zip(fields[1::2], fields[::2]))
    found.update({path: "A" for path in git("ls-files", "--others", "--exclude-standard", "-z").split("\0")})
    return {path: found[path] for path in sorted(found) if path}


class Plan:
    """Which tests run in which build: all of them, for a reason, or those that the changes reach."""

    def __init__(self, table, tests, commit, whole):
        self.all, self.commit, self.whole = tests, commit, whole
        self.changed = changed_files(commit) if commit else {}
        self.rooms = {}  # the room of each changed source
        self.reached, self.reading = {}, {}  # test → the rooms that it reaches, the files that it reads
        if not self.whole:
            self.whole = self._select(table)

    def _select(self, table):
        """Fills the above; why everything is selected, where a file can change every test."""
        if set(self.changed) == {".ci/base"}:
            return "nothing but .ci/base changed"
        for path, status in self.changed.items():
            is_test = re.fullmatch(r"tests/(core|gl|app)/[^/]+\.cpp", path)
            room = table.room_of(path) if is_source(path) else None
            row = {} if room or is_test else table.row_of_file(path)
            if "everything" in row:
                return f"{path} can change every test"
            room = room or (row["in"][0] if "in" in row else None)
            if room:
                self.rooms[path] = room
            for test in self.all:
                if room and room in test.rooms or is_test and path in test.files:
                    self.reached.setdefault(test, set()).add(room or path)
                if path in test.files or matches(path, test.reads) or status in "AD" and matches(path, test.lists) \
                        or matches(test.name, row.get("read-by", [])) \
                        or any(re.search(word, test.text) for word in row.get("named", [])):
                    self.reading.setdefault(test, set()).add(path)
        return None

    def builds_of(self, test):
        """The builds that a test of a part of all runs in."""
        sources = self.rooms or any(is_source(path) for path in self.changed)
        sanitized = "dev" in test.builds or test.moves_to_dev
        builds = set()
        if test in self.reached and not test.whole_only:
            # The window is built once, with sanitizers: what only optimised code shows of the engine, the engine's tests see.
            builds = test.builds if not test.needs_window else {"dev"} if sanitized else set()
        if test in self.reading and not builds:
            # Data is read once, as users build the program, unless the window is built with sanitizers anyway.
            builds = {"dev"} if sanitized and (sources or "release" not in test.builds and test.is_script) else {"release"}
        return builds

    def tests_of(self, build):
        if self.whole:
            return [test for test in self.all if build in test.builds]
        return [test for test in self.all if build in self.builds_of(test)]

    def show(self):
        if self.whole:
            print(f"everything: {self.whole}")
            return
        print(f"changed since {self.commit[:12]}: {len(self.changed)} files")
        for room in sorted(set(self.rooms.values())):
            print(f"  {room}: {sum(of == room for of in self.rooms.values())} files")
        for path in self.changed:
            if path not in self.rooms:
                print(f"  {path}")
        for build, words in BUILDS.items():
            tests = self.tests_of(build)
            if not tests:
                print(f"{build}: not built: no test that runs {words} reads or reaches what changed")
                continue
            print(f"{build}: {len(tests)} of {len(self.all)} files and scripts, {words}")
            print(wrapped(test.name for test in tests))
            for folder, title in (("core/", "engine's tests"), ("gl/", "tests of OpenGL"), ("app/", "window's tests")):
                if not any(test.name.startswith(folder) for test in tests):
                    print(f"  not built: the {title}")
        for reason, names in sorted(self._omissions().items()):
            print(f"left out, since they {reason}:")
            print(wrapped(names))

    def _omissions(self):
        """Reason → names of tests that are not run."""
        found = {}
        chosen = {test for build in BUILDS for test in self.tests_of(build)}
        rooms = sorted(set(self.rooms.values()))
        for test in self.all:
            if test in chosen:
                continue
            if test in self.reached:
                reason = "run in whole runs only: they need the optimised window, or take long"
            elif test.rooms and rooms:
                reason = f"do not reach {' or '.join(rooms)}, and read nothing else that changed"
            else:
                reason = "read nothing of what changed"
            found.setdefault(reason, []).append(test.name)
        return found


def wrapped(names):
    return textwrap.fill(" ".join(names), 118, initial_indent="    ", subsequent_indent="    ", break_long_words=False,
                         break_on_hyphens=False)


def sources_to_tidy(commit):
    """Sources that changed, the latest first, then those that include a changed header, by the number of includes between.
    All sources where there is no commit to count from, or where the rules changed."""
    listed = git("ls-files", "--cached", "--others", "--exclude-standard", "core/*.cpp", "core/*.h", "app/*.cpp", "app/*.h")
    every = [path for path in listed.split("\n") if (ROOT / path).exists()]
    changed = changed_files(commit) if commit else {}
    if not commit or ".clang-tidy" in changed:
        yield from (path for path in every if path.endswith(".cpp"))
        return
    history = git("diff", "--name-only", "HEAD").split("\n") + git("log", "--format=", "--name-only", f"{commit}..HEAD").split("\n")
    latest = {path: place for place, path in reversed(list(enumerate(history)))}
    users = {}
    for path in every:
        for header in included(path):
            users.setdefault(header, []).append(path)
    headers = {path: path.removesuffix(".txt") + ".h" for path in changed if path.endswith("texts.txt")}
    level = sorted(set(changed) & set(every) | set(headers), key=lambda path: latest.get(path, -1))
    level = [headers.get(path, path) for path in level]
    seen = set(level)
    while level:
        yield from (path for path in level if path.endswith(".cpp"))
        level = sorted({user for path in level for user in users.get(path, []) if user not in seen})
        seen.update(level)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--since", metavar="COMMIT")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--write", metavar="FOLDER", type=Path)
    parser.add_argument("--sources", action="store_true")
    arguments = parser.parse_args()
    if arguments.all:
        commit, whole = None, "asked for"
    else:
        commit, whole = base_commit(arguments.since)
    if arguments.sources:
        print(*sources_to_tidy(commit), sep="\n")
        return
    table = Table(text_of("tests/rooms.txt"))
    plan = Plan(table, all_tests(table), commit, whole)
    plan.show()
    if arguments.write:
        arguments.write.mkdir(parents=True, exist_ok=True)
        (arguments.write / "whole").write_text(plan.whole or "")
        for build in BUILDS:
            (arguments.write / build).write_text("".join(test.name + "\n" for test in plan.tests_of(build)))


if __name__ == "__main__":
    main()
