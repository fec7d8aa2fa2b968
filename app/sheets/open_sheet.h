// Sheet that opens and saves: built-in models as cards, recent files, models of Hugging Face's cache, and a small file
// browser for folders and session files, all filtered by one text field. Also asks for the file of a session to save.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/sheets/file_list.h"
#include "core/io/hub_cache.h"

namespace glassformer {

class OpenSheet {
public:
    struct Request {
        enum class Kind : std::uint8_t { inputs, path, save } kind = Kind::path;
        Inputs inputs;               // inputs: show these
        std::filesystem::path path;  // path: a model folder or a session file; save: the target file
        bool any_text = false;       // inputs: the model was picked, not one of its texts
    };

    /// Opens the sheet for a choice of model or file; `typed`: path to start with, "" for the models.
    void open(std::string typed = {});
    /// Opens the sheet for saving. `path`: initial text of the field.
    void open_to_save(const std::filesystem::path& path);
    /// The same for a new lesson.
    void open_to_begin_lesson(const std::filesystem::path& path);
    bool is_open() const { return open_; }
    bool saving() const { return open_ && saving_; }
    bool begins_lesson() const { return saving() && lesson_; }
    const std::string& typed() const { return typed_; }
    /// Reason why the typed folder cannot be listed; "" if it can.
    std::string problem() const { return open_ && (saving_ || FileList::is_path(typed_)) ? files_.problem() : ""; }

    /// What opening the folders in sight takes in memory, as their rows say it.
    std::string needs() const { return open_ ? needs_.told() : ""; }

    std::optional<Request> draw(ViewContext& context, std::span<const ModelChoice> models,
                                std::span<const std::string> recent);

private:
    std::optional<Request> cards(ViewContext& context, const Rect& area, std::span<const ModelChoice> models,
                                 std::span<const std::string> recent, bool submitted);
    std::optional<Request> open_typed() const;
    std::optional<Request> browse(ViewContext& context, const Rect& area, bool submitted);
    std::optional<Request> save_to_typed(ViewContext& context);
    void type(Ui& ui, std::string text);

    bool open_ = false, saving_ = false, lesson_ = false, focus_ = false, reveal_ = false;
    std::string typed_, refused_;  // refused_: existing file that a second Enter replaces
    FileList files_;
    FolderNeeds needs_;
    std::vector<CachedModel> cached_;  // models of Hugging Face's cache, as they were when the sheet was opened
    int marked_ = -1;                  // index among the rows of paths and the cards; −1: the current model
};

}  // namespace glassformer
