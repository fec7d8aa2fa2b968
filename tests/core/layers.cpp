// The rooms of the program and what each may include, as tests/rooms.txt says, read off the #include lines. A room
// names only rooms that stand before it in that table, so no include can point upwards and no two rooms can need each
// other.
// ctest: optimised instead
#include <doctest/doctest.h>
#include <fnmatch.h>

#include <algorithm>
#include <cctype>
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

/// A row of the table: its kind and names, and the words after each of its keys.
struct Row {
    std::string kind;
    std::vector<std::string> names;
    std::map<std::string, std::vector<std::string>> keys;
};

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream words(line);
    return {std::istream_iterator<std::string>(words), {}};
}

/// The rows of tests/rooms.txt in their order. The file says at its beginning what they mean.
const std::vector<Row>& rows() {
    static const std::vector<Row> all = [] {
        std::ifstream file(glassformer::test::source_dir() / "tests/rooms.txt");
        std::vector<Row> found;
        for (std::string line; std::getline(file, line);) {
            std::vector<std::string> words = words_of(line);
            if (words.empty() || line.starts_with('#')) continue;
            const std::string first = words.front();
            words.erase(words.begin());
            if (!line.starts_with(' ')) {
                found.push_back({first, words, {}});
            } else {
                auto& values = found.at(found.size() - 1).keys[first];
                values.insert(values.end(), words.begin(), words.end());
            }
        }
        return found;
    }();
    return all;
}

std::vector<std::string> values(const Row& row, const std::string& key) {
    const auto found = row.keys.find(key);
    return found == row.keys.end() ? std::vector<std::string>{} : found->second;
}

/// What a row includes by itself and as its groups say.
std::vector<std::string> includes_of(const Row& row) {
    std::vector<std::string> all = values(row, "includes");
    for (const std::string& group : values(row, "like"))
        for (const Row& other : rows())
            if (other.kind == "group" && other.names.front() == group)
                for (const std::string& room : includes_of(other)) all.push_back(room);
    return all;
}

/// From the engine's ground up to main().
const std::vector<Room>& rooms() {
    static const std::vector<Room> all = [] {
        std::vector<Room> found;
        for (const Row& row : rows()) {
            if (row.kind != "room") continue;
            Room room{row.names.front(), includes_of(row), ""};
            for (const std::string& library : values(row, "libraries"))
                room.libraries += (room.libraries.empty() ? "" : "|") + library;
            found.push_back(room);
        }
        return found;
    }();
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

/// The project's files, but for those of its top folder and what is hidden.
std::vector<std::string> project_files() {
    std::vector<std::string> found;
    const fs::path root = glassformer::test::source_dir();
    for (const char* top :
         {"app", "assets", "bench", "cmake", "core", "docs", "packaging", "scripts", "shaders", "tests"})
        for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
            const std::string name = fs::relative(entry.path(), root).generic_string();
            if (entry.is_regular_file() && name.find("__pycache__") == std::string::npos) found.push_back(name);
        }
    return found;
}

bool fits(const std::string& name, const std::string& pattern) {
    return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

TEST_CASE("what the table names is there, and what no compiler reads has a row") {
    const std::vector<std::string> files = project_files();
    REQUIRE(files.size() > 1500);
    const auto is_there = [&](const std::string& pattern) {
        return fs::exists(glassformer::test::source_dir() / pattern) ||
               std::ranges::any_of(files, [&](const std::string& name) { return fits(name, pattern); });
    };
    const std::set<std::string> builds{"dev", "release"};
    std::set<std::string> known, with_name;
    for (const Room& room : rooms()) known.insert(room.folder);
    for (const Row& row : rows()) {
        CAPTURE(row.names.front());
        CHECK(std::set<std::string>{"group", "room", "tests", "check", "files"}.contains(row.kind));
        if (row.kind == "check") with_name.insert(row.names.front());
        for (const char* key : {"shows", "reaches", "rows-of"})
            for (const std::string& room : values(row, key))
                CHECK_MESSAGE((room == "none" || known.contains(room)), room);
        for (const std::string& where : values(row, "in")) {
            CHECK_MESSAGE((row.kind == "check" || row.kind == "files"), where);
            CHECK_MESSAGE((row.kind == "check" ? builds : known).contains(where), where);
        }
        if (row.kind == "check") CHECK_FALSE(values(row, "in").empty());
        for (const std::string& script : values(row, "runs")) CHECK_MESSAGE(is_there(script), script);
        for (const std::string& check : values(row, "read-by")) CHECK_MESSAGE(with_name.contains(check), check);
        for (const std::string& name : row.names) {
            if (row.kind == "tests") CHECK_MESSAGE(is_there("tests/" + name + ".cpp"), name);
            if (row.kind == "files") CHECK_MESSAGE(is_there(name), name);
        }
    }
    for (const std::string& name : files) {
        const bool source = name.ends_with(".h") || name.ends_with(".cpp") || name.ends_with("texts.txt");
        if (known.contains(room_of(name)) && source) continue;
        const bool test = name.ends_with(".cpp") && (room_of(name) == "tests/core" || room_of(name) == "tests/gl" ||
                                                     room_of(name) == "tests/app");
        const bool has_row = std::ranges::any_of(rows(), [&](const Row& row) {
            return row.kind == "files" &&
                   std::ranges::any_of(row.names, [&](const std::string& pattern) { return fits(name, pattern); });
        });
        CAPTURE(name);
        CHECK((test || has_row));
    }
}

TEST_CASE("what does less under sanitizers is tested whole in the optimised build") {
    // How long the random events go on is set from outside, where they are meant to go on.
    const std::set<std::string> others{"tests/app/random_events.cpp", "tests/core/layers.cpp"};
    const std::regex asks("\\bsanitized\\b|\\bplain_build\\b|__SANITIZE_ADDRESS__"), mark("// ctest: .*optimised");
    int asking = 0;
    for (const char* room : {"tests/core", "tests/app"})
        for (const auto& entry : fs::directory_iterator(glassformer::test::source_dir() / room)) {
            std::ifstream file(entry.path());
            const std::string source{std::istreambuf_iterator<char>(file), {}};
            const std::string name = std::string(room) + "/" + entry.path().filename().string();
            if (!std::regex_search(source, asks) || others.contains(name)) continue;
            ++asking;
            CHECK_MESSAGE(std::regex_search(source, mark), name);
        }
    CHECK(asking > 10);
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

/// The first of these names that stands alone in the source; "" where none does.
std::string bare_name(std::string_view source) {
    const auto joins = [&](std::size_t at) {
        return at < source.size() && (std::isalnum(static_cast<unsigned char>(source[at])) != 0 || source[at] == '_');
    };
    for (const std::string_view name :
         {"made_", "wanted_", "shown_", "said_", "of_", "begun_", "aside_", "armed_", "another_", "reaching_"})
        for (std::size_t at = source.find(name); at != std::string_view::npos; at = source.find(name, at + 1))
            if (!joins(at - 1) && !joins(at + name.size())) return std::string(name);
    return {};
}

TEST_CASE("a member is named by what it holds, not by a participle or a preposition alone") {
    CHECK(bare_name("Rect of_;") == "of_");
    CHECK(bare_name("of_ = 3;") == "of_");
    CHECK(bare_name("int row_of_, shown_at_;").empty());
    std::size_t read = 0;
    for (const char* top : {"core", "app"})
        for (const auto& entry : fs::recursive_directory_iterator(glassformer::test::source_dir() / top)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".h" && extension != ".cpp") continue;
            std::ifstream file(entry.path());
            CAPTURE(entry.path());
            CHECK(bare_name(std::string{std::istreambuf_iterator<char>(file), {}}) == "");
            ++read;
        }
    CHECK(read > 600);
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
