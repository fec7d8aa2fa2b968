// completion: the script that makes a shell complete the program's command lines, and what it asks for.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/completion.h"
#include "app/commands/usage.h"

namespace glassformer {

namespace {

// Each asks the program itself, so that a new option, model or stage needs no new script. The first line of the answer
// says whether files are possible, too.
constexpr const char* bash_script = R"(_glassformer() {
    local IFS=$'\n'
    local -a lines
    mapfile -t lines < <("$1" completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    COMPREPLY=("${lines[@]:1}")
    if [ "${lines[0]}" = files ]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY+=($(compgen -f -- "$2"))
    fi
}
complete -F _glassformer glassformer
)";
constexpr const char* zsh_script = R"(#compdef glassformer
_glassformer() {
    local -a lines
    lines=("${(@f)$("${words[1]}" completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    (( ${#lines} > 1 )) && compadd -- "${(@)lines[2,-1]}"
    [[ ${lines[1]} == files ]] && _files
}
if [[ ${funcstack[1]} == _glassformer ]]; then
    _glassformer "$@"  # zsh has read this file because of the first Tab, which wants its answer
else
    compdef _glassformer glassformer
fi
)";
constexpr const char* fish_script = R"(function __glassformer_words
    set -l typed (commandline -opc) (commandline -ct)
    set -l lines ($typed[1] completion words -- $typed[2..-1] 2>/dev/null)
    printf '%s\n' $lines[2..-1]
    test "$lines[1]" = files; and __fish_complete_path (commandline -ct)
end
complete -c glassformer -f -a '(__glassformer_words)'
)";

struct Shell {
    const char* name;
    const char* script;
    const char* where;
};
constexpr Shell shells[] = {
    {"bash", bash_script, "The script for bash: put it in ~/.local/share/bash-completion/completions/glassformer"},
    {"zsh", zsh_script, "The script for zsh: put it in a folder of $fpath, as _glassformer"},
    {"fish", fish_script, "The script for fish: put it in ~/.config/fish/completions/glassformer.fish"},
};

}  // namespace

static void add_completion_command(CLI::App& app, const CommandContext& context) {
    auto* command = app.add_subcommand("completion", "Print the script that completes command lines, for a shell");
    command->require_subcommand(1);
    for (const Shell& shell : shells)
        command->add_subcommand(shell.name, shell.where)->callback([&shell] { fmt::print("{}", shell.script); });
    give_examples(*command, "  glassformer completion bash > ~/.local/share/bash-completion/completions/glassformer\n");
    auto* asked = command->add_subcommand("words", "What can follow; the last word is being typed");
    asked->group("");  // for the scripts: --help leaves it out
    auto typed = std::make_shared<std::vector<std::string>>();
    asked->add_option("WORD", *typed, "Words of the command line");
    asked->callback([&app, context, typed] {
        const Completion all = completion_of(app, context, *typed);
        fmt::print("{}\n", all.files ? "files" : "words");
        for (const std::string& word : all.words) fmt::print("{}\n", word);
    });
}

extern const Subcommand completion_subcommand{.place = 180, .add = add_completion_command};

}  // namespace glassformer
