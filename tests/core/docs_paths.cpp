// The documents against the tree: every path that they name is there, and a recipe has as many files as it says.
// ctest: optimised instead
#include <doctest/doctest.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/support.h"

namespace {

namespace fs = std::filesystem;
using glassformer::test::source_dir;

/// The folders of the project. A path that begins with one of them is looked for from the top of the project, any other
/// anywhere, as the end of a path ("config.h"), and a link beside its document.
constexpr std::array<std::string_view, 11> top_folders{".ci",  "app",       "assets",  "bench",   "cmake", "core",
                                                       "docs", "packaging", "scripts", "shaders", "tests"};

struct Allowed {
    const char* pattern;
    const char* reason;
};
/// What looks like a path and is none of the project's. Nothing here can begin with one of its folders.
constexpr std::array allowed{
    Allowed{R"(\.\w+)", "an ending"},
    Allowed{R"((.*[-/])?(DIR|FILE|LABEL|NAME|NUMBER|OWNER|PROCESS|TASK)([-/.].*)?)", "the reader's own file"},
    Allowed{R"((build|dist)/.*)", "what is built"},
    Allowed{R"((~|\$XDG_CONFIG_HOME|HF_HOME|huggingface)/.*)", "the user's folders"},
    Allowed{R"(lib/glassformer|glibc-hwcaps/.*|glassformer[-_]\d.*\.(deb|tar\.xz|run))", "what is installed"},
    Allowed{R"(((merges|vocab|tokenizer)(\.target)?|tokenizer_config|added_tokens|special_tokens_map)\.(txt|json))",
            "files of a published model"},
    Allowed{R"(modules\.json|model\.safetensors\.index\.json|openai-community/gpt2)", "a published model"},
    Allowed{R"((trace|training)\.safetensors|weights\.(npy|png)|frame-0001\.png|index\.html|cs60010-seed-7.*\.pdf)",
            "what a command writes"},
    Allowed{R"(\*\.glassformer)", "sessions"},
    Allowed{R"(stored/|N/step|</s>)", "a name that has no file"},
};

/// Every file and folder of the project, by its whole path and by each end of it.
struct Tree {
    std::vector<std::string> files;
    std::set<std::string> paths, ends;

    void add(const std::string& path) {
        for (std::size_t to = path.size(); to != std::string::npos; to = to == 0 ? to : path.rfind('/', to - 1)) {
            if (to == 0) break;
            const std::string whole = path.substr(0, to);
            if (!paths.insert(whole).second) break;
            for (std::size_t from = whole.find('/'); from != std::string::npos; from = whole.find('/', from + 1))
                ends.insert(whole.substr(from + 1));
        }
    }
};

const Tree& tree() {
    static const Tree all = [] {
        Tree found;
        for (const std::string_view top : top_folders)
            for (const auto& entry : fs::recursive_directory_iterator(source_dir() / top)) {
                const std::string name = fs::relative(entry.path(), source_dir()).generic_string();
                if (!entry.is_regular_file() || name.find("__pycache__") != std::string::npos) continue;
                found.files.push_back(name);
                found.add(name);
            }
        for (const auto& entry : fs::directory_iterator(source_dir()))
            if (entry.is_regular_file()) found.add(entry.path().filename().generic_string());
        return found;
    }();
    return all;
}

std::vector<std::string> lines_of(const std::string& document) {
    std::ifstream file(source_dir() / document);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

/// README.md and the Markdown files of docs.
std::vector<std::string> documents() {
    std::vector<std::string> found{"README.md", "docs/gallery/README.md"};
    for (const auto& entry : fs::directory_iterator(source_dir() / "docs"))
        if (entry.path().extension() == ".md") found.push_back("docs/" + entry.path().filename().generic_string());
    std::ranges::sort(found);
    return found;
}

bool begins_in_project(const std::string& word) {
    const std::size_t slash = word.find('/');
    return slash != std::string::npos &&
           std::ranges::find(top_folders, std::string_view(word).substr(0, slash)) != top_folders.end();
}

/// Without the marks around a word of a sentence; a dot in front belongs to it.
std::string bare(std::string word) {
    constexpr std::string_view marks = ",;:()\"'";
    const std::size_t first = word.find_first_not_of(marks);
    if (first == std::string::npos) return {};
    word = word.substr(first);
    word.erase(word.find_last_not_of(std::string(marks) + '.') + 1);
    return word;
}

bool looks_like_path(const std::string& word) {
    static const std::regex path(R"([A-Za-z0-9_.~$*{<][A-Za-z0-9_./~$*{},<>+-]*)");  // none of the system
    static const std::regex ending(
        R"(.*\.(cmake|comp|cpp|css|csv|deb|desktop|frag|gif|glassformer|glsl|gz|h|html|js|json|md|mp4|npy|pdf|png|py|run|safetensors|sh|supp|svg|txt|vert|xml|xz))");
    return std::regex_match(word, path) && (word.find('/') != std::string::npos || std::regex_match(word, ending));
}

/// The words of the code in a line, between backticks, that look like paths.
std::vector<std::string> paths_between_backticks(const std::string& line) {
    static const std::regex code("`([^`]+)`");
    std::vector<std::string> found;
    for (std::sregex_iterator span(line.begin(), line.end(), code), end; span != end; ++span) {
        std::istringstream words((*span)[1]);
        for (std::string word; words >> word;)
            if (looks_like_path(bare(word))) found.push_back(bare(word));
    }
    return found;
}

/// What a line of a document in this folder links to: paths from the top of the project, with a slash before them.
std::vector<std::string> link_targets(const std::string& line, const fs::path& folder) {
    static const std::regex link(R"(\]\(([^) ]+)\))");
    std::vector<std::string> found;
    for (std::sregex_iterator target(line.begin(), line.end(), link), end; target != end; ++target) {
        const std::string path = (*target)[1].str().substr(0, (*target)[1].str().find('#'));
        if (path.find("://") == std::string::npos && looks_like_path(path))
            found.push_back("/" + (folder / path).lexically_normal().generic_string());
    }
    return found;
}

/// The paths that a document names: in code within a line and in links all that look like one, in blocks of code those
/// that begin with a folder of the project.
std::vector<std::string> paths_named(const std::string& document, const std::vector<std::string>& lines) {
    const fs::path folder = fs::path(document).parent_path();
    std::vector<std::string> found;
    std::size_t fence = 0;  // backticks that opened the block
    for (const std::string& line : lines) {
        const std::size_t ticks = std::min(line.find_first_not_of('`'), line.size());
        if (ticks >= 3) {
            fence = fence == 0 ? ticks : ticks >= fence ? 0 : fence;
            continue;
        }
        if (fence > 0) {
            std::istringstream words(line);
            for (std::string word; words >> word;)
                if (begins_in_project(bare(word)) && looks_like_path(bare(word))) found.push_back(bare(word));
            continue;
        }
        for (const auto& paths : {paths_between_backticks(line), link_targets(line, folder)})
            found.insert(found.end(), paths.begin(), paths.end());
    }
    return found;
}

/// "a.{h,cpp}" as "a.h" and "a.cpp", "<name>" and "NAME" as a pattern.
std::vector<std::string> patterns_of(const std::string& path) {
    const std::size_t open = path.find('{'), close = path.find('}', std::min(open, path.size()));
    if (close == std::string::npos) {
        static const std::regex placeholder("NAME|<[a-z]+>");
        return {std::regex_replace(path, placeholder, "*")};
    }
    std::vector<std::string> found;
    std::istringstream parts(path.substr(open + 1, close - open - 1));
    for (std::string part; std::getline(parts, part, ',');)
        for (const std::string& one : patterns_of(path.substr(0, open) + part + path.substr(close + 1)))
            found.push_back(one);
    return found;
}

bool is_there(std::string pattern) {
    while (pattern.ends_with('/')) pattern.pop_back();
    const auto in = [&](const std::set<std::string>& names) {
        if (pattern.find('*') == std::string::npos) return names.contains(pattern);
        return std::ranges::any_of(names, [&](const std::string& name) {
            return std::ranges::count(name, '/') == std::ranges::count(pattern, '/') &&
                   fnmatch(pattern.c_str(), name.c_str(), FNM_PATHNAME) == 0;
        });
    };
    if (pattern.starts_with('/')) return tree().paths.contains(pattern.substr(1));
    // "core/mask" is also the name of a test.
    if (begins_in_project(pattern)) return in(tree().paths) || tree().paths.contains("tests/" + pattern + ".cpp");
    return in(tree().paths) || in(tree().ends);
}

bool is_allowed(const std::string& path) {
    return !begins_in_project(path) && !path.starts_with('/') && std::ranges::any_of(allowed, [&](const Allowed& one) {
        return std::regex_match(path, std::regex(one.pattern));
    });
}

/// The paths of a document that are nowhere in the project, and that are not meant to be.
std::set<std::string> missing(const std::string& document, const std::vector<std::string>& lines) {
    std::set<std::string> found;
    for (const std::string& path : paths_named(document, lines))
        if (!std::ranges::all_of(patterns_of(path), is_there) && !is_allowed(path)) found.insert(path);
    return found;
}

struct Recipe {
    std::string name;
    int files = 0;  // that it says it has
    std::set<std::string> paths;
};

/// The items of a list that begin "**Name** (number": their source files are those before "*Beside".
std::vector<Recipe> recipes(const std::vector<std::string>& lines) {
    static const std::regex beginning(R"(^- \*\*([^*]+)\*\* \((\d+)[,)])");
    std::vector<Recipe> found;
    bool in_item = false, beside = false;
    for (const std::string& line : lines) {
        if (line.empty() || line.starts_with("- ") || line.starts_with('#')) in_item = beside = false;
        std::smatch match;
        if (std::regex_search(line, match, beginning)) {
            found.push_back({match[1], std::stoi(match[2]), {}});
            in_item = true;
        }
        if (!in_item || beside) continue;
        const std::size_t rest = line.find("*Beside");
        beside = rest != std::string::npos;
        for (const std::string& path : paths_between_backticks(line.substr(0, rest))) {
            const bool source = !begins_in_project(path) || path.starts_with("app/") || path.starts_with("core/") ||
                                path.starts_with("shaders/") || path.starts_with("assets/");
            if (source && !path.ends_with('/')) found.back().paths.insert(path);
        }
    }
    return found;
}

}  // namespace

TEST_SUITE_BEGIN("documents");

TEST_CASE("every path that a document names is there") {
    REQUIRE(tree().files.size() > 1500);
    std::size_t read = 0;
    for (const std::string& document : documents()) {
        CAPTURE(document);
        const std::vector<std::string> lines = lines_of(document);
        read += paths_named(document, lines).size();
        for (const std::string& path : missing(document, lines)) FAIL_CHECK(path << " is nowhere");
    }
    CHECK(read > 400);
}

TEST_CASE("a path that is wrong is found, in code, in a link and in a block of code") {
    const auto wrong = [](std::vector<std::string> lines) { return missing("docs/planted.md", lines); };
    using Paths = std::set<std::string>;
    CHECK(wrong({"`core/ops/softmaxes.cpp`, `softmaxes.cpp` and `ops/softmaxes.cpp`."}) ==
          Paths{"core/ops/softmaxes.cpp", "ops/softmaxes.cpp", "softmaxes.cpp"});
    CHECK(wrong({"`scripts/tests.sh --affected` in `app/nowhere/`"}) == Paths{"scripts/tests.sh", "app/nowhere/"});
    CHECK(wrong({"[a guide](sources.md), [another](../READ.md), [a picture](gallery/no.png#there)"}) ==
          Paths{"/docs/sources.md", "/READ.md", "/docs/gallery/no.png"});
    CHECK(wrong({"```", "scripts/tests.sh  # runs", "```", "````", "```", "core/no.cpp", "```", "````"}) ==
          Paths{"scripts/tests.sh", "core/no.cpp"});
    CHECK(wrong({"`core/ops/softmax.{h,cpp}`, `core/ops/soft_*.h`, `app/views/NAME/nothing.cpp`"}) ==
          Paths{"core/ops/softmax.{h,cpp}", "core/ops/soft_*.h", "app/views/NAME/nothing.cpp"});
    CHECK(wrong({"`core/FILE.md`"}) == Paths{"core/FILE.md"});
    CHECK(wrong({"`core/ops/softmax.cpp`, `softmax.cpp`, `ops/softmax.cpp`, `core/ops/`, `core/softmax`,",
                 "`core/model/graph.{h,cpp}`, `app/views/NAME/commands.cpp`, `kernels_*.cpp`, [it](source.md),",
                 "[that](../README.md), [there](https://a.b/c.md), `glassformer render --out FILE.png`, `.ci/base`"})
              .empty());
}

TEST_CASE("what is allowed to be nowhere is named by a document, and has a reason") {
    std::set<std::string> named;
    for (const std::string& document : documents())
        for (const std::string& path : paths_named(document, lines_of(document))) named.insert(path);
    for (const Allowed& one : allowed) {
        CAPTURE(one.pattern);
        CHECK(std::string_view(one.reason).size() > 5);
        CHECK(std::ranges::any_of(
            named, [&](const std::string& path) { return std::regex_match(path, std::regex(one.pattern)); }));
    }
}

TEST_CASE("a recipe has as many files as it says") {
    std::size_t counted = 0;
    for (const char* document : {"docs/source.md", "docs/recipes.md"})
        for (const Recipe& recipe : recipes(lines_of(document))) {
            CAPTURE(document);
            CAPTURE(recipe.name);
            CHECK(recipe.paths.size() == static_cast<std::size_t>(recipe.files));
            ++counted;
        }
    CHECK(counted > 20);
    const std::vector<Recipe> planted = recipes({"- **A mask** (2, or more): `core/model/mask.cpp`, `docs/formats.md`,",
                                                 "  in `core/model/`, `mask.h`. *Beside them:* `core/ops/mask.cpp`",
                                                 "  and `core/ops/ops.h`.", "- **No number**: `core/ops/add.cpp`"});
    REQUIRE(planted.size() == 1);
    CHECK(planted.front().paths == std::set<std::string>{"core/model/mask.cpp", "mask.h"});
}

TEST_CASE("what a stranger reads first is short") {
    CHECK(fs::file_size(source_dir() / "README.md") <= 6000);
    const std::vector<std::string> guide = lines_of("docs/source.md");
    CHECK(guide.size() <= 150);
    for (const std::string& line : guide) {
        CAPTURE(line);
        const auto letters = std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; });  // of UTF-8
        CHECK(letters <= 120);
    }
}

TEST_SUITE_END();
