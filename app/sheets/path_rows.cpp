#include "app/sheets/path_rows.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/files/folder_listing.h"
#include "app/files/session_file.h"
#include "app/sheets/fuzzy.h"
#include "app/sheets/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

constexpr std::size_t most_of_a_kind = 5;
constexpr float row_line = 1.9F, heading_line = 1.9F;  // em

/// Adds those of a kind that match, under one heading.
void add_rows(std::vector<PathRow>& to, std::vector<PathRow> all, const std::string& typed, const char* target,
              const char* heading) {
    std::erase_if(all, [&](const PathRow& row) {
        return !typed.empty() && !words_score(typed, row.name + " " + row.path.string(), Match::part);
    });
    const std::size_t found = all.size();
    if (typed.empty() && found > most_of_a_kind) all.resize(most_of_a_kind);
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].target = fmt::format("{} {}", target, i + 1);
        if (i == 0)
            all[i].heading =
                all.size() < found ? fmt::format(texts::sheets::some_of, heading, all.size(), found) : heading;
        to.push_back(std::move(all[i]));
    }
}

}  // namespace

std::vector<PathRow> path_rows(std::span<const std::string> recent, std::span<const CachedModel> cached,
                               const std::string& typed) {
    std::vector<PathRow> rows, opened, models;
    for (const std::string& text : recent) {
        const std::filesystem::path path = text;
        const auto model = std::ranges::find(cached, path, &CachedModel::path);
        opened.push_back({.path = path,
                          .name = model != cached.end() ? model->name : path.filename().string(),
                          .where = shown_path(path.parent_path()),
                          .target = {},
                          .heading = {}});
    }
    for (const CachedModel& model : cached)
        models.push_back(
            {.path = model.path, .name = model.name, .where = shown_path(model.path), .target = {}, .heading = {}});
    add_rows(rows, std::move(opened), typed, "recent", texts::sheets::recent);
    add_rows(rows, std::move(models), typed, "cached", texts::sheets::cached);
    return rows;
}

float path_row_height(Ui& ui, const PathRow& row) {
    return (row_line + (row.heading.empty() ? 0 : heading_line)) * ui.em;
}

bool draw_path_row(ViewContext& context, const Rect& area, const PathRow& row, bool marked, FolderNeeds& needs) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    Rect place = area;
    if (!row.heading.empty())
        text_in(painter, place.take_top(heading_line * em), row.heading,
                {.colour = ui.theme.muted, .size = em::small, .face = Face::bold});
    const Region touched = region(ui, row.target.c_str(), place);
    context.targets.put(row.target, place);
    if (touched.hovered) *ui.cursor = CursorShape::hand;
    if (touched.hovered || marked) painter.fill(place, ui.theme.control_hot, 0.4F * em);
    Rect inside = place.inset(0.6F * em, 0);
    const bool session = row.path.string().ends_with(session_ending);
    icon(painter, session ? Icon::save : Icon::folder, inside.take_left(1.2F * em).centre(), 0.9F * em, ui.theme.muted);
    inside.take_left(0.6F * em);
    if (const FolderNeeds::Need need = session ? FolderNeeds::Need{} : needs.of(ui, row.path); !need.text.empty()) {
        const float noted = std::min(painter.measure(need.text, em::small).width + 1, 0.5F * inside.w);
        text_in(painter, inside.take_right(noted), need.text,
                {.colour = need.too_much ? ui.theme.warning : ui.theme.text, .size = em::small, .align = Align::right});
        inside.take_right(0.8F * em);
    }
    const float wide = std::min(inside.w, painter.measure(row.name).width + 1);
    text_in(painter, inside.take_left(wide), row.name, {.colour = ui.theme.text});
    inside.take_left(0.8F * em);
    text_in(painter, inside, row.where, {.colour = ui.theme.muted, .size = em::small});
    return touched.clicked;
}

}  // namespace glassformer
