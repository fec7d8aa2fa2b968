#include "app/sheets/palette.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "app/sheets/fuzzy.h"
#include "app/sheets/texts.h"

namespace glassformer {

namespace {

constexpr int own_name = 10;            // what a command's own name is worth before its group's
constexpr int named_stage = 60;         // by how much a stage must be better to come before the commands
constexpr std::size_t most_stages = 8;  // of the rows below the commands

struct CommandText {
    Command command;
    std::string what, group, keys, words;
};

/// One row per command, with all its keys.
std::vector<CommandText> command_texts() {
    std::vector<CommandText> made;
    for (const Shortcut& shortcut : all_shortcuts()) {
        const std::string key = key_text(shortcut);
        const auto known =
            std::find_if(made.begin(), made.end(), [&](const CommandText& c) { return c.command == shortcut.command; });
        if (known == made.end()) {
            std::string what = shortcut.what;
            if (!what.empty()) what[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(what[0])));
            made.push_back({shortcut.command, what, shortcut.group, key, shortcut.words});
        } else if (known->keys.size() + key.size() < 24) {
            known->keys += "   " + key;
        }
    }
    return made;
}

/// What a row of the palette stands for, in the order of its rows.
struct Found {
    std::vector<ChooserRow> rows;
    std::vector<PaletteChoice> choices;
    void add(ChooserRow row, PaletteChoice choice) {
        rows.push_back(std::move(row));
        choices.push_back(std::move(choice));
    }
    void append(Found&& other) {
        for (std::size_t i = 0; i < other.rows.size(); ++i) add(std::move(other.rows[i]), std::move(other.choices[i]));
    }
};

void add_commands(Found& found, const ViewContext& context, const std::function<bool(Command)>& enabled,
                  const std::string& query) {
    for (const CommandText& command : command_texts()) {
        if (command.command == Command::palette) continue;
        // A match of the name scores higher than one of another word for it, and that higher than one of its group.
        const auto name = fuzzy_score(query, command.what);
        auto score = name;
        if (name) *score += own_name;
        if (const auto word = words_score(query, command.words); word && word > score) score = word;
        if (!score) score = fuzzy_score(query, command.group + " " + command.what);
        if (!score) continue;
        const bool here = has_command(context.preferences.view, command.command);
        found.add({.text = command.what,
                   .detail = here ? command.keys : fmt::format(texts::sheets::in_view, views_with(command.command)),
                   .group = query.empty() ? command.group : "",
                   .enabled = !here || enabled(command.command),
                   .score = *score},
                  {.command = command.command});
    }
}

void add_topics(Found& found, const std::vector<TopicHit>& topics) {
    for (const TopicHit& hit : topics) found.add(hit.row, {.topic = hit});
}

void add_terms(Found& found, const std::string& query, const AskedQuestion& question) {
    for (TermHit& hit : terms_asked_for(query, question)) found.add(std::move(hit.row), {.term = hit.term});
}

/// What answers a question: the terms that it names, and the pages that ask the same.
void add_answers(Found& found, const std::string& query, const AskedQuestion& question) {
    if (question.of_meaning) add_terms(found, query, question);
    add_topics(found, topic_hits(query, question));
    if (!question.of_meaning) add_terms(found, query, question);
}

/// Stages that have the words of the query: what is spelled otherwise is looked for among commands alone.
void add_stages(Found& found, const ViewContext& context, RunSearch& run, const std::string& query) {
    if (context.shown.current) {
        std::size_t count = 0;
        const int strong = strong_score(query);
        for (const SearchHit& hit : run.find(*context.shown.current, context.cursor, query)) {
            if (hit.row.group != texts::sheets::found_stages || hit.row.score < strong) continue;
            if (++count > most_stages) break;
            found.add({.text = hit.row.text,
                       .detail = hit.row.detail,
                       .group = texts::sheets::found_stages,
                       .score = hit.row.score},
                      {.stage = hit});
        }
    }
}

/// Best score of the rows of a group.
int best_of(const Found& found, std::string_view group) {
    int best = 0;
    for (const ChooserRow& row : found.rows)
        if (row.group == group) best = std::max(best, row.score);
    return best;
}

/// Where rows have the query's words, commands that only have its letters in order say nothing. A stage that goes by
/// the query's name comes before commands that have it among their words; what answers a question, before all.
void drop_weak(Found& commands, Found& others, const std::string& query, bool answered) {
    if (query.empty()) return;
    const int best = best_of(commands, ""), stage = best_of(others, texts::sheets::found_stages);
    const bool strong = std::max(best, stage) >= strong_score(query) || !others.rows.empty();
    const bool others_first = answered || stage >= best + named_stage;
    Found kept;
    if (others_first) kept.append(std::move(others));
    for (std::size_t i = 0; i < commands.rows.size(); ++i) {
        if (strong && commands.rows[i].score < part_score(query)) continue;
        if (others_first) commands.rows[i].group = texts::sheets::commands;
        kept.add(std::move(commands.rows[i]), std::move(commands.choices[i]));
    }
    commands = std::move(kept);
    if (others_first) others = {};
}

}  // namespace

std::optional<PaletteChoice> CommandPalette::draw(ViewContext& context, const std::function<bool(Command)>& enabled) {
    if (!chooser.is_open()) {
        run_ = {};
        return {};
    }
    std::vector<std::size_t> order;
    Found found;
    const auto taken = chooser.draw(
        context,
        {.id = "palette", .placeholder = texts::sheets::palette_placeholder, .none = texts::sheets::no_command},
        [&](const std::string& query) -> const std::vector<ChooserRow>& {
            Found others;
            found = {};
            const AskedQuestion question = question_in(query);
            if (question.asks) add_answers(others, query, question);
            const bool answered = !others.rows.empty();
            add_commands(found, context, enabled, query);
            if (query.size() > 1) add_stages(others, context, run_, question.about.empty() ? query : question.about);
            if (!question.asks && query.size() > 1) {
                add_topics(others, topic_hits(query, question));
                add_terms(others, query, question);
            }
            drop_weak(found, others, query, answered);
            found.append(std::move(others));
            sort_rows(found.rows, order);
            return found.rows;
        });
    if (!taken) return {};
    return found.choices[order[*taken]];
}

}  // namespace glassformer
