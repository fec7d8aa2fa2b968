// The lines at the end of each --help that show how a subcommand is used.
#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "app/commands/texts.h"
#include "app/commands/usage.h"

namespace glassformer {

namespace {

struct Examples {
    std::string_view command;  // "bench forward"
    const char* lines;         // each begins with two spaces
};
constexpr Examples command_examples[] = {
    {"models", "  glassformer models\n"},
    {"tokenize", "  glassformer tokenize --model coreference-full --text \"The dog was tired.\"\n"},
    {"init", "  glassformer init --config config.json --seed 1 --out my-model\n"},
    {"trace",
     "  glassformer trace --model coreference-full --grad --out trace.safetensors\n"
     "  glassformer trace --model coreference-full --stage blocks.1.attn.weights --out weights.csv\n"},
    {"explain",
     "  glassformer explain --model coreference-full --cell 'blocks.1.attn.scores_raw[0,8,1]'\n"
     "  glassformer explain --model sort --edit 'blocks.0.attn.heads[0,*,*]=0' --cell 'logits[5,1]'\n"},
    {"gradient",
     "  glassformer gradient --model coreference-full --cell 'blocks.1.attn.weights[0,8,1]' --check\n"
     "  glassformer gradient --model coreference-full --cell 'logits[8,5]' --labels '8: street'\n"},
    {"follow", "  glassformer follow --model coreference-full --cell 'blocks.1.attn.scores_raw[0,8,1]'\n"},
    {"lens",
     "  glassformer lens --model coreference-full\n"
     "  glassformer lens --model coreference-full --position street --words 3\n"},
    {"contributions", "  glassformer contributions --model coreference-full --token animal --against street\n"},
    {"generate",
     "  glassformer generate --model sort --text 405313 --steps 6 --temperature 0\n"
     "  glassformer generate --model translate-fr-en --text \"il m' a entarté\" --beam 3 --scores\n"},
    {"train", "  glassformer train --task coreference --seed 7 --out my-model\n"},
    {"measure", "  glassformer measure ablations --out curves\n"},
    {"measure ablations", "  glassformer measure ablations --out curves\n"},
    {"measure positions", "  glassformer measure positions --tasks k-back-1 --seeds 0 --out lengths.json\n"},
    {"render",
     "  glassformer render --view walk --stage blocks.1.attn.weights --theme light --out weights.png\n"
     "  glassformer render --model translate-fr-en --view output --out output.pdf\n"},
    {"bench", "  glassformer bench forward --model coreference-full --seq-len 13\n"},
    {"bench forward", "  glassformer bench forward --model coreference-full --seq-len 13\n"},
    {"bench train", "  glassformer bench train --layers 2 --heads 2 --d-model 32 --seq-len 16 --batch 8 --vocab 50\n"},
    {"bench edit", "  glassformer bench edit --model coreference-full --seq-len 13 --stage blocks.0.attn.weights\n"},
    {"bench open", "  glassformer bench open --model coreference-full\n"},
    {"bench frame", "  glassformer bench frame --model coreference-full --view walk --size 1280x720\n"},
    {"bench respond", "  glassformer bench respond --model coreference-full --view walk\n"},
};

/// Adds those of the commands below `app`, which is called `name`.
void add_below(CLI::App& app, const std::string& name) {
    for (CLI::App* inner : app.get_subcommands([](const CLI::App*) { return true; })) {
        const std::string whole = name.empty() ? inner->get_name() : name + " " + inner->get_name();
        for (const Examples& of : command_examples)
            if (of.command == whole) inner->footer(std::string(texts::commands::examples) + of.lines);
        add_below(*inner, whole);
    }
}

}  // namespace

void add_examples(CLI::App& app) {
    app.footer(texts::commands::examples_of_all);
    add_below(app, "");
}

}  // namespace glassformer
