// The word below each head's map of attention weights, against the core's measure of it.
#include <doctest/doctest.h>

#include <memory>
#include <set>
#include <string>

#include "app/views/attention/figures.h"
#include "core/analysis/head_pattern.h"
#include "core/base/number_text.h"
#include "core/io/model_folder.h"
#include "core/session/session.h"
#include "tests/support/support.h"

using namespace glassformer;

TEST_SUITE_BEGIN("head_roles");

TEST_CASE("below its map stands what a head mostly does, as the core finds it") {
    for (const char* name : {"induction", "coreference-full", "translate-fr-en"}) {
        CAPTURE(name);
        const auto model = std::make_shared<const Model>(load_model(test::source_dir() / "assets" / "models" / name));
        const auto evaluation =
            evaluate_once(model, {.model = name, .text = model->card.examples.front(), .target = "", .edits = {}});
        AttentionFigures figures;
        std::set<std::string> roles;
        for (const AttentionLayer& layer : attention_layers(evaluation->trace())) {
            figures.begin(*evaluation);
            const Record& record = evaluation->trace().record(layer.weights);
            const std::vector<TokenLabel>& keys = evaluation->tokens_along(record, Axis::key);
            std::vector<int> ids;
            for (const TokenLabel& token : keys)
                if (record.site.attention != AttentionKind::cross) ids.push_back(token.id);
            const std::vector<HeadPatternShare> found = head_patterns(record.view(), ids);
            REQUIRE(figures.of(layer) != nullptr);
            for (std::size_t h = 0; h < found.size(); ++h) {
                const HeadFigures& head = figures.of(layer)->at(h);
                CAPTURE(head.role);
                CHECK(head.role.empty() == (found[h].pattern == HeadPattern::none));
                CHECK(head.share.empty() ==
                      (found[h].pattern == HeadPattern::none || found[h].pattern == HeadPattern::even));
                if (!head.share.empty()) CHECK(head.share == percent_text(found[h].share));
                if (found[h].pattern == HeadPattern::one_key)
                    CHECK(head.role == "“" + keys[static_cast<std::size_t>(found[h].key)].text + "”");
                roles.insert(head.role);
            }
        }
        if (std::string(name) == "induction") CHECK(roles == std::set<std::string>{"previous token", "induction"});
        if (std::string(name) == "coreference-full") CHECK(roles.count("even") == 1);
    }
}

TEST_CASE("the percentage beside a role is the mean weight of its cells, added up here cell by cell") {
    int checked = 0;
    for (const char* name : {"induction", "coreference-full", "translate-fr-en"}) {
        CAPTURE(name);
        const auto model = std::make_shared<const Model>(load_model(test::source_dir() / "assets" / "models" / name));
        Inputs inputs{.model = name, .text = model->card.examples.front(), .target = "", .edits = {}};
        if (!model->card.targets.empty()) inputs.target = model->card.targets.front();
        const auto evaluation = evaluate_once(model, inputs);
        AttentionFigures figures;
        for (const AttentionLayer& layer : attention_layers(evaluation->trace())) {
            figures.begin(*evaluation);
            const Record& record = evaluation->trace().record(layer.weights);
            const ConstView weights = record.view();
            const std::vector<TokenLabel>& keys = evaluation->tokens_along(record, Axis::key);
            REQUIRE(figures.of(layer) != nullptr);
            for (int head = 0; head < layer.heads; ++head) {
                const HeadFigures& of = figures.of(layer)->at(static_cast<std::size_t>(head));
                CAPTURE(of.role);
                const bool previous = of.role == "previous token", own = of.role == "own token";
                double sum = 0;
                for (int q = previous ? 1 : 0; q < layer.queries && (previous || own); ++q)
                    sum += static_cast<double>(weights.at({{head, q, previous ? q - 1 : q}}));
                if (previous || own) {
                    CHECK(of.share == percent_text(sum / (layer.queries - (previous ? 1 : 0))));
                    ++checked;
                }
                for (int key = 0; key < layer.keys && of.role.starts_with("“"); ++key) {
                    if (of.role != "“" + keys[static_cast<std::size_t>(key)].text + "”") continue;
                    double column = 0;
                    for (int q = 0; q < layer.queries; ++q)
                        column += static_cast<double>(weights.at({{head, q, key}})) / layer.queries;
                    if (column < 0.5) continue;
                    CHECK(of.share == percent_text(column));
                    ++checked;
                }
            }
        }
    }
    CHECK(checked >= 2);
}

TEST_SUITE_END();
