// A model folder in another library's layout, written by a test: tensors by name and size, each number of the folder
// another one, so that where a number of ours comes from can be told.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/base/file.h"
#include "core/io/model_folder.h"
#include "core/io/safetensors.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::test {

struct ImportFolder {
    std::shared_ptr<TemporaryFolder> folder = std::make_shared<TemporaryFolder>();
    std::map<std::string, std::vector<std::int64_t>> sizes;
    std::map<std::string, std::vector<float>> numbers;
    float next = 1;  // whole numbers: a float holds them exactly

    std::vector<float>& add(const std::string& name, const std::vector<std::int64_t>& shape) {
        sizes[name] = shape;
        std::size_t count = 1;
        for (const std::int64_t size : shape) count *= static_cast<std::size_t>(size);
        std::vector<float>& values = numbers[name];
        values.clear();
        for (std::size_t i = 0; i < count; ++i) values.push_back(next++);
        return values;
    }
    /// A matrix [out, in] and its bias.
    void linear(const std::string& name, std::int64_t out, std::int64_t in, bool bias = true) {
        add(name + ".weight", {out, in});
        if (bias) add(name + ".bias", {out});
    }
    void norm(const std::string& name, std::int64_t width, bool bias = true) {
        add(name + ".weight", {width});
        if (bias) add(name + ".bias", {width});
    }
    void remove(const std::string& name) {
        sizes.erase(name);
        numbers.erase(name);
    }

    std::vector<NamedTensor> tensors() const {
        std::vector<NamedTensor> all;
        for (const auto& [name, shape] : sizes) all.emplace_back(name, shape, numbers.at(name).data());
        return all;
    }
    std::filesystem::path path() const { return *folder / "m"; }
    void write(const std::string& config, FloatType type = FloatType::f32) const {
        write_safetensors(path() / "model.safetensors", tensors(), {{"format", "pt"}}, type);
        write_file(path() / "config.json", config);
    }
    Model load(const std::string& config) const {
        write(config);
        return load_model(path());
    }
};

/// Looks at a model that was loaded from such a folder, and that every parameter is looked at.
class ImportedNumbers {
public:
    ImportedNumbers(const ImportFolder& folder, const Model& model) : folder_(folder), model_(model) {}

    /// As it lies, from a row on.
    void same(const std::string& ours, const std::string& theirs, std::size_t skipped_numbers = 0) {
        every(ours, theirs, [&](std::size_t i) { return i + skipped_numbers; });
    }
    /// Ours is [in, out], theirs [out, in]; a vector is the same.
    void turned(const std::string& ours, const std::string& theirs) {
        const Shape shape = shape_of(ours);
        if (shape.rank() < 2) return same(ours, theirs);
        const auto in = static_cast<std::size_t>(shape.size(0)), out = static_cast<std::size_t>(shape.size(1));
        every(ours, theirs, [&](std::size_t i) { return i % out * in + i / out; });
    }
    /// Weight and bias of a linear layer.
    void layer(const std::string& ours, const std::string& theirs, bool bias = true) {
        turned(ours + ".weight", theirs + ".weight");
        if (bias) turned(ours + ".bias", theirs + ".bias");
    }
    template <class Place>
    void every(const std::string& ours, const std::string& theirs, const Place& place) {
        CAPTURE(ours);
        CAPTURE(theirs);
        const Parameter* parameter = model_.weights.find(ours);
        REQUIRE(parameter != nullptr);
        REQUIRE(folder_.numbers.contains(theirs));
        const std::vector<float>& numbers = folder_.numbers.at(theirs);
        bool equal = true;
        for (std::size_t i = 0; i < parameter->shape.count(); ++i)
            equal = equal && place(i) < numbers.size() && parameter->data[i] == numbers[place(i)];
        CHECK(equal);
        seen_.insert(ours);
    }
    /// Nothing was forgotten: neither by the importer nor by the test.
    void all() const {
        CHECK(model_.weights.parameters.size() == parameter_shapes(model_.config).size());
        for (const Parameter& parameter : model_.weights.parameters)
            CHECK_MESSAGE(seen_.contains(parameter.name), parameter.name);
        CHECK(model_.warnings.empty());
    }

private:
    Shape shape_of(const std::string& ours) const {
        const Parameter* parameter = model_.weights.find(ours);
        REQUIRE_MESSAGE(parameter != nullptr, ours);
        return parameter->shape;
    }
    const ImportFolder& folder_;
    const Model& model_;
    std::set<std::string> seen_;
};

/// GPT-2 of one block, width 4, 3 positions and `words` words; `prefix`: before the name of every tensor.
inline ImportFolder gpt2_folder(std::int64_t words, const std::string& prefix = "") {
    ImportFolder folder;
    const std::string all = prefix + "transformer.", block = all + "h.0.";
    folder.add(all + "wte.weight", {words, 4});
    folder.add(all + "wpe.weight", {3, 4});
    for (const char* const norm : {"h.0.ln_1", "h.0.ln_2", "ln_f"}) folder.norm(all + norm, 4);
    folder.add(block + "attn.c_attn.weight", {4, 12});
    folder.add(block + "attn.c_attn.bias", {12});
    folder.add(block + "attn.c_proj.weight", {4, 4});
    folder.add(block + "attn.c_proj.bias", {4});
    folder.add(block + "mlp.c_fc.weight", {4, 16});
    folder.add(block + "mlp.c_fc.bias", {16});
    folder.add(block + "mlp.c_proj.weight", {16, 4});
    folder.add(block + "mlp.c_proj.bias", {4});
    return folder;
}

}  // namespace glassformer::test
