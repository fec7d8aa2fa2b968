// What a step shows in its picture, over it, beside it or in its place, and whether all of it stands.
#include <utility>

#include "app/course/course.h"
#include "app/lessons/scene_marks.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

constexpr double longest_unseen = 0.6;  // seconds

}  // namespace

std::vector<CellMark> Course::marks(const Evaluation& run) const {
    return is_open() && player_.left ? std::vector<CellMark>() : marks_in(marks_, run);
}

/// Reads it anew each time: its author may have changed it.
void Course::take_image(const std::string& file) {
    image_file_ = file;
    if (file.empty() || !is_open()) return;
    try {
        image_ =
            load_lesson_image(player_.lesson().file.parent_path(), file);  // beside the old one: never in its place
    } catch (const Error& error) {
        image_.width = image_.height = 0;
        parts_.messages.say(error.what());
    }
}

std::string Course::shown_image() const { return is_open() && !player_.left ? image_file_ : std::string(); }

bool Course::draw_image(Painter& painter, const Rect& area) {
    if (shown_image().empty()) return false;
    draw_fitted(painter, image_, area);
    return true;
}

void Course::draw_beside(Painter& painter, Rect& area) {
    const auto run = parts_.workspace.session().shown().current;
    if (!run || beside_.empty() || !image_file_.empty() || (is_open() && player_.left)) return;
    second_.draw(painter, area, *run, beside_, parts_.workspace.cursor());
}

std::string Course::title_beside() const {
    const auto run = parts_.workspace.session().shown().current;
    if (!run || beside_.empty() || (is_open() && player_.left)) return {};
    return SecondPicture::title(run->trace(), beside_, parts_.workspace.cursor().head);
}

bool Course::picture_to_come() const {
    if (!is_open() || player_.left || !parts_.workspace.session().shown().error.empty()) return false;
    return player_.changes() || parts_.arrival.brings_session();
}

bool Course::stands() const {
    if (!is_open() || player_.changes()) return false;
    const Session::Snapshot shown = parts_.workspace.session().shown();
    if (player_.left || !shown.error.empty()) return true;
    const AppView& view = parts_.workspace.view();
    if (words_alone() || !image_file_.empty())  // the view is not drawn
        return frames_ >= frames_to_settle && !shown.stale && !parts_.gui.lacks_something();
    return frames_ >= frames_to_settle && !shown.stale && !view.numbers_to_come() && !view.picture_to_come() &&
           !numbers_.other_to_come() && !parts_.gui.lacks_something();
}

bool Course::is_unseen(Ui& ui) {
    if (!is_open()) {
        comes_since_.reset();
        return false;
    }
    if (player_.changes() && !comes_since_) comes_since_ = ui.now;
    if (!comes_since_) return false;
    const bool late = ui.now - *comes_since_ >= longest_unseen;
    // What takes longer grows before the eyes once the page is there.
    if (stands() || (late && frames_ >= frames_to_settle)) {
        comes_since_.reset();
        if (std::exchange(pressed_at_, -1) == player_.step()) {
            parts_.platform.events().push(KeyDown{Key::page_down, {}});
            parts_.platform.events().push(KeyUp{Key::page_down, {}});
        }
        return false;
    }
    ui.keep_awake();
    return !late;
}

/// Cells are looked for in each run once.
void Course::follow_cover(const Session::Snapshot& shown) {
    const bool asks = waits_for_answer() && !picture_to_come();
    const auto& by_hand = author_.covers();
    if (!shown.current || (!asks && !by_hand)) {
        cover_ = {};
        covers_at_ = -1;
        return;
    }
    const std::uint64_t run = shown.current->generation();
    if (covers_at_ == player_step() && covers_of_ == run && covers_by_hand_ == by_hand) return;
    covers_at_ = player_step();
    covers_of_ = run;
    covers_by_hand_ = by_hand;
    LessonScene scene = asks ? player_.scene() : LessonScene{};
    if (by_hand) scene.covers = *by_hand;
    cover_ = cover_of(asks ? player_.now() : LessonStep{}, scene, *shown.current);
}

}  // namespace glassformer
