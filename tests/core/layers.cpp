// The rooms of the program and what each may include, read off the #include lines. A room names only rooms that stand
// before it in this table, so no include can point upwards and no two rooms can need each other.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/support.h"

namespace {

namespace fs = std::filesystem;

struct Room {
    std::string folder;
    std::vector<std::string> includes;  // rooms, besides itself
    std::string libraries;              // what of the libraries it may name, besides std: a regular expression
};

const std::string opengl = R"(epoxy/gl\.h)";
const std::string format = R"(fmt/core\.h)";
const std::string system = R"((dirent|fcntl|unistd)\.h|sys/\w+\.h)";

/// From the engine's ground up to main().
const std::vector<Room>& rooms() {
    const std::vector<std::string> views{
        "core/base",   "core/tensor",        "core/tape",           "core/ops",        "core/math",    "core/model",
        "core/io",     "core/session",       "core/analysis",       "core/generate",   "app/platform", "app/paint",
        "app/widgets", "app/pictures/board", "app/pictures/charts", "app/views/shared"};
    const auto with = [](std::vector<std::string> all, std::initializer_list<const char*> more) {
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    const auto trainings = with(views, {"core/generate", "core/train", "core/train/experiments",
                                        "core/train/laboratory", "core/train/surface", "app/pictures/charts"});
    const auto experiments =
        with(views, {"core/experiments", "core/train", "core/train/experiments", "app/views/experiments/frame"});
    static const std::vector<Room> all{
        {"core/base", {}, R"(nlohmann/json\.hpp|)" + system},
        {"core/tensor", {"core/base"}, ""},
        {"core/math", {"core/base"}, R"(Eigen/\w+|dnnl\.h|omp\.h)"},
        {"core/ops", {"core/base", "core/tensor", "core/math"}, R"(Eigen/\w+)"},
        {"core/tape", {"core/base", "core/tensor", "core/ops"}, ""},
        {"core/text", {"core/base"}, R"(utf8proc\.h)"},
        {"core/text/pretrained", {"core/base", "core/text"}, R"(utf8proc\.h|pcre2\.h)"},
        {"core/model", {"core/base", "core/tensor", "core/math", "core/ops", "core/tape", "core/text"}, ""},
        {"core/model/positional",
         {"core/base", "core/tensor", "core/ops", "core/model"},
         ""},  // implements positional.h
        {"core/io", {"core/base", "core/tensor", "core/ops", "core/text", "core/text/pretrained", "core/model"}, ""},
        {"core/io/import", {"core/base", "core/io"}, ""},  // implements importer.h
        {"core/session",
         {"core/base", "core/tensor", "core/ops", "core/tape", "core/text", "core/model", "core/io"},
         ""},
        {"core/lesson",
         {"core/base", "core/tensor", "core/ops", "core/tape", "core/text", "core/model", "core/session"},
         R"(md4c\.h)"},
        {"core/generate",
         {"core/base", "core/tensor", "core/ops", "core/tape", "core/text", "core/model", "core/io", "core/session"},
         ""},
        {"core/analysis",
         {"core/base", "core/tensor", "core/ops", "core/tape", "core/model", "core/io", "core/session"},
         R"(Eigen/\w+)"},
        {"core/positions",
         {"core/base", "core/tensor", "core/math", "core/ops", "core/tape", "core/model", "core/io"},
         R"(Eigen/\w+)"},
        {"core/train",
         {"core/base", "core/tensor", "core/math", "core/ops", "core/tape", "core/model", "core/io", "core/generate"},
         ""},
        {"core/train/experiments",
         {"core/base", "core/tensor", "core/tape", "core/model", "core/analysis", "core/train"},
         ""},
        {"core/train/laboratory",
         {"core/base", "core/tensor", "core/model", "core/io", "core/session", "core/generate", "core/train",
          "core/train/experiments"},
         ""},
        {"core/train/surface", {"core/base", "core/tensor", "core/model", "core/train", "core/train/laboratory"}, ""},
        {"core/train/tasks", {"core/base", "core/model", "core/train", "core/train/experiments"}, ""},
        {"core/experiments",
         {"core/base", "core/tensor", "core/math", "core/ops", "core/tape", "core/model", "core/io", "core/session",
          "core/analysis", "core/generate", "core/train", "core/train/experiments", "core/train/laboratory"},
         ""},
        {"core/exercises",
         {"core/base", "core/tensor", "core/math", "core/ops", "core/tape", "core/model", "core/session", "core/lesson",
          "core/generate", "core/analysis", "core/train", "core/experiments"},
         ""},
        {"core/gl", {"core/base", "core/tensor", "core/ops", "core/tape"}, R"(epoxy/(gl|egl)\.h)"},

        {"app/platform",
         {"core/base", "core/gl"},
         R"(GLFW/glfw3\.h|epoxy/(gl|egl)\.h|gif_lib\.h|png\.h|spawn\.h|stdlib\.h|)" + system + "|" + format},
        {"app/paint", {"core/base", "core/math", "core/tape", "app/platform"}, format},
        {"app/render",
         {"core/base", "core/math", "core/tape", "core/gl", "app/platform", "app/paint"},
         opengl + R"(|imgui.*|fontconfig/.*|ft2build\.h|cairo.*|backends/.*|)" + format},
        {"app/widgets", {"core/base", "app/platform", "app/paint", "app/render"}, R"(imgui.*|epoxy/gl\.h)"},
        {"app/pictures/board",
         {"core/base", "core/tensor", "core/tape", "core/io", "core/session", "core/generate", "app/paint"},
         format},
        {"app/pictures/charts",
         {"core/base", "core/tape", "core/generate", "core/analysis", "app/paint", "app/pictures/board"},
         format},
        {"app/pictures/story",
         {"core/base", "core/ops", "core/session", "core/generate", "core/model", "app/paint", "app/pictures/board"},
         format},
        {"app/pictures/architecture",
         {"core/base", "core/tensor", "core/ops", "core/tape", "core/session", "core/generate", "core/model",
          "app/paint", "app/pictures/story"},
         format},
        {"app/pictures/ops",
         {"core/base", "core/ops", "core/model", "core/session", "app/paint", "app/pictures/board"},
         format},
        {"app/views/shared",
         {"core/base", "core/tensor", "core/ops", "core/tape", "core/model", "core/io", "core/session", "core/analysis",
          "app/platform", "app/paint", "app/widgets", "app/pictures/board"},
         format},
        {"app/views/explanation", with(views, {"core/positions"}), format},
        {"app/views/attention", with(views, {"app/views/explanation"}), format},
        {"app/views/compare", with(views, {"app/views/explanation"}), format},
        {"app/views/inspect", with(views, {"app/views/explanation"}), format},
        {"app/views/output", with(views, {"core/train", "app/views/explanation"}), format},
        {"app/views/positions", with(views, {"core/positions", "core/train", "core/train/experiments"}), format},
        {"app/views/memory", with(views, {"core/train"}), format},
        {"app/views/experiments/frame", with(views, {}), format},
        {"app/views/experiments/score_scale", with(experiments, {}), format},
        {"app/views/experiments/depth", with(experiments, {}), format},
        {"app/views/experiments/from_nothing", with(experiments, {}), format},
        {"app/views/experiments/batch", with(experiments, {}), format},
        {"app/views/experiments/architectures", with(experiments, {}), format},
        {"app/views/experiments/bottleneck", with(experiments, {}), format},
        {"app/views/experiments/results", with(experiments, {}), format},
        {"app/views/experiments/cost", with(experiments, {"core/train/laboratory", "app/views/memory"}), format},
        {"app/views/experiments/who_sees_whom", with(experiments, {}), format},
        {"app/views/experiments/tokens", with(experiments, {"core/text", "core/text/pretrained"}), format},
        {"app/views/experiments", with(views, {"app/views/experiments/frame"}), format},
        {"app/views/train/run", with(trainings, {}), format},
        {"app/views/train/charts", with(trainings, {"app/views/train/run"}), format},
        {"app/views/train/heads", with(trainings, {"app/views/train/run", "app/views/train/charts"}), format},
        {"app/views/train/film",
         with(trainings, {"app/views/train/run", "app/views/train/charts", "app/views/train/heads"}), format},
        {"app/views/train/step", with(trainings, {"app/views/train/run", "app/views/train/charts"}), format},
        {"app/views/train/surface", with(trainings, {"app/views/train/run", "app/views/train/charts"}), format},
        {"app/views/train/comparison",
         with(trainings, {"app/views/train/run", "app/views/train/charts", "app/views/train/heads"}), format},
        {"app/views/train",
         with(trainings, {"app/views/memory", "app/views/train/run", "app/views/train/charts", "app/views/train/heads",
                          "app/views/train/film", "app/views/train/step", "app/views/train/surface",
                          "app/views/train/comparison"}),
         format},
        {"app/views/walk",
         with(views, {"core/text", "app/pictures/story", "app/pictures/architecture", "app/views/explanation"}),
         format},
        {"app/files", {"core/base", "core/tape", "core/io", "app/platform", "app/views/shared"}, system},
        {"app/fetch", {"core/base", "core/io"}, format + "|" + system + R"(|curl/curl\.h|openssl/evp\.h)"},
        {"app/lessons",
         {"core/base", "core/tape", "core/model", "core/lesson", "core/session", "core/exercises", "app/platform",
          "app/paint", "app/widgets", "app/pictures/board", "app/views/shared", "app/files"},
         format},
        {"app/lecture",
         {"core/base", "core/lesson", "app/platform", "app/paint", "app/widgets", "app/views/shared", "app/lessons"},
         format},
        {"app/handout",
         {"core/base", "core/tape", "core/lesson", "core/exercises", "app/platform", "app/paint", "app/render",
          "app/lessons"},
         format},
        {"app/backend", {"core/base", "core/ops", "core/model", "core/io", "core/session", "core/gl"}, format},
        {"app/sheets",
         {"core/base", "core/tape", "core/model", "core/lesson", "core/io", "core/session", "core/generate",
          "app/platform", "app/paint", "app/widgets", "app/views/shared", "app/files", "app/lessons", "app/backend"},
         format},
        {"app/bars",
         {"core/base", "core/text", "core/text/pretrained", "core/model", "core/io", "core/session", "core/analysis",
          "core/generate", "core/train/laboratory", "app/paint", "app/widgets", "app/views/shared", "app/sheets"},
         format},
        {"app/program",
         {"core/base",
          "core/tape",
          "core/text",
          "core/model",
          "core/io",
          "core/session",
          "core/lesson",
          "core/train/laboratory",
          "app/platform",
          "app/paint",
          "app/render",
          "app/widgets",
          "app/pictures/board",
          "app/pictures/charts",
          "app/views/shared",
          "app/views/explanation",
          "app/files",
          "app/backend",
          "app/sheets",
          "app/lessons",
          "app/handout",
          "app/lecture",
          "app/bars"},
         format + "|" + R"(fcntl\.h|spawn\.h|sys/wait\.h|unistd\.h)"},
        {"app/commands",
         {"core/base",
          "core/tensor",
          "core/math",
          "core/ops",
          "core/tape",
          "core/text",
          "core/text/pretrained",
          "core/model",
          "core/io",
          "core/session",
          "core/lesson",
          "core/generate",
          "core/analysis",
          "core/train",
          "core/train/experiments",
          "core/train/surface",
          "core/train/laboratory",
          "core/exercises",
          "app/platform",
          "app/paint",
          "app/files",
          "app/fetch",
          "app/lessons",
          "app/handout",
          "app/backend",
          "app/program",
          "app/views/shared"},
         system + "|" + format + R"(|CLI/.*)"},
        {"app", {"core/base", "app/commands"}, format + R"(|CLI/.*)"},  // main.cpp
    };
    return all;
}

std::vector<std::string> included(const std::string& source) {
    static const std::regex line(R"re(^\s*#\s*include\s*["<]([^">]+)[">])re");
    std::vector<std::string> all;
    std::istringstream lines(source);
    for (std::string text; std::getline(lines, text);)
        if (std::smatch match; std::regex_search(text, match, line)) all.push_back(match[1]);
    return all;
}

std::string room_of(const std::string& path) { return fs::path(path).parent_path().generic_string(); }

bool of_the_program(const std::string& path) {
    return path.starts_with("core/") || path.starts_with("app/") || path.starts_with("tests/");
}

/// What a source of this room includes against the table, as sentences; empty: nothing.
std::vector<std::string> violations(const Room& room, const std::string& name, const std::string& source) {
    std::vector<std::string> found;
    const std::regex libraries(room.libraries.empty() ? "(?!)" : room.libraries);
    for (const std::string& path : included(source)) {
        if (of_the_program(path)) {
            const std::string other = room_of(path);
            if (other != room.folder && std::ranges::find(room.includes, other) == room.includes.end())
                found.push_back(name + " includes " + path + ", and " + room.folder + " may not include " + other);
        } else if (path.find_first_of("/.") != std::string::npos && !std::regex_match(path, libraries)) {
            found.push_back(name + " includes " + path + ", a library that " + room.folder + " does not use");
        } else if (path == "sstream") {
            found.push_back(name + " includes sstream: where memory ends such a stream drops text and says nothing");
        } else if (path.starts_with("nlohmann/") && name.ends_with(".h")) {
            found.push_back(name + " includes " + path + ": the JSON library stays out of headers");
        }
    }
    return found;
}

}  // namespace

TEST_SUITE_BEGIN("layers");

TEST_CASE("a room includes rooms before it in the table only") {
    std::set<std::string> before;
    for (const Room& room : rooms()) {
        for (const std::string& other : room.includes) {
            CAPTURE(room.folder);
            CAPTURE(other);
            CHECK(before.contains(other));
        }
        CHECK(before.insert(room.folder).second);
    }
}

TEST_CASE("every source stands in a room and includes what its room may") {
    int read = 0;
    const fs::path root = glassformer::test::source_dir();
    for (const char* top : {"core", "app"})
        for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".h" && extension != ".cpp") continue;
            const std::string name = fs::relative(entry.path(), root).generic_string();
            const auto room = std::ranges::find(rooms(), room_of(name), &Room::folder);
            CAPTURE(name);
            REQUIRE(room != rooms().end());
            std::ifstream file(entry.path());
            const std::string source{std::istreambuf_iterator<char>(file), {}};
            for (const std::string& sentence : violations(*room, name, source)) FAIL_CHECK(sentence);
            ++read;
        }
    CHECK(read > 600);
}

/// "glassformer::gl::Slice" for each type that a header defines at the top level of a namespace.
std::vector<std::string> types_of(const std::string& header) {
    std::vector<std::string> found;
    std::string within, line;
    for (std::istringstream lines(header); std::getline(lines, line);) {
        line.erase(std::min(line.find("//"), line.size()));
        line.erase(line.find_last_not_of(' ') + 1);
        std::istringstream words(line);
        std::string kind, name;
        words >> kind >> name;
        if (line.starts_with("namespace ") && line.ends_with(" {")) within = name;
        if (line.starts_with("enum class ")) words >> name;
        const bool type = line.starts_with("struct ") || line.starts_with("class ") || line.starts_with("enum class ");
        if (type && !line.ends_with(";")) found.push_back(within + "::" + name);
    }
    return found;
}

TEST_CASE("a name is one type: the linker would take the destructor of either for both") {
    CHECK(types_of(
              "namespace a {\nstruct B;   // b.h\nclass C : D {\nenum class E {\n    struct F {\nstruct G final {\n") ==
          std::vector<std::string>{"a::C", "a::E", "a::G"});
    std::map<std::string, std::string> headers;  // of a type
    const fs::path root = glassformer::test::source_dir();
    for (const char* top : {"core", "app"})
        for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
            if (entry.path().extension() != ".h") continue;
            const std::string name = fs::relative(entry.path(), root).generic_string();
            std::ifstream file(entry.path());
            for (const std::string& type : types_of({std::istreambuf_iterator<char>(file), {}})) {
                const auto [other, first] = headers.emplace(type, name);
                CAPTURE(type);
                CAPTURE(name);
                CHECK_MESSAGE(first, "also in " << other->second);
            }
        }
    CHECK(headers.size() > 600);
}

TEST_CASE("an include that points upwards is found in every room") {
    for (std::size_t i = 0; i + 1 < rooms().size(); ++i) {
        CAPTURE(rooms()[i].folder);
        const std::string name = rooms()[i].folder + "/planted.cpp";
        for (std::size_t above = i + 1; above < rooms().size(); ++above)
            CHECK_FALSE(violations(rooms()[i], name, "#include \"" + rooms()[above].folder + "/planted.h\"\n").empty());
        CHECK_FALSE(violations(rooms()[i], name, "#include \"tests/support/support.h\"\n").empty());
        CHECK(violations(rooms()[i], name, "#include \"" + rooms()[i].folder + "/planted.h\"\n#include <vector>\n")
                  .empty());
    }
}

TEST_CASE("views never include one another, and only what draws names its library") {
    const auto forbids = [](const char* folder, const char* path) {
        const auto room = std::ranges::find(rooms(), folder, &Room::folder);
        REQUIRE(room != rooms().end());
        return !violations(*room, std::string(folder) + "/planted.h", "#include <" + std::string(path) + ">\n").empty();
    };
    for (const char* view : {"attention", "compare", "experiments", "inspect", "output", "positions", "train", "walk"})
        for (const char* other :
             {"attention", "compare", "experiments", "inspect", "output", "positions", "train", "walk"})
            if (std::string_view(view) != other)
                CHECK(forbids((std::string("app/views/") + view).c_str(),
                              (std::string("app/views/") + other + "/x.h").c_str()));
    for (const Room& room : rooms())
        if (room.folder.starts_with("core/") && room.folder != "core/gl") {
            CHECK(forbids(room.folder.c_str(), "epoxy/gl.h"));
            CHECK(forbids(room.folder.c_str(), "imgui.h"));
        }
    for (const Room& room : rooms()) {
        CHECK(forbids(room.folder.c_str(), "nlohmann/json.hpp"));
        CHECK(forbids(room.folder.c_str(), "sstream"));
    }
    for (const char* folder : {"app/pictures/ops", "app/views/walk", "app/sheets"}) {
        CHECK(forbids(folder, "imgui.h"));
        CHECK(forbids(folder, "epoxy/gl.h"));
    }
}

TEST_SUITE_END();
