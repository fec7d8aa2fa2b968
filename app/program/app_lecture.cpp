// The lecture hall: spotlight, laser pointer and pen, the class's hands, the time, and what the speaker alone sees.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

#include "app/lecture/texts.h"
#include "app/program/app.h"
#include "app/program/lecture_hall.h"
#include "app/program/texts.h"
#include "app/render/imgui_painter.h"
#include "app/widgets/interaction.h"
#include "core/base/error.h"
#include "core/lesson/cell_words.h"
#include "core/lesson/read_lesson.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

constexpr std::size_t most_lit = 8;          // links of a step that are looked for
constexpr double start_of_day = 9.0 * 3600;  // of a program without a window, whose clock must repeat
constexpr Key first_color = Key::digit_1;    // of the pen
constexpr float sheet_share = 0.62F;         // of the picture's height that the speaker's page covers

double local_time_of_day() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    return local.tm_hour * 3600.0 + local.tm_min * 60.0 + local.tm_sec;
}

/// The first and the last cell of what a reference names: of the head that is shown, where it names none.
LitCells lit_by(const Trace& trace, const NamedCell& named, int head) {
    const Record& record = trace.record(named.record);
    Cell first = named.cell, last = named.cell;
    for (int d = 0; d < record.shape.rank(); ++d) {
        if (named.cell[d] != Cell::all) continue;
        const int size = record.shape[d].size;
        const bool of_head = record.shape.axis(d) == Axis::head;
        first[d] = of_head ? std::min(head, size - 1) : 0;
        last[d] = of_head ? std::min(head, size - 1) : size - 1;
    }
    return {"cell:" + cell_name(record, first), "cell:" + cell_name(record, last)};
}

}  // namespace

/// Seconds of the lecture's clock.
double App::lecture_now() const { return clock_ ? clock_() : platform_.now(); }

double App::time_of_day() const {
    if (clock_) return clock_();
    return platform_.headless() ? start_of_day + platform_.now() : local_time_of_day();
}

/// The cells that are spoken of: the selected one, and those that the step's words link to.
std::vector<LitCells> App::lit_cells(const Evaluation& run) const {
    const Trace& trace = run.trace();
    std::vector<LitCells> lit;
    if (const CellRef cell = locked_cell(trace, cursor_))
        lit.push_back(lit_by(trace, {cell.record, cell.cell}, cursor_.head));
    if (!lesson_.is_open() || lesson_.left) return lit;
    const auto add = [&](const std::vector<LessonSpan>& spans) {
        for (const LessonSpan& span : spans) {
            if (span.link.empty() || lit.size() > most_lit) continue;
            try {
                const LitCells cells = lit_by(trace, cells_of(*parse_reference(span.link), run), cursor_.head);
                if (std::ranges::find(lit, cells) == lit.end()) lit.push_back(cells);
            } catch (const Error&) {
                continue;  // an address, or a cell of another run
            }
        }
    };
    const bool answered = lesson_.now().question && lesson_.question().answered();
    const std::size_t shown = shown_blocks(lesson_.now(), lesson_.parts(), answered);
    for (std::size_t i = 0; i < shown; ++i) {
        add(lesson_.now().text[i].spans);
        for (const auto& cell : lesson_.now().text[i].cells) add(cell);
    }
    return lit;
}

int App::stroke_page() const { return lesson_.is_open() ? lesson_.step() : Strokes::without_lesson; }

/// A question is seen whose options the class votes on.
bool App::class_votes() const {
    return presenter_ && lesson_.is_open() && lesson_.asks() &&
           lesson_.now().question->kind == LessonQuestion::Kind::choice;
}

/// Keys that mean something else while a tool is held, while the class votes, and in presenter mode. True: one was
/// pressed, and is no shortcut.
bool App::lecture_keys(ViewContext& context) {
    const Input& input = context.ui.input;
    LectureHall& hall = *lecture_;
    if (input.typing) return false;
    const bool pen = hall.hand.tool == LectureTool::pen;
    if (input.pressed(Key::escape)) {
        if (hall.hand.held())
            hall.hand.tool = LectureTool::arrow;
        else if (hall.sheet)
            hall.sheet = false;
        else if (!view().close_over_picture())
            return presenter_ && run(Command::presenter, context);
        context.ui.keep_awake();
        return true;
    }
    if (pen) {
        for (int i = 0; i < pen_color_count; ++i)
            if (input.pressed(static_cast<Key>(static_cast<int>(first_color) + i))) {
                hall.hand.color = i;
                return true;
            }
        if (input.pressed(Key::e)) return run(Command::pen_clear, context);
        if (input.pressed(Key::z, with_control) && !hall.strokes.of(stroke_page()).empty())
            return run(Command::pen_undo, context);
    }
    if (class_votes()) {
        const std::size_t options = lesson_.now().question->options.size();
        for (const KeyPress& press : input.keys) {
            const auto option = static_cast<std::size_t>(press.key) - static_cast<std::size_t>(Key::a);
            const bool plain = press.modifiers == no_modifiers;
            if (!is_letter_of_option(press.key) || option >= options || !(plain || press.modifiers == with_shift))
                continue;
            count_hand(lesson_.question(), option, options, plain ? 1 : -1);
            context.ui.keep_awake();
            return true;
        }
    }
    if (presenter_ && lesson_.is_open()) {  // as other clickers send them
        // What lies under a mouse that nobody holds is not pointed at.
        for (const Key key : {Key::page_down, Key::page_up, Key::right, Key::left, Key::up, Key::down, Key::space})
            if (input.pressed(key)) gui_.put_mouse_away();
        if (input.pressed(Key::right)) return run(Command::lesson_next, context);
        if (input.pressed(Key::left)) return run(Command::lesson_back, context);
    }
    return false;
}

bool App::run_lecture(Command command, ViewContext& context) {
    LectureHall& hall = *lecture_;
    const bool of_lesson = command != Command::spotlight && command != Command::laser && command != Command::pen &&
                           command != Command::pen_away && command != Command::pen_undo &&
                           command != Command::pen_clear;
    if (of_lesson && !lesson_.is_open()) {
        context.notice = hint(texts::program::no_lesson, Command::lessons);
        return true;
    }
    switch (command) {
        case Command::spotlight: hall.spotlight.toggle(); break;
        case Command::laser: hall.hand.toggle(LectureTool::laser); break;
        case Command::pen:
            hall.hand.toggle(LectureTool::pen);
            if (hall.hand.held()) context.notice = texts::program::pen_keys;
            break;
        case Command::pen_away: hall.hand.tool = LectureTool::arrow; break;
        case Command::pen_undo:
            if (!hall.strokes.undo(stroke_page())) context.notice = texts::program::no_strokes;
            break;
        case Command::pen_clear:
            if (!hall.strokes.clear(stroke_page())) context.notice = texts::program::no_strokes;
            break;
        case Command::speaker_notes: hall.sheet = !hall.sheet; break;
        case Command::speaker_window: hall.wants_window = !hall.wants_window; break;
        case Command::timer_pause:
            if (hall.timer.running())
                hall.timer.pause(lecture_now());
            else
                hall.timer.start(lecture_now());
            context.notice = hall.timer.running() ? texts::program::timer_runs : texts::program::timer_pauses;
            break;
        case Command::timer_reset:
            hall.timer.reset(lecture_now());
            context.notice = texts::program::timer_is_reset;
            break;
        case Command::freeze:
            if (gui_.frozen()) {
                gui_.freeze(false);
            } else if (hall.window) {
                gui_.freeze(true);
            } else {
                context.notice = hint(texts::program::freeze_needs_window, Command::speaker_window);
            }
            break;
        case Command::hands_clear: lesson_.question().hands.clear(); break;
        default: return false;
    }
    return true;
}

/// Over the view and the bars, below the sheets.
void App::draw_lecture(ViewContext& context) {
    Ui& ui = context.ui;
    LectureHall& hall = *lecture_;
    const bool held = hall.hand.held() && !sheet_open();
    const TakenMouse& taken = gui_.taken();
    const ToolMouse mouse{taken.mouse, taken.pressed, taken.down};
    const Vec2 pointed = held ? mouse.at : ui.input.at_rest ? nowhere : ui.input.mouse;
    hall.spotlight.draw(ui, targets_, view_area_, pointed, preferences_.moves());
    if (held)
        hall.hand.use(ui, mouse, hall.strokes, stroke_page());
    else
        hall.strokes.end();
    draw_strokes(ui.painter, ui.window, hall.strokes.of(stroke_page()));
    hall.hand.draw_box(ui, targets_);
    draw_speaker_sheet(context);
}

/// Above everything: the dot that the mouse is while a tool holds it.
void App::draw_tool(Ui& ui) {
    if (!lecture_->hand.held() || sheet_open()) return;
    const TakenMouse& taken = gui_.taken();
    if (ui.window.contains(taken.mouse)) *ui.cursor = CursorShape::hidden;
    ui.surface.push_overlay();
    lecture_->hand.draw_dot(ui, ui.painter, {taken.mouse, taken.pressed, taken.down});
    ui.surface.pop_overlay();
}

/// The notes of the step, their live numbers read off the run.
void App::read_notes() {
    LectureHall& hall = *lecture_;
    const Session::Snapshot shown = this->shown();
    const std::uint64_t run = shown.current ? shown.current->generation() : 0;
    if (hall.notes_step == lesson_.step() && hall.notes_of == run && hall.notes_text == lesson_.now().notes) return;
    hall.notes_step = lesson_.step();
    hall.notes_of = run;
    hall.notes_text = lesson_.now().notes;
    hall.notes.reset();
    if (hall.notes_text.empty()) return;
    std::vector<LessonBlock> blocks = lesson_blocks(hall.notes_text, lesson_.now().file, lesson_.now().notes_line);
    const auto write_out = [&](std::vector<LessonSpan>& spans) {
        for (LessonSpan& span : spans) {
            if (span.kind == LessonSpan::Kind::live) {
                span.text = lesson_number(span, shown);
                span.kind = LessonSpan::Kind::words;
            } else if (span.kind == LessonSpan::Kind::formula && shown.current) {
                const int id = shown.current->trace().find(span.text);
                if (id >= 0) span.text = shown.current->trace().formula(id);
            }
        }
    };
    // Read again until the step is shown and all of their numbers are there.
    if (!is_step_shown() || view().numbers_to_come()) hall.notes_step = -1;
    for (LessonBlock& block : blocks) {
        write_out(block.spans);
        for (auto& cell : block.cells) write_out(cell);
    }
    hall.notes = std::make_shared<const std::vector<LessonBlock>>(std::move(blocks));
}

SpeakerPage App::speaker_page_now() {
    const LectureHall& hall = *lecture_;
    read_notes();
    const bool more = !lesson_.asks() && lesson_.more();
    SpeakerPage page =
        speaker_page(lesson_.lesson(), lesson_.step(), lesson_.asks(), more, key_of(Command::lesson_next));
    page.notes = hall.notes;
    tell_time(page, lesson_.lesson(), hall.timer, lecture_now(), time_of_day());
    if (gui_.frozen()) page.frozen = fmt::format(texts::lecture::frozen, key_of(Command::freeze));
    return page;
}

/// Until what the clocks of the speaker's page say is another.
double App::until_next_tick() const {
    const auto rest = [](double seconds, double of) { return of - std::fmod(std::max(0.0, seconds), of); };
    const double minute = rest(time_of_day(), 60);
    if (!lecture_->timer.running()) return minute;
    return std::min(minute, rest(lecture_->timer.elapsed(lecture_now()), 1));
}

void App::draw_speaker_sheet(ViewContext& context) {
    if (!lecture_->sheet || !lesson_.is_open()) return;
    Rect place = view_area_;
    place = place.take_bottom(std::round(sheet_share * place.h));
    static_cast<void>(region(context.ui, "speaker sheet", place));  // what is under it is not hovered
    const SpeakerAnswer answer = draw_speaker_page(context.ui, targets_, place, speaker_page_now());
    context.ui.painter.line(place.min(), {place.right(), place.y}, context.ui.theme.accent, 2);
    answer_speaker(answer);
    sleep_at_most(until_next_tick());
}

void App::answer_speaker(const SpeakerAnswer& answer) {
    LectureHall& hall = *lecture_;
    switch (answer.action) {
        case SpeakerAction::none: return;
        case SpeakerAction::pause:
            if (hall.timer.running())
                hall.timer.pause(lecture_now());
            else
                hall.timer.start(lecture_now());
            break;
        case SpeakerAction::reset: hall.timer.reset(lecture_now()); break;
        case SpeakerAction::go_to: lesson_.go(answer.step); break;
        case SpeakerAction::close: hall.wants_window = false; break;
    }
    platform_.wake();
}

/// Between two frames: opens and closes the speaker's window.
void App::follow_speaker_window() {
    LectureHall& hall = *lecture_;
    gui_.take_mouse((hall.hand.held() && !sheet_open()) || gui_.frozen());
    const bool wanted = hall.wants_window && lesson_.is_open();
    hall.wants_window = wanted;
    if (wanted == static_cast<bool>(hall.window)) return;
    if (!wanted) {
        gui_.set_beside({});
        gui_.freeze(false);
        hall.window.reset();
        return;
    }
    try {
        hall.window = std::make_unique<SpeakerWindow>(platform_, gui_.theme(), gui_.text_scale());
        gui_.set_beside([this] { return draw_beside(); });
    } catch (const Error& error) {
        hall.wants_window = false;
        say(error.what());
    }
}

/// The speaker's window, whenever the audience's wakes; seconds until its clock moves on.
double App::draw_beside() {
    LectureHall& hall = *lecture_;
    if (!hall.window || !lesson_.is_open()) return std::numeric_limits<double>::infinity();
    const bool goes_on = hall.window->draw(speaker_page_now(), gui_.theme(), gui_.text_scale());
    answer_speaker(hall.window->take_answer());
    return goes_on ? 0 : until_next_tick();
}

/// A lesson is opened or left: what was drawn over another one is gone, and the time begins anew.
void App::clear_lecture() {
    LectureHall& hall = *lecture_;
    hall.strokes.forget_steps();
    if (lesson_.is_open()) hall.timer.show_step(stroke_page(), lecture_now());  // the new lesson's, not the old one's
    hall.timer.reset(lecture_now());
    if (!lesson_.is_open()) {
        hall.timer.pause(lecture_now());
        hall.sheet = false;
    }
    hall.notes_step = -1;
}

void App::describe_lecture(State& state) const {
    const LectureHall& hall = *lecture_;
    static constexpr const char* tools[] = {"arrow", "laser", "pen"};
    state.add("spotlight", hall.spotlight.on());
    state.add("tool", tools[static_cast<std::size_t>(hall.hand.tool)]);
    state.add("pen_color", pen_colors()[static_cast<std::size_t>(hall.hand.color)].name);
    state.add("strokes", std::to_string(hall.strokes.of(stroke_page()).size()));
    state.add("speaker_notes", hall.sheet);
    state.add("speaker_window", static_cast<bool>(hall.window));
    state.add("frozen", gui_.frozen());
    state.add("timer", hall.timer.running());
    state.add("time", elapsed_text(hall.timer.elapsed(lecture_now())));
    state.add("step_time", elapsed_text(hall.timer.used(stroke_page(), lecture_now())));
    std::string hands;
    if (lesson_.is_open())
        for (const int raised : lesson_.question().hands) hands += (hands.empty() ? "" : " ") + std::to_string(raised);
    state.add("hands", hands);
}

}  // namespace glassformer
