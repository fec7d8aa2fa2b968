#include "app/platform/announcer.h"

#include <fmt/core.h>

#include <sys/poll.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <utility>

#include "app/platform/texts.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

constexpr std::size_t longest_said = 2000;  // bytes: a pipe takes a line of this length whole or not at all

std::string on_one_line(const std::string& sentence) {
    std::string line;
    for (const char c : sentence.substr(0, longest_said)) line += c == '\n' || c == '\r' ? ' ' : c;
    if (sentence.size() <= longest_said) return line;
    // No half character at the end: the last one goes whole.
    while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xC0U) == 0x80U) line.pop_back();
    if (!line.empty() && static_cast<unsigned char>(line.back()) >= 0xC0U) line.pop_back();
    return line;
}

}  // namespace

void Announcer::write(const std::string& sentence) {
    line_ = on_one_line(sentence) + "\n";
    write_line();
}

void Announcer::speak(const std::string& sentence) {
    if (mute_) return;
    sentence_ = on_one_line(sentence);
    static_cast<void>(go_on());
}

bool Announcer::go_on() {
    write_line();
    if (speech_ && !speech_->poll()) {
        if (speech_->exit_code().value_or(0) != 0) {
            mute_ = true;
            const std::string& said = speech_->errors();
            problem_ = fmt::format(texts::platform::speech_failed, speaks_, said.substr(0, said.find('\n')));
            sentence_.reset();
        }
        speech_.reset();
    }
    if (sentence_ && !speech_) start();
    return line_ || sentence_ || speech_;
}

/// Writes the line if whoever reads can take it now. Who has gone is not written to any more.
void Announcer::write_line() {
    if (!line_) return;
    pollfd ready{output_, POLLOUT, 0};
    if (poll(&ready, 1, 0) <= 0) return;
    sigset_t pipe, before, waiting;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&waiting);
    const bool waited = sigismember(&waiting, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    const std::string& line = *line_;
    const ssize_t written = ::write(output_, line.data(), line.size());
    const timespec at_once{};
    if (!waited) sigtimedwait(&pipe, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (written > 0 && static_cast<std::size_t>(written) < line_->size())
        line_->erase(0, static_cast<std::size_t>(written));
    else
        line_.reset();
}

/// The newest sentence takes the place of what is being spoken.
void Announcer::start() {
    std::string sentence = *std::exchange(sentence_, std::nullopt);
    try {
        speech_ =
            std::make_unique<ChildProgram>(std::vector<std::string>{speaks_, "--cancel", "--", std::move(sentence)});
    } catch (const Error&) {
        mute_ = true;
        problem_ = fmt::format(texts::platform::no_speech, speaks_);
    }
}

}  // namespace glassformer
