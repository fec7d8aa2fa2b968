// check: a model against what another program computed from it, or against what is so for every sound model.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/platform/tell.h"
#include "core/analysis/model_check.h"
#include "core/base/file.h"

namespace glassformer {

namespace {

/// A line a row, then what they say together. True where all rows hold.
bool print_check(const Model& model, const ModelCheck& check) {
    tell("{}", check.compared ? texts::commands::compared_head : texts::commands::checked_head);
    for (const ModelCheck::Row& row : check.rows)
        fmt::print("{}\t{}\t{}\t{}\n", row.name, row.stage.empty() ? "–" : row.stage,
                   std::isfinite(row.difference) ? fmt::format("{:.2g}", row.difference) : texts::commands::not_finite,
                   row.holds        ? texts::commands::row_holds
                   : check.compared ? texts::commands::row_differs
                                    : texts::commands::row_fails);
    std::size_t failed = 0;
    for (const ModelCheck::Row& row : check.rows) failed += row.holds ? 0 : 1;
    const char* const sentence = !check.compared ? check.holds() ? texts::commands::sound : texts::commands::not_sound
                                 : check.holds() ? texts::commands::equal_to_reference
                                 : std::isfinite(check.greatest()) ? texts::commands::unequal_to_reference
                                                                   : texts::commands::not_finite_beside_reference;
    fmt::print(fmt::runtime(sentence), failed, check.rows.size(),
               check.rows.size() == 1 ? texts::commands::tensor : texts::commands::tensors, check.greatest(),
               reference_tolerance, path_text(model.folder));
    return check.holds();
}

}  // namespace

static void add_check_command(CLI::App& app, const CommandContext& context) {
    int& exit_code = context.exit_code;
    auto* command = app.add_subcommand(
        "check", "Compare a model with the expected.safetensors in its folder; without one, check it alone");
    auto name = std::make_shared<std::string>();
    give_examples(*command,
                  "  glassformer check stories260k\n"
                  "  glassformer check coreference-full\n");
    command->add_option("model", *name, "A model folder, or a built-in model's name")->required();
    command->callback([name, context, &exit_code] {
        const auto model = open_model(context, *name);
        if (!print_check(*model, check_model(model))) exit_code = 1;
    });
}

extern const Subcommand check_subcommand{.place = 40, .add = add_check_command};

}  // namespace glassformer
