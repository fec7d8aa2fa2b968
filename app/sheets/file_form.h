// What the boxes that write a file or a folder have in common: where it is written to, the question before something is
// replaced, what went wrong, and the buttons below.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "app/files/folder_listing.h"
#include "app/views/shared/context.h"

namespace glassformer {

class FileForm {
public:
    /// Of one box. Its targets are "NAME PLACE", "NAME write" and "NAME cancel".
    struct Look {
        const char *name, *place;                   // "film", "file"
        const char *title, *caption, *placeholder;  // of the box; above the field, and in it while it is empty
        float width = 44, height = 30;              // em
        float below_field = 0.7F, message = 3;      // em
        bool muted_caption = true;
        bool completes = true;  // paths are completed while they are typed
    };
    explicit FileForm(const Look& look) : look_(look) {}

    std::string path;   // as it is typed
    std::string error;  // what went wrong; "" where nothing did
    std::string asks;   // what would be replaced, as a question; "" where nothing is asked
    bool open = false;

    void show();
    /// Says why nothing was written, in the box.
    void fail(const std::string& why);
    /// Asks before something is replaced: the next press of the button replaces it.
    void ask(const std::string& question, bool by_keyboard = true) {
        asks = question;
        takes_keyboard_ = by_keyboard;  // Enter again answers it
    }
    /// Another file, or another form of it: nothing is wrong with that yet.
    void changed() {
        error.clear();
        asks.clear();
    }
    std::filesystem::path file() const { return typed_path(path); }
    /// "open", "asks", "failed" or "closed", for scripts.
    const char* state() const { return !open ? "closed" : !asks.empty() ? "asks" : !error.empty() ? "failed" : "open"; }

    /// Draws the box with its title; false while it is closed. Between begin() and end() its rows are drawn, which are
    /// taken from the top of `rows` and scroll.
    bool begin(ViewContext& context, Rect& rows);
    void field(ViewContext& context, Rect& rows);
    void message(ViewContext& context, Rect& rows) const;
    /// True once it is to be written. `possible`: it can be.
    bool end(ViewContext& context, const Rect& rows, bool possible = true);

private:
    std::string id(const char* part) const { return std::string(look_.name) + " " + part; }

    Look look_;
    Rect foot_;
    bool takes_keyboard_ = false, submitted_ = false;
};

/// A segmented control at the beginning of a line; its parts are targets by their words: "ID WORDS".
bool choice(ViewContext& context, const std::string& id, Rect line, std::span<const std::string> labels, int& selected);

/// Of a picture: the window's, then those of all_themes(); as titles, and as the name that one is asked for by (the
/// window's is "").
std::vector<std::string> theme_choices();
std::string theme_chosen(int choice);

}  // namespace glassformer
