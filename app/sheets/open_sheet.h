// What can be opened, over everything: the built-in models as cards, what was opened lately, and a small file browser
// for folders and session files, all found through one field. The same sheet asks where to save a session.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/sheets/file_list.h"

namespace glassformer {

class OpenSheet {
public:
    struct Request {
        enum class Kind : std::uint8_t { inputs, path, save } kind = Kind::path;
        Inputs inputs;               // inputs: show these
        std::filesystem::path path;  // path: a model folder or a session file; save: where to
    };

    /// To choose what to show; `typed`: a path to begin with, "" for the models.
    void open(std::string typed = {});
    /// To choose where to save. `path`: what the field says at first.
    void open_to_save(const std::filesystem::path& path);
    bool is_open() const { return open_; }
    bool saving() const { return open_ && saving_; }
    const std::string& typed() const { return typed_; }
    /// Why the folder that is typed cannot be listed; "" where it can.
    std::string problem() const { return open_ && (saving_ || FileList::is_path(typed_)) ? files_.problem() : ""; }

    std::optional<Request> draw(ViewContext& context, std::span<const ModelChoice> models,
                                std::span<const std::string> recent);

private:
    std::optional<Request> cards(ViewContext& context, const Rect& area, std::span<const ModelChoice> models,
                                 std::span<const std::string> recent, bool submitted);
    std::optional<Request> browse(ViewContext& context, const Rect& area, bool submitted);
    std::optional<Request> save_to_typed(ViewContext& context);
    void type(Ui& ui, std::string text);

    bool open_ = false, saving_ = false, focus_ = false, reveal_ = false;
    std::string typed_, refused_;  // refused: the path of a file that Enter would replace, after the first Enter
    FileList files_;
    int marked_ = -1;  // among recent and cards; −1: the model that is shown
};

}  // namespace glassformer
