// Sines and cosines of the position (Vaswani et al. 2017).
#include <array>

#include "core/model/positional/shared.h"

namespace glassformer {

PositionalKind sinusoidal_encoding() {
    static constexpr std::array settings{base_setting};
    return {
        .name = "sinusoidal",
        .place = 20,
        .title = "Sinusoidal",
        .sentence =
            "A fixed pattern of sines and cosines of the position, from fast to slow, is added to the embedding.",
        .added =
            [](const ModelConfig& config, int first) {
                return op::sinusoidal_positions(config.positional.base, appended_columns(config), first,
                                                config.positional.layout);
            },
        .settings = settings,
        .frequencies = frequencies_of_rows,
        .formulas = {"p_{i,2k} = \\text{sin}(i / b^{2k/d})\np_{i,2k+1} = \\text{cos}(i / b^{2k/d})\nk = 0 … d/2 − 1",
                     "p_{i,2k−1} = \\text{sin}(i / b^{2·k/d})\np_{i,2k} = \\text{cos}(i / b^{2·k/d})\nk = 1 … d/2", ""},
        .formulas_of_halves =
            {"p_{i,k} = \\text{sin}(i / b^{2k/d})\np_{i,d/2+k} = \\text{cos}(i / b^{2k/d})\nk = 0 … d/2 − 1",
             "p_{i,k} = \\text{sin}(i / b^{2·k/d})\np_{i,d/2+k} = \\text{cos}(i / b^{2·k/d})\nk = 1 … d/2", ""},
    };
}

}  // namespace glassformer
