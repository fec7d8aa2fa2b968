// A lesson that was left for its picture: what leaves with it, and the way back.
#include <fmt/core.h>

#include <utility>

#include "app/course/course.h"
#include "app/workspace/message_bar.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/lesson/read_lesson.h"

namespace glassformer {

void Course::explore() {
    if (!is_open()) return;
    remember_step();
    if (const auto simple = simple_before()) parts_.workspace.preferences().simple = *simple;
    LessonPlayer away = std::move(player_);
    player_ = {};
    close_lesson();
    // The picture is the user's from now on; who returns and leaves has what was before the lesson.
    before_away_ = std::exchange(before_, std::nullopt);
    away_ = std::move(away);
}

void Course::return_to_step() {
    if (away_) come_back();
    player_.show_again();
}

bool Course::add_step(ViewContext& context) {
    if (!is_open() && !away_) return false;
    if (away_) {
        come_back();
        static_cast<void>(player_.take_change());  // what is shown is what is written
        player_.left = true;
    }
    author_.add_step(context);
    return true;
}

/// The lesson that was left for its picture is open again.
void Course::come_back() {
    LessonPlayer back = *std::exchange(away_, std::nullopt);
    const std::filesystem::path file = back.lesson().file;
    try {
        back.replace(read_lesson(file), parts_.workspace.example_of());
    } catch (const Error& error) {
        parts_.messages.say(error.what());
    }
    key_ = key_of_lesson(file);
    player_ = std::move(back);
    before_ = std::exchange(before_away_, std::nullopt);
    begin(file);
}

void Course::end_exploring() {
    away_.reset();
    before_away_.reset();
    end_lecture();
}

void Course::draw_away_bar(ViewContext& context, Rect& rest) {
    if (!away_) return;
    const std::string back = hint(texts::window::return_to_step, Command::lesson_return);
    const BarButton buttons[] = {{back.c_str(), "lesson away return"}, {"", "close lesson away"}};
    const auto pressed = message_bar(context.ui, context.targets, rest, "lesson away",
                                     fmt::format(texts::window::exploring, away_->step() + 1, away_->lesson().title),
                                     buttons, context.ui.theme.accent);
    if (!pressed) return;
    if (*pressed == 0)
        return_to_step();
    else
        end_exploring();
    context.ui.keep_awake();
}

}  // namespace glassformer
