#include "app/pictures/charts/stage_page.h"

#include "app/paint/formula.h"
#include "core/tape/stage_text.h"

namespace glassformer {

void draw_stage_page(Painter& painter, const Rect& page, const Scene& scene) {
    const float em = painter.em();
    painter.fill(page, painter.theme().background, 0);
    const Vec2 corner{page.x + 1.2F * em, page.y};
    painter.text({corner.x, corner.y + em}, stage_text(scene.trace(), scene.stage()).title,
                 {.colour = painter.theme().text, .size = em::title, .face = Face::bold});
    const bool leaf = !scene.stage().operation;
    draw_formula_at(painter, leaf ? scene.trace().coloured_symbol(scene.record) : scene.trace().formula(scene.record),
                    {corner.x, corner.y + 4.6F * em}, {.size = em::large, .align = Align::left});
    const Rect canvas{corner.x, corner.y + 5.6F * em, page.w - 2.4F * em, page.h - 6.6F * em};
    static_cast<void>(picture_of(scene.stage()).draw(painter, canvas, scene, {-1, -1}));
}

}  // namespace glassformer
