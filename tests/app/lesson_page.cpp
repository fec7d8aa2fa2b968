// The page of a lesson in a real browser, without a network: its script runs, its keys step, it is as wide as the
// window.
// ctest: alone 5 s
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>

#include "tests/support/program.h"
#include "tests/support/skipped.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("lesson_page");

namespace {

const std::string lesson = R"(---
title: In a browser
---
## One

```scene
model: coreference-full
view: walk
stage: blocks.1.attn.weights
head: 1
```

The weight is {{blocks.1.attn.weights[head 1, it, animal] : 3}}, of $blocks.1.attn.weights$.

| a long table | with several | columns of words | that are wide |
|---|---|---|---|
| blocks.1.attn.weights | blocks.1.attn.scores_raw | blocks.1.attn.scores_scaled | blocks.1.attn.heads |

$$ S = Q K^T + Q K^T + Q K^T + Q K^T + Q K^T + Q K^T + Q K^T + Q K^T + Q K^T + Q K^T $$

```text
a_very_long_word_that_has_no_space_in_it_and_so_cannot_be_broken_anywhere_but_within_itself_at_some_letter
```

## Two

```ask
choice: Which one?
option: animal | blocks.1.attn.weights[head 1, it, animal]
option: street | blocks.1.attn.weights[head 1, it, street]
```
```reveal
cell: blocks.1.attn.weights[head 1, it, animal]
```

After the answer.

## Three

```scene
view: attention
page: heads
```

Words.
)";

/// What the browser has of the page after its scripts ran; nothing where there is no browser, and the test is skipped.
std::optional<Outcome> browse(const std::filesystem::path& page, const std::string& hash, int width) {
    if (std::system("command -v chromium >/dev/null") != 0) {
        skip(Needs::tools, "no chromium");
        return {};
    }
    const auto errors = scratch() / "browser.log";
    const std::string command =
        "timeout 60 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run "
        "--host-resolver-rules='MAP * ~NOTFOUND' --enable-logging=stderr --v=0 --virtual-time-budget=4000 "
        "--user-data-dir=" +
        (scratch() / "browser").string() + " --window-size=" + std::to_string(width) + ",900 --dump-dom 'file://" +
        page.string() + hash + "' 2>" + errors.string();
    Outcome outcome;
    FILE* pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 4096> buffer{};
    for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
        outcome.out.append(buffer.data(), n);
    const int status = pclose(pipe);
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome.err = text_of(errors);
    return outcome;
}

const std::filesystem::path& page_file() {
    static std::filesystem::path file;
    if (!file.empty()) return file;
    write(scratch() / "browser.md", lesson);
    const auto made =
        run_drawing("lesson export " + (scratch() / "browser.md").string() + " --out " + (scratch() / "page").string());
    if (!made) return file;
    REQUIRE_MESSAGE(made->code == 0, made->err);
    return file = scratch() / "page" / "browser.html";
}

/// In double quotes of HTML.
std::string in_attribute(const std::string& text) {
    std::string made;
    for (const char c : text) made += c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
    return made;
}

/// A page with copies of the lesson's in frames of these widths, so that the browser is started once. Each may run one
/// more script, which writes what it saw into the copy's title; the page's title has all of them.
std::filesystem::path driven_page(const std::string& script, std::initializer_list<int> widths) {
    std::string page = text_of(page_file());
    const std::size_t policy = page.find("<meta http-equiv=\"Content-Security-Policy\"");
    REQUIRE(policy != std::string::npos);
    page.erase(policy, page.find('>', policy) + 1 - policy);
    const std::size_t end = page.find("</body>");
    REQUIRE(end != std::string::npos);
    page.insert(end, "<script>\nconst seen = [];\n" + script + "\ndocument.title = seen.join(' ');\n</script>\n");
    std::string frames = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title></title></head><body>\n";
    for (const int width : widths)
        frames += "<iframe style=\"border:0;height:900px;width:" + std::to_string(width) + "px\" srcdoc=\"" +
                  in_attribute(page) + "\"></iframe>\n";
    write(scratch() / "page" / "driven.html",
          frames +
              "<script>\nwindow.addEventListener('load', () => { document.title = [...document.querySelectorAll("
              "'iframe')].map(each => each.contentWindow.innerWidth + ': ' + each.contentDocument.title).join('; '); "
              "});\n</script>\n</body></html>\n");
    return scratch() / "page" / "driven.html";
}

std::string title_of(const std::string& dom) {
    const std::size_t begin = dom.find("<title>") + 7;
    return dom.substr(begin, dom.find("</title>") - begin);
}

}  // namespace

TEST_CASE("the page opens at the step of its address, and the browser has nothing to say") {
    if (page_file().empty()) return;
    const auto seen = browse(page_file(), "#step-3", 1280);
    if (!seen) return;
    CHECK(seen->code == 0);
    CHECK_MESSAGE(seen->err.find("CONSOLE") == std::string::npos, seen->err);
    CHECK(seen->out.find("class=\"step now\" id=\"step-3\"") != std::string::npos);
    CHECK(seen->out.find("class=\"step now\" id=\"step-1\"") == std::string::npos);
    CHECK(seen->out.find(">3 / 3<") != std::string::npos);
}

TEST_CASE("keys step, an answer is hidden until it is asked for, cells say their numbers, nothing is too wide") {
    if (page_file().empty()) return;
    const std::string script = R"js(
const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: key, bubbles: true, cancelable: true}));
const step = () => document.querySelector(".step.now").id.slice(5);
for (const key of ["ArrowRight", "PageDown", "PageDown", "ArrowLeft", "Home", "End", "PageUp", "Home"]) { press(key); seen.push(step()); }
const wide = () => document.documentElement.scrollWidth > window.innerWidth;
for (let i = 0; i < 3; ++i) { show(i, false); seen.push(wide() ? "wide" : "fits"); }
show(1, false);
const visible = name => getComputedStyle(document.querySelector("#step-2 " + name)).display !== "none";
seen.push(visible(".before"), visible(".after"));
document.querySelector("#step-2 .answer").open = true;
seen.push(visible(".before"), visible(".after"), wide() ? "wide" : "fits");
show(0, false);
const svg = document.querySelector("#step-1 svg[role=img]:not(.on-light):not(.on-dark)");
const maps = cells[svg.id].maps, map = maps.find(each => each.name.startsWith("Attention weights"));
const box = svg.getBoundingClientRect(), scale = box.width / cells[svg.id].width;
const x = box.left + (map.rect[0] + map.rect[2] * 1.5 / map.cols) * scale, y = box.top + (map.rect[1] + map.rect[3] * 8.5 / map.rows) * scale;
svg.dispatchEvent(new PointerEvent("pointermove", {clientX: x, clientY: y, bubbles: true}));
seen.push(tip.hidden ? "hidden" : tip.children[0].textContent + "|" + tip.children[1].textContent);
svg.dispatchEvent(new PointerEvent("pointerleave", {}));
seen.push(tip.hidden ? "hidden" : "shown");
)js";
    const auto seen = browse(driven_page(script, {1280, 390}), "", 1400);
    if (!seen) return;
    CHECK_MESSAGE(seen->err.find("CONSOLE") == std::string::npos, seen->err);
    const std::string each = "2 3 3 2 1 3 2 1 fits fits fits true false false true fits 0.9999|it → animal hidden";
    CHECK(title_of(seen->out) == "1280: " + each + "; 390: " + each);
}

TEST_SUITE_END();
