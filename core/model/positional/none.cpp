#include "core/model/positional/shared.h"

namespace glassformer {

PositionalKind no_positions() {
    return {
        .name = "none",
        .place = 10,
        .title = "None",
        .sentence = "The model gets no position information. Only the mask can reveal word order.",
        .formulas = {"s_{ij} = q · k", "s_{ij} = q · k", "No index of a dimension or a position."},
    };
}

}  // namespace glassformer
