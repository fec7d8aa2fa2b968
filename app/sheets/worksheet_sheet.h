// The box that asks of which lesson a worksheet is to be written, with which numbers, and where to. Asks before it
// replaces files; the program does the work.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/sheets/file_form.h"
#include "app/views/shared/state.h"

namespace glassformer {

/// What is to be written, once the user has said so.
struct WorksheetRequest {
    std::filesystem::path lesson, folder;
    std::uint64_t seed = 1;
    bool solutions = true;
};

class WorksheetSheet {
public:
    WorksheetSheet();
    struct Choice {
        std::filesystem::path file;
        std::string title;
    };
    /// The files that a request would write.
    using Files = std::function<std::vector<std::filesystem::path>(const WorksheetRequest&)>;

    /// `lessons`: those that have exercises, at least one. `first`: the one that is selected; of none the one before.
    void open(std::vector<Choice> lessons, const std::filesystem::path& first, Files files);
    /// Answers once, when something is to be written.
    std::optional<WorksheetRequest> draw(ViewContext& context);
    /// What came of it: closes the box, or shows what went wrong in it.
    void done() { form_.open = false; }
    void failed(const std::string& why) { form_.fail(why); }

    bool is_open() const { return form_.open; }
    void describe(State& state) const;

private:
    void rows(ViewContext& context, Rect& inner);

    FileForm form_;
    std::vector<Choice> lessons_;
    int selected_ = 0;
    WorksheetRequest request_;
    Files files_;
};

}  // namespace glassformer
