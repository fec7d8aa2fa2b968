// Opening and saving from the window: model folders, session files, and the autosaved copy for a crash.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "app/files/folder_listing.h"
#include "app/files/tensor_file.h"
#include "app/paint/visible_text.h"
#include "app/program/app.h"
#include "app/program/texts.h"
#include "app/views/shared/wording.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/io/hub_cache.h"
#include "core/model/untrained_model.h"
#include "core/train/laboratory/trained_steps.h"

namespace glassformer {

namespace {
constexpr double copy_every = 10;  // seconds between two copies of what is not saved

/// Whether they differ at most in how the same things are shown: theme, sizes and the view.
bool same_work(SessionFile a, const SessionFile& b) {
    a.view = b.view;
    a.theme = b.theme;
    a.palette = b.palette;
    a.color_limits = b.color_limits;
    a.text_scale = b.text_scale;
    a.panel_width = b.panel_width;
    a.panel = b.panel;
    a.panel_instead = b.panel_instead;
    a.scrolled = b.scrolled;
    return a == b;
}

/// "“et” and “mais” are not in this model's vocabulary, …"; "" where all words are.
std::string unknown_words(std::span<const TokenLabel> tokens) {
    std::vector<std::string> words;
    for (const TokenLabel& token : tokens)
        if (const std::string word = "“" + visible_text(token.text) + "”";
            token.unknown && std::ranges::find(words, word) == words.end())
            words.push_back(word);
    if (words.empty()) return {};
    const std::string last = words.back();
    words.pop_back();
    if (words.empty()) return fmt::format(texts::program::unknown_one, last);
    std::string others;
    for (const std::string& word : words) others += (others.empty() ? "" : ", ") + word;
    return fmt::format(texts::program::unknown_more, others, last);
}
}  // namespace

void App::remember(const std::filesystem::path& path) {
    const std::string text = path.string();
    std::erase(recent_, text);
    recent_.insert(recent_.begin(), text);
    if (recent_.size() > recent_kept) recent_.resize(recent_kept);
}

void App::open_inputs(Inputs inputs) {
    pending_session_.reset();
    const std::shared_ptr<const Model> shown = session_.shown().model;
    const bool again = shown && session_.inputs().model == inputs.model && weights_changed(*shown);
    session_.set(std::move(inputs), !session_.inputs().model.empty());
    if (again) session_.reload();
}

void App::show_overview() {
    if (!overview_) return;
    for (const std::unique_ptr<AppView>& view : views_) view->show_overview();
}

/// A model of the same task, which is one with the same examples, keeps the text that is shown.
void App::open_model(Inputs own) {
    const Inputs& now = session_.inputs();
    if (own.model != now.model) show_overview();
    const auto choice = [&](const std::string& name) { return std::ranges::find(models_, name, &ModelChoice::name); };
    const auto from = choice(now.model), to = choice(own.model);
    kept_text_.reset();
    if (from == models_.end() || to == models_.end() || from == to || now.text.empty() ||
        std::ranges::find_first_of(from->examples, to->examples, {}, &Inputs::text, &Inputs::text) ==
            from->examples.end())
        return open_inputs(std::move(own));
    Inputs kept = own;
    kept.labels.clear();
    kept.text = now.text;
    const auto example = std::ranges::find(to->examples, now.text, &Inputs::text);
    kept.target = example == to->examples.end() ? "" : example->target;
    kept = with_loss_target(std::move(kept));
    kept_text_ = kept;
    own_text_ = std::move(own);
    open_inputs(std::move(kept));
}

/// The target that is written stays that of its model and text, whichever model is opened meanwhile.
void App::remember_loss_target() {
    const Inputs& now = session_.inputs();
    if (TrainedSteps::step_of(now.model)) return;  // there is a step after it, and no other window has it
    if (untrained_title(now.model)) return;        // its experiment gives each run its target
    if (!now.labels.empty())
        loss_targets_[now.model] = {.text = now.text, .labels = now.labels};
    else if (const auto kept = loss_targets_.find(now.model);
             kept != loss_targets_.end() && kept->second.text == now.text)
        loss_targets_.erase(kept);  // the user emptied the field
}

Inputs App::with_loss_target(Inputs inputs) const {
    const auto kept = loss_targets_.find(inputs.model);
    if (inputs.labels.empty() && kept != loss_targets_.end() && kept->second.text == inputs.text)
        inputs.labels = kept->second.labels;
    return inputs;
}

/// Once a model is open with the text of the one before, gives it its own where it does not know each token; says so.
std::string App::keep_or_replace_text() {
    if (!kept_text_) return {};
    const Session::Snapshot now = session_.shown();
    const bool waits = session_.inputs() == *kept_text_;
    if (waits && now.stale && now.error.empty()) return {};
    kept_text_.reset();
    if (!waits || now.unopened) return {};
    std::string why =
        now.error.empty() ? unknown_words(now.current->tokens()) : fmt::format(texts::program::own_text, now.error);
    if (!why.empty()) session_.set(std::move(*own_text_), false);
    return why;
}

/// A model that cannot be read leaves everything as it was, and is not offered again.
void App::keep_what_is_shown(const std::string& problem) {
    std::erase(recent_, session_.inputs().model);
    if (pending_session_) {  // the model of a session file
        session_path_.clear();
        saved_.reset();
        pending_session_.reset();
    }
    if (session_.cancel()) say(problem);
}

bool App::open_path(const std::filesystem::path& given) {
    try {
        std::error_code unread;
        const std::filesystem::path path = std::filesystem::absolute(given, unread).lexically_normal();
        if (!std::filesystem::exists(path, unread))
            throw Error(fmt::format(texts::program::no_such_path, in_quotes(path.string())));
        if (!std::filesystem::is_directory(path, unread)) {
            if (is_tensor_file(path))
                throw Error(fmt::format(texts::program::tensors_only, path_text(path), std::string(session_ending)));
            if (path.extension() == ".md") {
                open_lesson(path);
                return true;
            }
            if (path.extension() == ".txt" && show_text(path)) return true;
            if (!path.string().ends_with(session_ending))
                throw Error(fmt::format(texts::program::neither_model_nor_session, path_text(path),
                                        std::string(session_ending)));
            show_session(load_session(path));
            session_path_ = path;
            saved_ = session_now();
        } else {
            if (!is_model_folder(path)) throw Error(fmt::format(texts::program::no_config, path_text(path)));
            Inputs inputs;
            // A snapshot's folder is named by a checksum; its name in the cache must be nothing else's too.
            const std::string cached = cached_name(path, hub_cache());
            const bool named = cached.find('/') != std::string::npos && !std::filesystem::exists(cached, unread);
            inputs.model = named ? cached : path.string();
            inputs.gradients = session_.inputs().gradients;
            const Card card = card_ ? card_(inputs.model) : load_card(path);
            inputs.text = card.examples.empty() ? session_.inputs().text : card.examples.front();
            if (!card.targets.empty()) inputs.target = card.targets.front();
            open_inputs(with_loss_target(std::move(inputs)));
        }
        remember(path);
        return true;
    } catch (const Error& error) {
        say(error.what());
        return false;
    }
}

/// The view that has a use for a text file is shown with it.
bool App::show_text(const std::filesystem::path& file) {
    for (const std::unique_ptr<AppView>& one : views_) {
        if (!one->take_text(file)) continue;
        if (one.get() != &view()) view().leave();
        preferences_.view = one->row().name;
        platform_.wake();
        return true;
    }
    return false;
}

/// Opens the first of several dropped files that can be opened, and says so.
void App::open_dropped(const std::vector<std::string>& paths) {
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (!open_path(paths[i])) continue;
        if (paths.size() > 1)
            say(fmt::format(texts::program::opened_one, path_text(std::filesystem::path(paths[i]).filename()),
                            paths.size()));
        return;
    }
}

SessionFile App::session_now() const {
    // No other window has a step of this one's trainings: what was open before is kept in its place.
    const bool lasts = !TrainedSteps::step_of(session_.inputs().model);
    SessionFile now{.inputs = lasts ? session_.inputs() : lasting_,
                    .cursor = pending_session_ ? pending_session_->cursor : cursor_,
                    .view = preferences_.view,
                    .theme = std::string(preferences_.theme->name),
                    .palette = std::string(palette_row(preferences_.palette).name),
                    .color_limits = preferences_.limits,
                    .text_scale = preferences_.text_scale,
                    .panel_width = preferences_.panel_width,
                    .panel = preferences_.panel,
                    .panel_instead = preferences_.panel_instead,
                    .scrolled = pending_session_ ? pending_session_->scrolled : gui_.scrolled(),
                    .views = pending_session_ ? pending_session_->views : std::map<std::string, ViewValues>{}};
    now.loss_targets = pending_session_ ? pending_session_->loss_targets : loss_targets_;
    now.loss_targets.erase(now.inputs.model);  // the inputs have it
    if (pending_session_) return now;
    for (const std::unique_ptr<AppView>& view : views_)
        if (ViewValues values = view->save(); !values.empty())
            now.views.emplace(std::string(view->row().name), std::move(values));
    return now;
}

void App::show_session(const SessionFile& session) {
    if (const Theme* theme = find_theme(session.theme)) preferences_.theme = theme;
    if (const PaletteRow* palette = find_palette(session.palette)) preferences_.palette = palette->palette;
    preferences_.limits = limits_known_ = session.color_limits;
    limits_done_.clear();
    limits_undone_.clear();
    preferences_.text_scale = session.text_scale;
    preferences_.panel = session.panel;
    preferences_.panel_width = session.panel_width;
    preferences_.panel_instead = session.panel_instead;
    view().leave();
    preferences_.view = session.view;
    preferences_.view = view().row().name;  // replaces a view that this version does not have
    open_inputs(session.inputs);
    pending_session_ = session;
}

/// Loads the views' values; values that the session lacks are those of a new window.
void App::load_views(const SessionFile& session) {
    for (const std::unique_ptr<AppView>& view : views_) {
        const std::string name(view->row().name);
        ViewValues values;
        if (const auto said = session.views.find(name); said != session.views.end()) values = said->second;
        view->load(view->completed(std::move(values), initial_view_values_.at(name)));
    }
}

void App::save(bool as) {
    if (!as && !session_path_.empty()) return save_to(session_path_);
    std::error_code unread;
    const std::filesystem::path here = std::filesystem::current_path(unread);
    open_sheet_.open_to_save(session_path_.empty() ? here / (texts::program::session_name + std::string(session_ending))
                                                   : session_path_);
}

void App::check_fence(const std::filesystem::path& file) const {
    if (write_root_.empty()) return;
    // Links are resolved, because a link inside may lead out.
    std::error_code unread;
    const auto fence = std::filesystem::weakly_canonical(write_root_, unread);
    const auto whole = std::filesystem::weakly_canonical(std::filesystem::absolute(file, unread), unread);
    if (fence.empty() || std::mismatch(fence.begin(), fence.end(), whole.begin(), whole.end()).first != fence.end())
        throw Error(fmt::format(texts::program::outside, path_text(file), path_text(fence)));
}

void App::save_to(const std::filesystem::path& path) {
    try {
        check_fence(path);
        if (path.extension() == ".md") return begin_lesson(path);
        const SessionFile now = session_now();
        save_session(path, now);
        session_path_ = path;
        saved_ = kept_ = now;
        autosave_.remove();
        remember(path);
        message_.clear();
        notice_ = fmt::format(texts::program::saved, path_text(shown_path(path)));
    } catch (const Error& error) {
        say(error.what());
    }
}

void App::keep_copy(double now, bool shown) {
    if (!autosave_.on() || !shown) return;
    SessionFile current = session_now();
    if (!kept_) kept_ = current;  // a new start shows this anyway
    if (same_work(current, *kept_)) return;
    if (now - kept_at_ < copy_every) {
        sleep_at_most(std::min(copy_every, copy_every - (now - kept_at_) + 0.05));
        return;
    }
    kept_at_ = now;
    try {
        autosave_.save(current);
    } catch (const Error& error) {
        say(fmt::format(texts::program::autosave_failed, error.what()));
    }
    kept_ = std::move(current);  // also after a failure: the next change tries again
}

void App::end_by_system() {
    closing_ = ended_ = true;
    if (!autosave_.on() || !kept_ || same_work(session_now(), *kept_)) return;
    try {
        autosave_.save(session_now());
    } catch (const std::exception&) {
        // Nobody is there to read it.
    }
}

void App::put_title() {
    std::string title = texts::program::title;
    if (!session_path_.empty()) {
        const bool changed = !saved_ || *saved_ != session_now();
        const std::string name = session_path_.stem().string();
        title = changed ? fmt::format(texts::program::title_of_changed_session, name, title)
                        : fmt::format(texts::program::title_of_session, name, title);
    }
    if (title != title_) platform_.set_title(title_ = title);
}

/// Throws Error where it cannot be read. False where this window cannot keep it as its own copy: then it stays where it
/// is.
bool App::restore(const std::filesystem::path& copy) {
    const SessionFile lost = load_session(copy);
    show_session(lost);
    kept_.emplace();
    try {
        autosave_.save(lost);
        return true;
    } catch (const Error& error) {
        say(fmt::format(texts::program::autosave_failed, error.what()));
        return false;
    }
}

void App::restore_bar(Ui& ui, Rect& rest) {
    static constexpr BarButton buttons[] = {{texts::program::restore, "restore"}, {texts::program::discard, "discard"}};
    const auto pressed = bar(ui, rest, texts::program::restore_question, buttons, ui.theme.warning);
    if (!pressed) return;
    const std::filesystem::path copy = std::exchange(crash_copy_, {});
    std::error_code ignored;
    try {
        if (*pressed == 0 && !restore(copy)) return;
        std::filesystem::remove(copy, ignored);
    } catch (const Error& error) {
        say(error.what());
        std::filesystem::rename(copy, copy.string() + ".unreadable", ignored);
    }
    crash_copy_ = autosave_.left_behind();  // of another window
    ui.keep_awake();
}

}  // namespace glassformer
