// A model evaluated, and pages to draw its attentions on, for the tests of the attention view.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/pictures/board/memory.h"
#include "app/views/attention/layers.h"
#include "app/views/attention/modes.h"
#include "tests/support/notes_painter.h"
#include "tests/support/window_program.h"

namespace glassformer::test {

inline constexpr const char* pair = "sinusoidal encoder-decoder";
inline constexpr const char* additive = "gru with additive attention";

/// One model evaluated, and a page to draw one of its attentions on.
struct Drawn {
    std::shared_ptr<Evaluation> evaluation;
    std::vector<AttentionLayer> layers;
    PictureMemory memory;
    Notes notes;
    explicit Drawn(const std::string& name) : evaluation(evaluated(model_named(name))) {
        layers = attention_layers(evaluation->trace());
    }
    const Trace& trace() const { return evaluation->trace(); }
    Page page(int layer, int head, const CellRef& cell = {}, Rect area = {100, 50, 900, 520}, Vec2 mouse = {-1, -1}) {
        const AttentionLayer& of = layers.at(static_cast<std::size_t>(layer));
        const Pair at = pair_of(*evaluation, cell);
        scene = std::make_unique<Scene>(Scene{.evaluation = *evaluation,
                                              .record = page_record(*evaluation, of, cell, at.query),
                                              .head = cursor_head(trace(), of, head),
                                              .selected = cell,
                                              .memory = &memory});
        return {notes, area, *scene, mouse, memory};
    }
    /// Cells drawn from the memory of one head of a record, all or a window; null where none are.
    const Notes::Heat* heat_of(int record, int head) const {
        const Record& of = trace().record(record);
        Cell at;
        at[of.shape.find(Axis::head)] = head;
        const float* const first = of.value + of.shape.offset(at);
        const float* const behind =
            first + of.shape.count() / static_cast<std::size_t>(of.shape.size_of(Axis::head, 1));
        for (const Notes::Heat& heat : notes.heats)
            if (heat.matrix.data >= first && heat.matrix.data < behind) return &heat;
        return nullptr;
    }
    bool wrote(const std::string& text) const {
        return std::find(notes.texts.begin(), notes.texts.end(), text) != notes.texts.end();
    }
    std::unique_ptr<Scene> scene;
};

}  // namespace glassformer::test
