// The panel's way from a stage that positions act on to the encodings side by side.
#include <fmt/core.h>

#include <algorithm>

#include "app/views/explanation/cards.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/commands.h"
#include "core/io/model_folder.h"
#include "core/model/positional.h"
#include "core/positions/stages.h"

namespace glassformer {

void PanelWriter::position_link(const Record& at) {
    const PositionalKind* kind = context_.shown.current->model().config.positional.kind;
    if (kind == nullptr || !positions::touches(*kind, at)) return;
    const std::string label = fmt::format(texts::explanation::compare_encoding, kind->title);
    const std::string tip = hint(texts::explanation::compare_encoding_hint, Command::positions_model);
    const ButtonStyle style{.size = em::small, .hint = tip};
    const Rect place =
        Rect{place_.x, place_.y, std::min(place_.w, button_width(ui_, label, style)), 2.0F * em_}.snapped();
    place_.take_top(2.8F * em_);
    context_.targets.put("compare encodings", place);
    if (button(ui_, "compare encodings", place, label, style)) context_.request = Command::positions_model;
}

}  // namespace glassformer
