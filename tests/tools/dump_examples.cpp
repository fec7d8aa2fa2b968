// Writes the examples of every operation to a folder, for tests/golden/make_op_goldens.py, which adds what PyTorch
// computes from them. Usage: dump_examples FOLDER
#include <cstdio>
#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/io/safetensors.h"
#include "core/ops/ops.h"

using namespace glassformer;

namespace {

void dump(const std::filesystem::path& folder, std::string_view operation, const Example& example) {
    std::vector<NamedTensor> tensors;
    nlohmann::json axes = nlohmann::json::array(), attributes = nlohmann::json::object();
    for (std::size_t i = 0; i < example.operands.size(); ++i) {
        const Tensor& operand = example.operands[i];
        tensors.emplace_back("in" + std::to_string(i), operand.view());
        nlohmann::json names = nlohmann::json::array();
        for (int d = 0; d < operand.shape.rank(); ++d) names.push_back(name(operand.shape.axis(d)));
        axes.push_back(names);
    }
    for (const Attribute& set : example.operation->attributes())
        attributes[set.key] = set.is_number ? nlohmann::json(set.number) : nlohmann::json(set.word);
    std::string file = example.label;
    for (char& c : file)
        if (c == ' ') c = '-';
    write_safetensors(
        folder / operation / (file + ".safetensors"), tensors,
        {{"operation", std::string(operation)}, {"attributes", attributes.dump()}, {"axes", axes.dump()}});
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: dump_examples FOLDER\n");
        return 2;
    }
    try {
        for (const OperationRow& row : all_operations()) {
            std::filesystem::create_directories(std::filesystem::path(argv[1]) / row.name);
            for (const Example& example : row.examples()) dump(argv[1], row.name, example);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "dump_examples: %s\n", error.what());
        return 1;
    }
    return 0;
}
