#include "app/sheets/key_sheet.h"

#include <algorithm>
#include <string_view>

#include "app/sheets/sheet_head.h"
#include "app/sheets/texts.h"
#include "app/views/shared/key_table.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

/// Index of the group at which the two columns differ least in length.
std::size_t middle_group(const std::vector<KeyLine>& all) {
    std::size_t best = all.size();
    for (std::size_t i = 1; i < all.size(); ++i)
        if (all[i].group != all[i - 1].group && std::max(i, all.size() - i) < std::max(best, all.size() - best))
            best = i;
    return best;
}

}  // namespace

void draw_key_sheet(ViewContext& context, bool& open) {
    if (!open) return;
    Ui& ui = context.ui;
    const std::vector<KeyLine> all = key_table();
    const float row = 1.65F * ui.em;
    float keys = 0, what = 0;
    for (const KeyLine& line : all) {
        keys = std::max(keys, ui.painter.measure(line.keys, em::small, Face::bold).width + 1.2F * ui.em);
        what = std::max(what, ui.painter.measure(line.what, em::small).width + 0.8F * ui.em);
    }
    const float beside = 4.5F * ui.em;  // the sheet's margins and its scroll bar
    const bool two = ui.window.w - 2 * ui.em >= 2 * (keys + what) + beside;
    const std::size_t split = two ? middle_group(all) : all.size();
    const float tallest = static_cast<float>(std::max(split, all.size() - split)) + (two ? 2.8F : 4.0F);
    const float wide =
        two ? std::max(74 * ui.em, 2 * (keys + what) + beside) : std::max(37 * ui.em, keys + what + beside);
    const Vec2 size{std::min(ui.window.w - 2 * ui.em, wide),
                    std::min(ui.window.h - 2 * ui.em, tallest * row + 4 * ui.em)};
    Rect inner;
    if (!begin_modal(ui, "keys", open, size, inner)) return;
    Painter& painter = ui.painter;
    draw_sheet_head(context, inner, "keys", texts::sheets::shortcuts, open);
    const Rect content = begin_scroll(ui, "key list", inner);
    const float column = two ? content.w / 2 : content.w;
    float lowest = content.y;
    float x = content.x, y = content.y;
    std::string_view group;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (two && i == split) {
            x += column;
            y = content.y;
        }
        if (all[i].group != group) {
            group = all[i].group;
            if (y > content.y) y += 0.6F * ui.em;
            painter.text({x, y}, group, {.colour = ui.theme.muted, .size = em::small, .face = Face::bold});
            y += row;
        }
        const Rect key{x, y, keys - 0.6F * ui.em, row};
        context.targets.put("keys " + all[i].keys, key);
        text_in(painter, key, all[i].keys, {.colour = ui.theme.accent_text, .size = em::small, .face = Face::bold});
        const Rect said{x + keys, y, column - keys - 0.5F * ui.em, row};
        text_in(painter, said, all[i].what, {.colour = ui.theme.text, .size = em::small});
        y += row;
        lowest = std::max(lowest, y);
    }
    end_scroll(ui, lowest);
    end_modal(ui);
}

}  // namespace glassformer
