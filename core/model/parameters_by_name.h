// The parameters of weights by their names, for whoever asks for many of them: a deep model has tens of thousands.
#pragma once

#include <string_view>
#include <unordered_map>

#include "core/model/weights.h"

namespace glassformer {

class ParametersByName {
public:
    /// `weights` outlives this, and gets no other parameters meanwhile.
    explicit ParametersByName(const Weights& weights) {
        for (const Parameter& parameter : weights.parameters) parameters_.try_emplace(parameter.name, &parameter);
    }
    /// As Weights::find: null where there is none.
    const Parameter* find(std::string_view name) const {
        const auto found = parameters_.find(name);
        return found == parameters_.end() ? nullptr : found->second;
    }

private:
    std::unordered_map<std::string_view, const Parameter*> parameters_;
};

}  // namespace glassformer
