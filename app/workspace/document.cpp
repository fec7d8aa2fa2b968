#include "app/workspace/document.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "app/files/folder_listing.h"
#include "app/workspace/message_bar.h"
#include "app/workspace/settings.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

namespace {
constexpr double copy_every = 10;  // seconds between two copies of what is not saved

/// Whether they differ at most in how the same things are shown: theme, sizes and the view.
bool same_work(SessionFile a, const SessionFile& b) {
    a.view = b.view;
    a.theme = b.theme;
    a.palette = b.palette;
    a.colour_limits = b.colour_limits;
    a.text_scale = b.text_scale;
    a.panel_width = b.panel_width;
    a.panel = b.panel;
    a.panel_instead = b.panel_instead;
    a.scrolled = b.scrolled;
    return a == b;
}
}  // namespace

Document::Document(Platform& platform, const AppOptions& options, Arrival& arrival, WindowMessages& messages)
    : platform_(platform),
      arrival_(arrival),
      messages_(messages),
      fence_(options.fence),
      autosave_(options.settings.parent_path()) {}

void Document::check_fence(const std::filesystem::path& file) const {
    if (fence_.empty()) return;
    // Links are resolved, because a link inside may lead out.
    std::error_code unread;
    const auto fence = std::filesystem::weakly_canonical(fence_, unread);
    const auto whole = std::filesystem::weakly_canonical(std::filesystem::absolute(file, unread), unread);
    if (fence.empty() || std::mismatch(fence.begin(), fence.end(), whole.begin(), whole.end()).first != fence.end())
        throw Error(fmt::format(texts::window::outside, path_text(file), path_text(fence)));
}

void Document::open(const std::filesystem::path& path) {
    arrival_.open(load_session(path));
    path_ = path;
    saved_ = arrival_.session_now();
}

void Document::close() {
    path_.clear();
    saved_.reset();
}

void Document::save(const std::filesystem::path& path) {
    const SessionFile now = arrival_.session_now();
    save_session(path, now);
    path_ = path;
    saved_ = kept_ = now;
    autosave_.remove();
    remember(path);
    messages_.clear_problem();
    messages_.notice() = fmt::format(texts::window::saved, path_text(shown_path(path)));
}

std::filesystem::path Document::proposal() const {
    if (!path_.empty()) return path_;
    std::error_code unread;
    return std::filesystem::current_path(unread) / (texts::window::session_name + std::string(session_ending));
}

void Document::remember(const std::filesystem::path& path) {
    const std::string text = path.string();
    std::erase(recent_, text);
    recent_.insert(recent_.begin(), text);
    if (recent_.size() > recent_kept) recent_.resize(recent_kept);
}

void Document::keep_copy(Gui& gui, double now, bool shown) {
    if (!autosave_.on() || !shown) return;
    SessionFile current = arrival_.session_now();
    if (!kept_) kept_ = current;  // a new start shows this anyway
    if (same_work(current, *kept_)) return;
    if (now - kept_at_ < copy_every) {
        gui.sleep_at_most(std::min(copy_every, copy_every - (now - kept_at_) + 0.05));
        return;
    }
    kept_at_ = now;
    try {
        autosave_.save(current);
    } catch (const Error& error) {
        messages_.say(fmt::format(texts::window::autosave_failed, error.what()));
    }
    kept_ = std::move(current);  // also after a failure: the next change tries again
}

void Document::end_by_system() {
    ended_ = true;
    if (!autosave_.on() || !kept_ || same_work(arrival_.session_now(), *kept_)) return;
    try {
        autosave_.save(arrival_.session_now());
    } catch (const std::exception&) {
        // Nobody is there to read it.
    }
}

void Document::end(bool keep) {
    if (keep || ended_)
        autosave_.leave();
    else
        autosave_.remove();
}

void Document::put_title() {
    std::string title = texts::window::title;
    if (!path_.empty()) {
        const bool changed = !saved_ || *saved_ != arrival_.session_now();
        const std::string name = path_.stem().string();
        title = changed ? fmt::format(texts::window::title_of_changed_session, name, title)
                        : fmt::format(texts::window::title_of_session, name, title);
    }
    if (title != title_) platform_.set_title(title_ = title);
}

/// Throws Error where it cannot be read. False where this window cannot keep it as its own copy: then it stays where it
/// is.
bool Document::restore(const std::filesystem::path& copy) {
    const SessionFile lost = load_session(copy);
    arrival_.open(lost);
    kept_.emplace();
    try {
        autosave_.save(lost);
        return true;
    } catch (const Error& error) {
        messages_.say(fmt::format(texts::window::autosave_failed, error.what()));
        return false;
    }
}

void Document::draw_restore_bar(ViewContext& context, Rect& rest) {
    static constexpr BarButton buttons[] = {{texts::window::restore, "restore"}, {texts::window::discard, "discard"}};
    const auto pressed = message_bar(context.ui, context.targets, rest, "", texts::window::restore_question, buttons,
                                     context.ui.theme.warning);
    if (!pressed) return;
    const std::filesystem::path copy = std::exchange(left_copy_, {});
    std::error_code ignored;
    try {
        if (*pressed == 0 && !restore(copy)) return;
        std::filesystem::remove(copy, ignored);
    } catch (const Error& error) {
        messages_.say(error.what());
        std::filesystem::rename(copy, copy.string() + ".unreadable", ignored);
    }
    left_copy_ = autosave_.left_behind();  // of another window
    context.ui.keep_awake();
}

void Document::describe(State& state) const {
    state.add("file", path_text(path_));
    state.add("changed", saved_ && *saved_ != arrival_.session_now());
    state.add("title", title_);
    state.add("restore", !left_copy_.empty());
}

}  // namespace glassformer
