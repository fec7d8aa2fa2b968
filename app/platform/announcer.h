// Sentences for who does not see the window: a line on standard output, which a screen reader or a program reads, and
// speech by speech-dispatcher. Neither is waited for: of the sentences that wait, the newest is kept.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/platform/child_program.h"

namespace glassformer {

class Announcer {
public:
    /// `output`: the descriptor for lines. `speaks`: the program for speech, found on the PATH.
    explicit Announcer(int output = 1, std::string speaks = "spd-say") : output_(output), speaks_(std::move(speaks)) {}

    void write(const std::string& sentence);
    void speak(const std::string& sentence);
    /// Goes on with what waits, once a frame; true while something does.
    bool go_on();
    /// Once, why nothing can be spoken; "" otherwise.
    std::string take_problem() { return std::exchange(problem_, {}); }

private:
    void write_line();
    void start();

    int output_;
    std::string speaks_;
    std::optional<std::string> line_, sentence_;  // that wait
    std::unique_ptr<ChildProgram> speech_;
    std::string problem_;
    bool mute_ = false;  // it cannot be spoken
};

}  // namespace glassformer
