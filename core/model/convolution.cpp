// Convolutional layers: each token reads a window of its neighbours, a stack of layers a wider one.
#include "core/model/parts.h"

namespace glassformer {

Ref convolution_layer(const ModelBuilder& parts, const Site& site, Ref x, Ref padding) {
    Tape& tape = parts.tape;
    const std::string name = prefix(site);
    std::vector<Ref> operands{x, parts.parameter(name + "weight"), parts.parameter(name + "bias")};
    if (padding) operands.push_back(padding);
    const Ref pre = tape.run(stage::conv_pre, site, op::conv1d(parts.config.convolution.window), operands);
    const Ref act = tape.run(stage::conv_act, site, op::activate(*parts.config.activation), {pre});
    const Ref out = parts.config.residual ? tape.run(stage::conv_out, site, op::add(), {x, act})
                                          : tape.run(stage::conv_out, site, op::copy(), {act});
    tape.rename(out,
                "X^{(" + std::to_string(site.block + 1) + ")}");  // else it would be called as what it was added to
    return out;
}

}  // namespace glassformer
