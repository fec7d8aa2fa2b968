// Only what a change reaches is computed again, and the result is the one of computing everything, to the last bit.
// ctest: optimised too
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "core/base/random.h"
#include "core/io/model_folder.h"
#include "core/model/graph.h"
#include "core/model/mask.h"
#include "core/tape/tape.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

struct Pass {
    Tape tape;
    Graph graph;
    Pass(const Model& model, int seq_len, int target_len) {
        graph =
            record_model(tape, model.config, model.weights, {.batch = 0, .seq_len = seq_len, .target_len = target_len});
    }
    void compute(const std::vector<float>& tokens, const std::vector<float>& target, const std::vector<Edit>& edits) {
        tape.set(graph.tokens, tokens);
        if (graph.target_tokens) tape.set(graph.target_tokens, target);
        tape.edit(edits);
        REQUIRE(tape.evaluate());
    }
};

/// The first stage of which a cell differs, or "".
std::string difference(const Trace& a, const Trace& b) {
    for (const int id : a.stages()) {
        const Record &left = a.record(id), &right = b.record(id);
        if (std::memcmp(left.value, right.value, left.shape.count() * sizeof(float)) != 0) return left.name;
    }
    return "";
}

std::vector<float> random_tokens(Random& random, int length, int vocab) {
    std::vector<float> tokens;
    for (int i = 0; i < length; ++i) tokens.push_back(static_cast<float>(random.below(vocab)));
    return tokens;
}

Edit random_edit(Random& random, const Trace& trace) {
    const auto& stages = trace.stages();
    const Record& record =
        trace.record(stages[static_cast<std::size_t>(random.below(static_cast<int>(stages.size())))]);
    const auto entry = static_cast<std::size_t>(random.below(static_cast<int>(record.shape.count())));
    Edit edit{record.name, record.shape.cell(entry), 0.25F};
    for (int d = 0; d < record.shape.rank(); ++d)
        if (random.below(3) == 0) edit.cell[d] = Cell::all;
    return edit;
}

/// Of one of the masks; an empty name where there is none.
Edit random_paint(Random& random, const Trace& trace) {
    std::vector<const Record*> masks;
    for (const Record& record : trace.records())
        if (record.stage == &stage::visible || record.stage == &stage::cross_visible) masks.push_back(&record);
    if (masks.empty()) return {};
    const Record& mask = *masks[static_cast<std::size_t>(random.below(static_cast<int>(masks.size())))];
    Edit edit{mask.name, {}, static_cast<float>(random.below(2))};
    for (int d = 0; d < 2; ++d) edit.cell[d] = random.below(4) == 0 ? Cell::all : random.below(mask.shape.size(d));
    return edit;
}

}  // namespace

TEST_SUITE_BEGIN("incremental");

TEST_CASE("what a change does not reach is left, and the rest equals a pass from nothing to the last bit") {
    const auto folders = test::folders(test::golden("models"));
    REQUIRE(folders.size() >= 50);
    Random random(3);
    for (const auto& folder : folders) {
        CAPTURE(folder.filename().string());
        const Model model = load_model(folder);
        const bool pair = has_target(model.config);
        const int length = std::min(6, model.config.max_seq_len), target_length = pair ? 5 : 0;
        std::vector<float> tokens = random_tokens(random, length, model.config.vocab_size);
        std::vector<float> target = random_tokens(random, target_length, model.config.target_vocab_size);
        Pass kept(model, length, target_length);
        kept.compute(tokens, target, {});
        std::vector<Edit> edits;
        for (int step = 0; step < 9; ++step) {
            CAPTURE(step);
            if (step >= 6)
                if (Edit paint = random_paint(random, kept.tape.trace()); !paint.record.empty()) edits.push_back(paint);
            if (step % 3 == 2)
                edits.push_back(random_edit(random, kept.tape.trace()));
            else if (step == 4)
                edits.clear();
            else
                tokens[static_cast<std::size_t>(random.below(length))] =
                    static_cast<float>(random.below(model.config.vocab_size));
            if (pair && step == 3) target.back() = 1;
            kept.compute(tokens, target, edits);
            Pass fresh(model, length, target_length);
            fresh.compute(tokens, target, edits);
            CHECK(difference(kept.tape.trace(), fresh.tape.trace()) == "");
        }
    }
}

TEST_CASE("in a causal model a changed token leaves the rows before it alone") {
    const Model model = load_model(test::source_dir() / "assets" / "models" / "sort");
    REQUIRE(model.config.mask.kind->name == std::string_view("causal"));
    const int length = 8;
    Random random(5);
    std::vector<float> tokens = random_tokens(random, length, model.config.vocab_size);
    Pass pass(model, length, 0);
    pass.compute(tokens, {}, {});
    // Rows that are computed again lose what a test wrote over them.
    constexpr float mark = 1234.5F;
    const auto first_entry = [&](const char* name, int row) -> float& {
        const Record& record = pass.tape.trace().record(pass.tape.trace().find(name));
        Cell cell;
        cell[row_dimension(record.shape)] = row;
        return const_cast<float&>(record.value[record.shape.offset(cell)]);
    };
    const std::vector<const char*> products{"blocks.0.attn.q", "blocks.0.mlp.pre", "blocks.0.attn.out",
                                            "blocks.0.mlp.out", "logits"};
    for (const char* name : products) first_entry(name, 3) = first_entry(name, 5) = mark;
    tokens[5] = tokens[5] == 0 ? 1.0F : 0.0F;
    pass.compute(tokens, {}, {});
    for (const char* name : products) {
        CAPTURE(name);
        CHECK(first_entry(name, 3) == mark);
        CHECK(first_entry(name, 5) != mark);
    }
}

TEST_CASE("a bias of the distance alone is not computed again for other tokens") {
    const Model model = load_model(test::golden("models") / "decoder-alibi-3-heads");
    Random random(7);
    std::vector<float> tokens = random_tokens(random, 5, model.config.vocab_size);
    Pass pass(model, 5, 0);
    pass.compute(tokens, {}, {});
    const int all = pass.tape.evaluated();
    tokens[0] = tokens[0] == 0 ? 1.0F : 0.0F;
    pass.compute(tokens, {}, {});
    CHECK(pass.tape.evaluated() == all - model.config.n_layers);
}

TEST_SUITE_END();
