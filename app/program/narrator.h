// What is in focus, in sentences for who does not see the window: the page, the stage, the cell and the answer. What
// of these is new is said on standard output and by speech-dispatcher, where the user wants that.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/platform/announcer.h"
#include "app/views/shared/view.h"

namespace glassformer {

class Narrator {
public:
    struct Focus {
        const AppView& view;
        const Session::Snapshot& shown;
        const Cursor& cursor;
        bool asked = false;  // a question waits for its answer: no number and no prediction is told
    };
    /// After each frame; `says`, `speaks`: Preferences.
    void follow(const Focus& focus, bool says, bool speaks);
    /// All of it once more.
    void say_again(const Focus& focus, bool says, bool speaks);
    /// The sentences that were said last.
    const std::string& said() const { return spoken_sentence_; }
    /// Something waits to be written or spoken.
    bool waits() { return announcer_.go_on(); }
    std::string take_problem() { return announcer_.take_problem(); }

private:
    struct Place {  // what the sentences are of
        const void *view, *page;
        Cursor cursor;
        std::uint64_t generation;
        std::string error;
        bool asked;
        bool operator==(const Place&) const = default;
    };
    using Sentences = std::array<std::string, 4>;
    static Place place_of(const Focus& focus);
    static Sentences sentences_of(const Focus& focus);
    void say(const std::string& sentence, bool says, bool speaks);

    Announcer announcer_;
    std::optional<Place> place_;
    Sentences last_;
    std::string spoken_sentence_;
};

}  // namespace glassformer
