#include "app/commands/completion.h"

#include <string_view>
#include <utility>

#include "app/paint/theme.h"
#include "app/views/shared/glossary.h"
#include "app/views/shared/view.h"
#include "core/base/error.h"
#include "core/io/assets.h"
#include "core/io/model_folder.h"
#include "core/model/graph.h"
#include "core/model/positional.h"
#include "core/tape/tape.h"
#include "core/train/optimiser.h"
#include "core/train/task.h"

namespace glassformer {

namespace {

using Words = std::vector<std::string>;

/// The value of an option that was typed before; "" without it.
std::string value_of(const Words& typed, std::string_view option) {
    for (std::size_t i = 0; i + 1 < typed.size(); ++i)
        if (typed[i] == option) return typed[i + 1];
    return "";
}

Words models(const CommandContext& context, const Words&) {
    Words names;
    for (const BuiltinModel& row : builtin_models(find_assets(context.executable_dir))) names.push_back(row.name);
    return names;
}

Words lessons(const CommandContext& context, const Words&) {
    Words names;
    for (const std::filesystem::path& file : lesson_files(find_assets(context.executable_dir)))
        names.push_back(file.stem().string());
    return names;
}

/// Names and shapes are known before anything is computed.
Words stages(const CommandContext& context, const Words& typed) {
    const std::string name = value_of(typed, "--model");
    if (name.empty()) return {};
    const Model model = resolve_model(name, context.executable_dir);
    GraphSize size;
    size.seq_len = 2;
    size.target_len = has_target(model.config) ? 2 : 0;
    Tape tape;
    static_cast<void>(record_model(tape, model.config, model.weights, size));
    Words names;
    for (const int id : tape.trace().stages()) names.push_back(tape.trace().record(id).name);
    return names;
}

Words views(const CommandContext&, const Words&) {
    Words names;
    for (const ViewRow& row : view_rows()) names.emplace_back(row.name);
    return names;
}

Words pages(const CommandContext&, const Words& typed) {
    Words names;
    for (const ViewRow& row : view_rows())
        if (row.name == value_of(typed, "--view") && row.tabs != nullptr)
            for (const ViewTab& page : row.tabs()) names.emplace_back(page.name);
    return names;
}

Words themes(const CommandContext&, const Words&) {
    Words names;
    for (const Theme* theme : all_themes()) names.emplace_back(theme->name);
    return names;
}

Words tasks(const CommandContext&, const Words&) {
    Words names;
    for (const Task& task : all_tasks()) names.emplace_back(task.name);
    return names;
}

Words terms(const CommandContext&, const Words&) {
    Words names;
    for (const GlossaryTerm& term : glossary()) names.emplace_back(term.name);
    return names;
}

Words backends(const CommandContext&, const Words&) { return {"cpu", "gl", "auto"}; }

Words optimisers(const CommandContext&, const Words&) {
    Words names;
    for (const OptimiserKind* kind : all_optimisers()) names.emplace_back(kind->name);
    return names;
}

Words encodings(const CommandContext&, const Words&) {
    Words names;
    for (const PositionalKind& kind : all_positional_kinds()) names.emplace_back(kind.name);
    return names;
}

/// What an option takes, or an argument without one. Options that are not here take numbers or words of one's own.
struct Values {
    std::string_view of;
    Words (*words)(const CommandContext&, const Words&);
    bool files;
};
constexpr Values all_values[] = {
    {"--model", models, true},
    {"model", models, true},
    {"--other", models, true},
    {"open", nullptr, true},
    {"--lesson", lessons, true},
    {"FILE", lessons, true},
    {"LESSON", lessons, true},
    {"--stage", stages, false},
    {"--cell", stages, false},
    {"--view", views, false},
    {"--page", pages, false},
    {"--theme", themes, false},
    {"--task", tasks, false},
    {"--tasks", tasks, false},
    {"TERM", terms, false},
    {"--backend", backends, false},
    {"--optimizer", optimisers, false},
    {"--positional", encodings, false},
    {"--encodings", encodings, false},
    {"--out", nullptr, true},
    {"--film", nullptr, true},
    {"--frames", nullptr, true},
    {"--script", nullptr, true},
    {"--config", nullptr, true},
    {"--card", nullptr, true},
    {"--corpus", nullptr, true},
    {"--check", nullptr, true},
};

void add_values(Completion& all, std::string_view of, const CommandContext& context, const Words& typed) {
    for (const Values& row : all_values) {
        if (row.of != of) continue;
        all.files = row.files;
        if (row.words == nullptr) return;
        try {
            all.words = row.words(context, typed);
        } catch (const Error&) {
            return;  // a folder that is no model has no stages
        }
    }
}

const CLI::Option* named(const CLI::App& app, const std::string& name) {
    return name.starts_with('-') ? app.get_option_no_throw(name) : nullptr;
}

/// A word as the program will be given it: without the quotes and backslashes of a shell, those that are open too.
std::string unquoted(const std::string& word) {
    std::string plain;
    char quote = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const char c = word[i];
        if (quote != 0 ? c == quote : c == '\'' || c == '"')
            quote = quote != 0 ? '\0' : c;
        else if (c != '\\' || quote == '\'')
            plain += c;
        else if (i + 1 < word.size())
            plain += word[++i];
    }
    return plain;
}

/// "--model=sort", and what bash makes of it, "--model", "=", "sort", as two words.
Words words_of(const std::vector<std::string>& written) {
    Words words;
    for (const std::string& word : written) {
        const std::size_t equals = word.find('=');
        if (word == "=" && !words.empty() && words.back().starts_with("--")) {
            if (&word == &written.back()) words.emplace_back();
        } else if (word.starts_with("--") && equals != std::string::npos) {
            words.push_back(word.substr(0, equals));
            words.push_back(unquoted(word.substr(equals + 1)));
        } else {
            words.push_back(unquoted(word));
        }
    }
    return words;
}

}  // namespace

Completion completion_of(const CLI::App& program, const CommandContext& context,
                         const std::vector<std::string>& written) {
    const Words typed = words_of(written);
    const CLI::App* command = &program;
    const CLI::Option* open = nullptr;  // the option whose value comes next
    std::size_t arguments = 0;          // without an option, of this command
    for (std::size_t i = 0; i + 1 < typed.size(); ++i) {
        if (std::exchange(open, nullptr) != nullptr) continue;
        if (typed[i].starts_with('-')) {
            const CLI::Option* const option = named(*command, typed[i]);
            if (option != nullptr && option->get_type_size() != 0) open = option;
            continue;
        }
        const CLI::App* inner = nullptr;
        for (const CLI::App* each : command->get_subcommands([](const CLI::App*) { return true; }))
            if (each->get_name() == typed[i] && arguments == 0) inner = each;
        if (inner != nullptr)
            command = inner;
        else
            ++arguments;
    }
    Completion all;
    const std::string begun = typed.empty() ? "" : typed.back();
    if (open != nullptr) {
        add_values(all, "--" + open->get_lnames().front(), context, typed);
    } else if (begun.starts_with('-')) {
        for (const CLI::Option* option : command->get_options())
            for (const std::string& name : option->get_lnames()) all.words.push_back("--" + name);
    } else {
        std::size_t place = 0;
        for (const CLI::Option* option : command->get_options())
            if (option->get_positional() && (place++ == arguments || option->get_items_expected_max() > 1)) {
                add_values(all, option->get_name(true), context, typed);
                break;
            }
        if (arguments == 0)
            for (const CLI::App* inner : command->get_subcommands(
                     [](const CLI::App* each) { return !each->get_name().empty() && !each->get_group().empty(); }))
                all.words.push_back(inner->get_name());
    }
    std::erase_if(all.words, [&](const std::string& word) { return !word.starts_with(begun); });
    // Shells that keep "--model=so" one word want it whole.
    if (const std::string last = written.empty() ? "" : written.back(); open != nullptr && last.starts_with("--"))
        for (std::string& word : all.words) word.insert(0, last, 0, last.find('=') + 1);
    return all;
}

}  // namespace glassformer
