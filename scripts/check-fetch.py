#!/usr/bin/env python3
"""Gets models from a server on this machine that speaks the paths of Hugging Face's hub: whole ones, and one for each way
in which a server or a connection can go wrong. Says what is not as it must be, and how many cases hold.

  scripts/check-fetch.py --program build/release/app/glassformer
"""
import argparse
import hashlib
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

COMMIT = "0123456789abcdef0123456789abcdef01234567"
TOKEN = "hf_onlyInThisTest"
PREFIX = "/mirror/of"  # of an endpoint that has a path
SOURCE = pathlib.Path(__file__).resolve().parent.parent


def of_git(data):
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


class Repository:
    """The files of a model, and what is wrong with its server: KEY=VALUE of `faults`."""

    def __init__(self, files, **faults):
        self.files, self.faults = files, faults
        self.counts = {}  # how often a file was asked for
        self.ranges = []

    def fault(self, name):
        return self.faults.get(name)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """A client that ends its connection is what is tested here."""


class Hub:
    """Two servers: the hub, and another host on which the large files lie."""

    def __init__(self):
        self.repositories, self.tokens = {}, {"hub": set(), "cdn": set(), "plain": set()}
        # The last one stands for a host that is not this machine: its name is none of those of this one.
        self.servers = [Server((host, 0), self.handler(kind))
                        for host, kind in (("127.0.0.1", "hub"), ("127.0.0.1", "cdn"), ("127.0.0.2", "plain"))]
        for server in self.servers:
            threading.Thread(target=server.serve_forever, daemon=True).start()
        # Another name of the same machine: a client takes it for another host.
        self.url = f"http://127.0.0.1:{self.servers[0].server_port}"
        self.cdn = f"http://localhost:{self.servers[1].server_port}"
        self.plain = f"127.0.0.2:{self.servers[2].server_port}"

    def handler(hub, kind):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args):
                pass

            def answer(self, status, body=b"", **headers):
                self.send_response(status)
                headers.setdefault("Content-Length", str(len(body)))
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            def do_HEAD(self):
                self.do_GET()

            def do_GET(self):
                token = self.headers.get("Authorization")
                if token:
                    hub.tokens[kind].add(token)
                try:
                    (self.of_cdn if kind == "cdn" else self.of_hub)(token)
                except (BrokenPipeError, ConnectionResetError):
                    pass

            def of_hub(self, token):
                parts = self.path.split("?")[0].removeprefix(PREFIX).strip("/").split("/")
                if parts[:2] == ["api", "models"]:
                    return self.listing("/".join(parts[2:4]), token)
                if len(parts) >= 5 and parts[2] == "resolve":
                    return self.resolve("/".join(parts[:2]), "/".join(parts[4:]), token)
                self.answer(404)

            def repository(self, name, token):
                repository = hub.repositories.get(name)
                if repository is None:
                    self.answer(404, b"Repository not found")
                elif repository.fault("gated") and token != f"Bearer {TOKEN}":
                    self.answer(401, b"gated")
                else:
                    return repository
                return None

            def listing(self, name, token):
                repository = self.repository(name, token)
                if repository is None:
                    return
                if repository.fault("page"):
                    return self.answer(200, b"<html>sign in here</html>")
                names = list(repository.files) + repository.faults.get("also", [])
                body = {"id": name, "sha": repository.faults.get("sha", COMMIT),
                        "siblings": [{"rfilename": file} for file in names]}
                self.answer(200, json.dumps(body).encode())

            def resolve(self, name, file, token):
                repository = self.repository(name, token)
                if repository is None:
                    return
                data = repository.files.get(file)
                if data is None:
                    return self.answer(404)
                if repository.fault("renamed") and not name.startswith("new/"):
                    return self.answer(307, Location=self.path.replace(f"/{name}/", f"/new/{name.split('/')[1]}/"))
                size = str(repository.faults.get("size", len(data))) if file.endswith(".safetensors") else str(len(data))
                if not file.endswith(".safetensors"):
                    return self.answer(200, data, ETag=f'"{of_git(data)}"')
                tag = {} if repository.fault("no_checksum") else {
                    "X_Linked_Etag": f'"{hashlib.sha256(data).hexdigest()}"', "X_Linked_Size": size}
                self.answer(302, Location=f"{hub.cdn}/{name}/{file}", X_Repo_Commit=COMMIT, **tag)

            def of_cdn(self, token):
                name, file = "/".join(self.path.split("/")[1:3]), self.path.split("/")[3]
                repository = hub.repositories[name]
                data = repository.files[file]
                count = repository.counts[file] = repository.counts.get(file, 0) + 1
                if repository.fault("loops"):
                    return self.answer(302, Location=f"{hub.cdn}{self.path}")
                if count <= repository.faults.get("busy", 0):
                    return self.answer(503, b"busy")
                if repository.fault("longer"):
                    data = data + b"more"
                if repository.fault("shorter"):
                    data = data[:-4]
                if repository.fault("other_bytes"):
                    data = bytes([data[0] ^ 1]) + data[1:]
                if repository.fault("slow"):
                    time.sleep(0.5)
                begin, status, headers = 0, 200, {}
                if (asked := self.headers.get("Range")) and not repository.fault("no_ranges"):
                    begin, status = int(asked.removeprefix("bytes=").removesuffix("-")), 206
                    repository.ranges.append(begin)
                    shown = begin + 1 if repository.fault("other_range") else begin
                    headers["Content_Range"] = f"bytes {shown}-{len(data) - 1}/{len(data)}"
                rest = data[begin:]
                if count <= repository.faults.get("breaks", 0) or repository.fault("stalls"):
                    self.send_response(status)
                    self.send_header("Content-Length", str(len(rest)))
                    for header, value in headers.items():
                        self.send_header(header.replace("_", "-"), value)
                    self.end_headers()
                    self.wfile.write(rest[:len(rest) // 2])
                    self.wfile.flush()
                    if repository.fault("stalls"):
                        time.sleep(60)
                    self.close_connection = True
                    return
                self.answer(status, rest, **headers)

        return Handler


class Check:
    def __init__(self, program, folder):
        self.program, self.folder, self.hub = program, folder, Hub()
        self.held, self.failed, self.cases = 0, [], 0

    def environment(self, cache, **more):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("HF_") and "proxy" not in name.lower()}
        return kept | {"HF_ENDPOINT": self.hub.url, "HF_HUB_CACHE": str(cache), "HOME": str(self.folder)} | more

    def run(self, *arguments, cache, **more):
        return subprocess.run([self.program, *arguments], capture_output=True, text=True, timeout=120,
                              env=self.environment(cache, **more))

    def expect(self, what, holds, seen=""):
        self.cases += 1
        if holds:
            self.held += 1
        else:
            self.failed.append(what)
            print(f"ERROR: {what}\n  {seen}")

    def cache(self, name):
        return self.folder / f"cache-{name.replace('/', '-')}"

    def fetched(self, name, files, *arguments, **more):
        """Fetches and compares what lies in the snapshot; returns its folder."""
        cache = self.cache(name)
        done = self.run("fetch", name, *arguments, cache=cache, **more)
        folder = cache / ("models--" + name.replace("/", "--")) / "snapshots" / COMMIT
        there = {path.name: path.read_bytes() for path in folder.iterdir()} if folder.is_dir() else {}
        self.expect(f"{name} is got whole", done.returncode == 0 and there == files and done.stdout.strip() == str(folder),
                    done.stderr + str(sorted(there)))
        left = list((folder.parent.parent / "blobs").glob("*.incomplete")) if folder.is_dir() else []
        self.expect(f"{name} leaves nothing unfinished", not left, left)
        return folder

    def refused(self, name, sentence, *arguments, cache=None, **more):
        cache = self.cache(cache or name)
        done = self.run("fetch", name, *arguments, cache=cache, **more)
        lines = [line for line in done.stderr.splitlines() if line.startswith("glassformer: ")]
        self.expect(f"{name} is refused with “{sentence}”",
                    done.returncode == 2 and len(lines) == 1 and sentence in lines[0] and not done.stdout,
                    f"{done.returncode} {done.stderr}")
        self.expect(f"{name}: the token is in no message", TOKEN not in done.stderr + done.stdout)
        left = [path for pattern in ("snapshots/*/*.safetensors", "blobs/*.incomplete")
                for path in cache.glob("models--*/" + pattern)]
        self.expect(f"{name} leaves nothing", not left, left)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    options = parser.parse_args()
    model = SOURCE / "assets/models/sort"
    files = {name: (model / name).read_bytes() for name in ("config.json", "model.safetensors")}
    with tempfile.TemporaryDirectory() as folder:
        check = Check(str(pathlib.Path(options.program).resolve()), pathlib.Path(folder))
        add = check.hub.repositories.__setitem__

        # Whole models, and the ways to one that is.
        add("good/model", Repository(files, also=["README.md", "pytorch_model.bin", "../../evil", "/etc/evil",
                                                  "sub/config.json", "model.safetensors/..", "onnx/model.onnx"]))
        snapshot = check.fetched("good/model", files)
        cache = check.cache("good/model")
        check.expect("only what was asked for is in the cache",
                     {path.name for path in cache.iterdir()} == {"models--good--model", ".locks"}, list(cache.iterdir()))
        check.expect("the branch names the commit",
                     (cache / "models--good--model/refs/main").read_text().strip() == COMMIT)
        check.expect("the names are links to the blobs", (snapshot / "config.json").is_symlink())
        opened = check.run("explain", "--model", "good/model", "--tokens", "1,2,3", "--cell", "logits[0,0]", cache=cache)
        check.expect("it opens by its name", opened.returncode == 0, opened.stderr)
        before = check.hub.repositories["good/model"].counts.copy()
        again = check.run("fetch", "good/model", cache=cache)
        check.expect("a second time gets nothing",
                     again.returncode == 0 and "already there" in again.stderr
                     and check.hub.repositories["good/model"].counts == before, again.stderr)
        by_commit = check.run("fetch", "good/model", "--revision", COMMIT, cache=check.cache("commit"))
        check.expect("a commit is a revision", by_commit.returncode == 0, by_commit.stderr)

        index = json.dumps({"weight_map": {}}).encode()
        shards = {"config.json": files["config.json"], "model.safetensors.index.json": index,
                  "model-00001-of-00002.safetensors": b"first" * 100, "model-00002-of-00002.safetensors": b"second" * 100}
        add("shards/model", Repository(shards, also=["model-1-of-2.safetensors", "model-00003-of-00003.safetensors.bak"]))
        check.fetched("shards/model", shards)
        add("breaks/model", Repository(files, breaks=3))
        check.fetched("breaks/model", files)
        size = len(files["model.safetensors"])
        ranges = check.hub.repositories["breaks/model"].ranges
        check.expect("a broken file is gone on with", ranges and ranges == sorted(set(ranges)) and ranges[0] == size // 2, ranges)
        add("no-ranges/model", Repository(files, breaks=1, no_ranges=True))
        check.fetched("no-ranges/model", files)
        add("busy/model", Repository(files, busy=2))
        check.fetched("busy/model", files)
        add("renamed/model", Repository(files, renamed=True))
        add("new/model", Repository(files))
        check.fetched("renamed/model", files)
        add("gated/model", Repository(files, gated=True))
        check.refused("gated/model", "does not exist at")
        check.refused("gated/model", "may not read gated/model", HF_TOKEN="hf_another")
        check.fetched("gated/model", files, HF_TOKEN=TOKEN)
        check.expect("the token was sent to the hub", f"Bearer {TOKEN}" in check.hub.tokens["hub"])
        check.expect("and to no other host", not check.hub.tokens["cdn"], check.hub.tokens)
        for number, host in enumerate((check.hub.plain, f"localhost:1@{check.hub.plain}", f"localhost@{check.hub.plain}")):
            check.refused("gated/model", "over https only", HF_TOKEN=TOKEN, HF_ENDPOINT=f"http://{host}", cache=f"plain-{number}")
        told = lambda: [token for token in check.hub.tokens["plain"] if TOKEN in token]
        check.expect("nor over plain http to another machine", not told(), check.hub.tokens)
        proxy = f"http://{check.hub.plain}"
        past = check.run("fetch", "gated/model", cache=check.cache("proxy"), HF_TOKEN=TOKEN, http_proxy=proxy, all_proxy=proxy)
        check.expect("nor to a proxy on the way to this machine", past.returncode == 0 and not told(), past.stderr)
        open_to_all = check.run("fetch", "good/model", cache=check.cache("plain-open"), HF_TOKEN=TOKEN,
                                HF_ENDPOINT=f"http://{check.hub.plain}")
        check.expect("which is asked for what all may read",
                     open_to_all.returncode == 0 and not told(), open_to_all.stderr)
        for name in ("good/model", "renamed/model"):
            by_path = check.run("fetch", name, cache=check.cache("path"), HF_ENDPOINT=check.hub.url + PREFIX + "/")
            check.expect(f"{name} is got from an endpoint with a path", by_path.returncode == 0, by_path.stderr)
        (check.folder / "home").mkdir()
        (check.folder / "home/token").write_text(TOKEN + "\n")
        from_file = check.run("fetch", "gated/model", cache=check.cache("token-file"), HF_HOME=str(check.folder / "home"))
        check.expect("the token file is read", from_file.returncode == 0, from_file.stderr)

        # A download that was ended goes on.
        add("stalls/model", Repository(files, stalls=True))
        part = check.cache("stalls/model") / "models--stalls--model/blobs" / (
            hashlib.sha256(files["model.safetensors"]).hexdigest() + ".incomplete")
        ended = subprocess.Popen([check.program, "fetch", "stalls/model"], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, env=check.environment(check.cache("stalls/model")))
        until = time.monotonic() + 60
        while not (part.exists() and part.stat().st_size > 0) and time.monotonic() < until:
            time.sleep(0.05)
        ended.kill()
        ended.wait()
        had = part.stat().st_size if part.exists() else 0
        check.expect("a part is kept when the program is ended", 0 < had < size, had)
        del check.hub.repositories["stalls/model"].faults["stalls"]
        check.fetched("stalls/model", files)
        check.expect("and only the rest is got", check.hub.repositories["stalls/model"].ranges[-1:] == [had],
                     check.hub.repositories["stalls/model"].ranges)

        # Two at the same time.
        for attempt in range(3):
            add(f"two-{attempt}/model", Repository(files, slow=True))
            cache = check.cache(f"two-{attempt}")
            both = [subprocess.Popen([check.program, "fetch", f"two-{attempt}/model"], text=True, stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, env=check.environment(cache)) for _ in range(2)]
            said = [one.communicate(timeout=120) for one in both]
            snapshot = cache / f"models--two-{attempt}--model/snapshots" / COMMIT
            there = {path.name: path.read_bytes() for path in snapshot.iterdir()} if snapshot.is_dir() else {}
            check.expect("two fetches of one model at the same time both end well",
                         [one.returncode for one in both] == [0, 0] and there == files, said)
            check.expect("and get the weights once",
                         check.hub.repositories[f"two-{attempt}/model"].counts == {"model.safetensors": 1},
                         check.hub.repositories[f"two-{attempt}/model"].counts)

        # What is refused.
        blobs = check.cache("no-blobs") / "models--good--model/blobs"
        blobs.parent.mkdir(parents=True)
        blobs.write_text("a file where a folder should be")
        check.refused("good/model", "cannot be made", cache="no-blobs")
        if os.geteuid() == 0:
            print("check-fetch: a blobs folder that cannot be written is not tried, because root writes everywhere")
        else:
            blobs = check.cache("locked-blobs") / "models--good--model/blobs"
            blobs.mkdir(parents=True)
            blobs.chmod(0o500)
            check.refused("good/model", "could not be written", cache="locked-blobs")
        wrong = {"longer": "does not have the", "shorter": "does not have the", "other_bytes": "not those of the checksum",
                 "loops": "model.safetensors", "no_checksum": "reports no size or checksum",
                 "page": "did not answer with a list"}
        for fault, sentence in wrong.items():
            add(f"{fault}/model".replace("_", "-"), Repository(files, **{fault: True}))
            check.refused(f"{fault}/model".replace("_", "-"), sentence)
        add("other-range/model", Repository(files, breaks=1, other_range=True))
        check.refused("other-range/model", "does not have the")
        add("smaller/model", Repository(files, size=size - 4))
        check.refused("smaller/model", "does not have the")
        add("larger/model", Repository(files, size=size + 4))
        check.refused("larger/model", "does not have the")
        add("huge/model", Repository(files, size=10 ** 15))
        check.refused("huge/model", "is larger than 20 GB")
        add("huge-number/model", Repository(files, size=10 ** 30))
        check.refused("huge-number/model", "reports no size or checksum")
        check.refused("good/model", "larger than 10 kB", "--limit", "0.00001", cache="limit")
        add("commit/model", Repository(files, sha="../../../evil"))
        check.refused("commit/model", "did not answer with a list")
        add("pickle/model", Repository({"config.json": b"{}", "pytorch_model.bin": b"x"}))
        check.refused("pickle/model", "convert it to safetensors")
        add("empty/model", Repository({"config.json": b"{}"}))
        check.refused("empty/model", "no model.safetensors")
        add("no-config/model", Repository({"model.safetensors": b"x"}))
        check.refused("no-config/model", "no config.json")
        check.refused("nobody/nothing", "was not found in nobody/nothing")
        for name in ("../evil", "a/b/c", "a//b", "/etc", "a/..", "a b/c", "a--b/c"):
            check.refused(name, "is named OWNER/NAME")
        check.refused("good/model", "--revision takes", "--revision", "../x", cache="revision")
        check.refused("good/model", "--limit takes", "--limit", "-1", cache="limits")
        check.refused("good/model", "HF_ENDPOINT must begin", HF_ENDPOINT="ftp://x", cache="ftp")
        check.refused("good/model", "cannot be reached", HF_ENDPOINT="http://127.0.0.1:9", cache="port")
        check.refused("good/model", "not allowed in a token", HF_TOKEN="hf_two\nlines", cache="lines")
    print(f"check-fetch test cases: {check.cases} | {check.held} passed | {len(check.failed)} failed")
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
