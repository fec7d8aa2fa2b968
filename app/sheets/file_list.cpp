#include "app/sheets/file_list.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/sheets/texts.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

constexpr double stale_after = 2;  // seconds; folders change while one looks

bool begins(const std::string& name, const std::string& with) {
    if (with.size() > name.size()) return false;
    for (std::size_t i = 0; i < with.size(); ++i)
        if (std::tolower(static_cast<unsigned char>(name[i])) != std::tolower(static_cast<unsigned char>(with[i])))
            return false;
    return true;
}

const char* note_of(EntryKind kind) {
    switch (kind) {
        case EntryKind::parent: return texts::sheets::parent_folder;
        case EntryKind::model: return texts::sheets::model_folder;
        case EntryKind::session: return texts::sheets::session_file;
        case EntryKind::folder: return "";
    }
    return "";
}

}  // namespace

void FileList::read(const std::filesystem::path& folder) {
    folder_ = folder;
    entries_.clear();
    problem_.clear();
    try {
        entries_ = list_folder(folder);
        if (is_model_folder(folder))
            entries_.insert(entries_.begin(), {texts::sheets::open_this_folder, EntryKind::model, folder});
    } catch (const Error& error) {
        problem_ = error.what();
    }
}

std::optional<FileList::Taken> FileList::draw(ViewContext& context, const Rect& area, const std::string& typed,
                                              bool submitted, FolderNeeds& needs, bool named) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, high = std::round(1.9F * em);
    const std::size_t slash = typed.rfind('/');
    const std::string begun = typed == "~" ? "" : slash == std::string::npos ? typed : typed.substr(slash + 1);
    const std::filesystem::path folder = typed_path(typed.substr(0, typed.size() - begun.size()));
    if (folder != folder_ || ui.now - read_at_ > stale_after) {
        read(folder);
        needs.look_again();
        read_at_ = ui.now;
    }
    rows_ = 0;
    if (!problem_.empty()) {
        paragraph(painter, area, problem_, {.colour = ui.theme.warning, .size = em::body});
        return {};
    }
    std::vector<const FolderEntry*> rows;
    for (const FolderEntry& entry : entries_) {
        const bool of_folder = entry.kind == EntryKind::parent || entry.path == folder_;
        if (named ? entry.path != folder_ : of_folder ? begun.empty() : begins(entry.name, begun))
            rows.push_back(&entry);
    }
    rows_ = rows.size();
    if (rows.empty()) {
        paragraph(painter, area,
                  begun.empty() || named ? texts::sheets::nothing_here
                                         : fmt::format(texts::sheets::nothing_starts_with, begun),
                  {.colour = ui.theme.muted, .size = em::body});
        return {};
    }
    const auto pressed = [&](Key key) { return ui.input.pressed_even_typing(key) ? 1 : 0; };
    const int last = static_cast<int>(rows.size()) - 1;
    if (marked_ < 0) marked_ = rows.front()->kind == EntryKind::parent && last > 0 ? 1 : 0;
    const int by = pressed(Key::down) - pressed(Key::up) + 8 * (pressed(Key::page_down) - pressed(Key::page_up));
    marked_ = std::clamp(marked_ + by, 0, last);
    if (by != 0) moved_ = reveal_ = true;

    std::optional<Taken> taken;
    const Rect content = begin_scroll(ui, "files", area);
    const Rect seen = painter.clip();
    float y = content.y;
    for (int i = 0; i <= last; ++i) {
        const FolderEntry& entry = *rows[static_cast<std::size_t>(i)];
        const Rect row{content.x, y, content.w, high};
        y += high;
        if (i == marked_ && reveal_) {
            reveal(ui, row.y, row.bottom());
            reveal_ = false;
        }
        if (row.bottom() < seen.y || row.y > seen.bottom()) continue;
        const Region touched = region(ui, "file " + std::to_string(i), row);
        context.targets.put("file " + entry.name, row);
        if (touched.hovered) *ui.cursor = CursorShape::hand;
        if (touched.hovered && ui.input.mouse_moved != Vec2{}) marked_ = i;
        if (i == marked_) painter.fill(row, ui.theme.control_hot, std::round(0.4F * em));
        Rect inside = row.inset(0.6F * em, 0);
        const bool model = entry.kind == EntryKind::model;
        const Colour tone = model ? ui.theme.accent : ui.theme.muted;
        const Icon sign = entry.kind == EntryKind::session  ? Icon::save
                          : entry.kind == EntryKind::parent ? Icon::previous
                                                            : Icon::folder;
        icon(painter, sign, inside.take_left(1.3F * em).centre(), 0.9F * em, tone);
        inside.take_left(0.6F * em);
        const FolderNeeds::Need need = model && !named ? needs.of(ui, entry.path) : FolderNeeds::Need{};
        const std::string note =
            need.text.empty() ? note_of(entry.kind) : fmt::format(texts::sheets::model_needs, need.text);
        const float noted = painter.measure(note, em::small).width + 1;
        text_in(painter, inside.take_right(std::min(std::max(9 * em, noted), 0.6F * inside.w)), note,
                {.colour = need.too_much ? ui.theme.warning
                           : model       ? ui.theme.text
                                         : ui.theme.muted,
                 .size = em::small,
                 .align = Align::right});
        text_in(painter, inside, entry.name, {.colour = ui.theme.text, .face = model ? Face::bold : Face::sans});
        if (touched.clicked) taken = Taken{entry.kind, entry.path};
    }
    end_scroll(ui, y);
    if (submitted) {
        const FolderEntry& entry = *rows[static_cast<std::size_t>(marked_)];
        taken = Taken{entry.kind, entry.path};
    }
    return taken;
}

}  // namespace glassformer
