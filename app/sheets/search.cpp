#include "app/sheets/search.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/paint/visible_text.h"
#include "app/sheets/fuzzy.h"
#include "app/sheets/texts.h"
#include "app/views/shared/glossary.h"
#include "app/views/shared/wording.h"
#include "core/base/words.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

/// Typed form of a symbol: "W^Q_1" for "W^{Q}_{1}".
std::string plain_symbol(const std::string& markup) {
    std::string plain;
    for (const char c : markup)
        if (c != '{' && c != '}' && c != '\\') plain += c;
    return plain;
}

std::string shape_of(const Record& record) {
    std::string text;
    for (int d = 0; d < record.shape.rank(); ++d) text += (d > 0 ? " × " : "") + std::to_string(record.shape.size(d));
    return text.empty() ? "1" : text;
}

std::string place_of(const Record& record) {
    std::string place = block_text(record.site);
    const auto add = [&](const std::string& part) {
        if (!part.empty()) place += (place.empty() ? "" : " · ") + part;
    };
    add(step_text(record.site));
    if (record.stage != nullptr && record.kind == Record::Kind::computed) add(part_of(record));
    return place;
}

/// Other names of a record that match a query: "b1", "layer 1", its symbol.
std::string other_names(const Trace& trace, const Record& record) {
    std::string names = plain_symbol(record.symbol);
    if (record.site.block >= 0) {
        const std::string number = std::to_string(record.site.block + 1);
        names += " b" + number + " block" + number + " layer " + number;
    }
    if (record.stage != nullptr) names.append(" ").append(stage_text(trace, record).title);
    return names;
}

/// Of each record, the first stage of a sublayer that reads it; −1: none does.
std::vector<int> read_by_part(const Trace& trace) {
    std::vector<int> readers(trace.records().size(), -1);
    for (const int id : trace.stages()) {
        const Record& reader = trace.record(id);
        if (part_of(reader).empty()) continue;
        for (const int operand : reader.operands)
            if (int& first = readers[static_cast<std::size_t>(operand)]; first < 0) first = id;
    }
    return readers;
}

/// The sublayer that a norm or a sum is before, else after: "before MLP"; "" where it is next to none.
std::string beside_part(const Trace& trace, const Record& record, int reader) {
    if (reader >= 0) return fmt::format(texts::sheets::before_part, part_of(trace.record(reader)));
    for (const int id : record.operands)
        if (const std::string part = part_of(trace.record(id));
            !part.empty() && trace.record(id).kind == Record::Kind::computed)
            return fmt::format(texts::sheets::after_part, part);
    return {};
}

/// Block number of a parameter from its name, counted from 1: "2" for "blocks.1.attn.q.weight".
std::string block_of_name(const std::string& name) {
    for (std::size_t at = name.find('.'); at != std::string::npos; at = name.find('.', at + 1)) {
        const std::size_t end = std::min(name.find('.', at + 1), name.size());
        const std::string part = name.substr(at + 1, end - at - 1);
        if (!part.empty() && part.size() < 6 && part.find_first_not_of("0123456789") == std::string::npos)
            return std::to_string(std::stoi(part) + 1);
    }
    return {};
}

/// The block that the query names by its number, "layer 2", "block 2"; 0 where it names none.
int block_in(const std::string& query) {
    const std::vector<std::string> words = split_words(query);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const std::string& number = words[i + 1];
        const bool digits = number.size() < 6 && number.find_first_not_of("0123456789") == std::string::npos;
        if (digits && (fuzzy_score(words[i], "layer") == fuzzy_score("layer", "layer") ||
                       fuzzy_score(words[i], "block") == fuzzy_score("block", "block")))
            return std::stoi(number);
    }
    return 0;
}

/// Number of words of the query that are words of the text.
int words_in(const std::string& query, const std::string& text) {
    int count = 0;
    for (const std::string& word : split_words(query)) count += fuzzy_score(word, text).value_or(0) >= 100 ? 1 : 0;
    return count;
}

void add_tokens(std::vector<SearchHit>& hits, const Evaluation& evaluation, const Cursor& cursor,
                const std::string& query) {
    const Trace& trace = evaluation.trace();
    const int id = record_at(trace, cursor);
    if (id < 0 || query.empty()) return;
    const Record& record = trace.record(id);
    const int rank = record.shape.rank();
    const auto along = [&](int dimension, bool rows) {
        const Axis axis = record.shape.axis(dimension);
        if (axis != Axis::position && axis != Axis::query && axis != Axis::key) return;
        const auto& tokens = evaluation.tokens_along(record, axis);
        const int first = evaluation.first_token_along(record, axis);
        for (int i = 0; i < record.shape.size(dimension); ++i) {
            const auto at = static_cast<std::size_t>(first + i);
            if (at >= tokens.size()) break;
            const auto score = fuzzy_score(query, tokens[at].text);
            if (!score || *score < 70) continue;  // tokens are short: their start must match
            SearchHit hit;
            hit.row = {.text = visible_text(tokens[at].text),
                       .detail = rows ? fmt::format(texts::sheets::row_of, i + 1, record.stage->label)
                                      : fmt::format(texts::sheets::column_of, i + 1, record.stage->label),
                       .group = texts::sheets::found_tokens,
                       .score = *score};
            hit.record = id;
            (rows ? hit.row_index : hit.column_index) = i;
            hits.push_back(std::move(hit));
        }
    };
    if (record.stage == nullptr || rank == 0) return;
    if (rank >= 2) along(rank - 2, true);
    along(rank - 1, false);
}

/// What a record goes by.
std::vector<RunSearch::Name> names_of(const Trace& trace) {
    constexpr std::pair<Record::Kind, const char*> groups[] = {{Record::Kind::computed, texts::sheets::found_stages},
                                                               {Record::Kind::parameter, texts::sheets::found_weights},
                                                               {Record::Kind::input, texts::sheets::found_inputs}};
    const std::vector<int> readers = read_by_part(trace);
    std::vector<RunSearch::Name> names;
    names.reserve(trace.records().size());
    for (const auto& [kind, group] : groups)
        for (const Record& record : trace.records()) {
            if (record.kind != kind) continue;
            const bool stage = kind == Record::Kind::computed;
            std::string place = place_of(record), others = other_names(trace, record);
            if (!stage)
                if (const std::string number = block_of_name(record.name); !number.empty()) others += " b" + number;
            const std::string symbol = plain_symbol(record.symbol);
            RunSearch::Name name{.record = record.id,
                                 .group = group,
                                 .label = stage            ? record.stage->label
                                          : symbol.empty() ? record.name
                                                           : symbol,
                                 .behind = {},
                                 .names = {},
                                 .words = {}};
            name.names = fmt::format("{} {} {} {}", name.label, place, record.name, others);
            if (stage) name.words = fmt::format("{}, {}, {}, {}", name.label, place, others, words_of(*record.stage));
            if (stage && part_of(record).empty())
                if (const std::string beside = beside_part(trace, record, readers[static_cast<std::size_t>(record.id)]);
                    !beside.empty())
                    place += fmt::format("{}{}", place.empty() ? "" : " · ", beside);
            name.behind = stage ? place : record.name;
            names.push_back(std::move(name));
        }
    return names;
}

/// All matches, by groups, the best first in each.
std::vector<SearchHit> matches(const Evaluation& evaluation, const Cursor& cursor, const std::string& query,
                               const std::vector<RunSearch::Name>& names) {
    const Trace& trace = evaluation.trace();
    std::vector<SearchHit> hits;
    add_tokens(hits, evaluation, cursor, query);
    const int named = block_in(query);
    for (const RunSearch::Name& name : names) {
        const Record& record = trace.record(name.record);
        const bool stage = record.kind == Record::Kind::computed;
        auto score = fuzzy_score(query, name.names);
        // Words of the glossary: whole words, or every stage would have the letters of every query.
        const auto word = stage ? words_score(query, name.words) : std::nullopt;
        if (word && (!score || *word > *score)) score = word;
        if (!score) continue;
        SearchHit hit;
        hit.row = {.text = name.behind.empty() ? name.label : fmt::format("{}  ·  {}", name.label, name.behind),
                   .detail = shape_of(record),
                   .group = name.group,
                   .score = *score};
        if (named > 0) hit.row.score += record.site.block + 1 == named ? 100 : stage ? -100 : 0;
        // An exact name comes before a match of words, and a match of the label before one of the sentence.
        if (query == record.name || query == plain_symbol(record.symbol)) hit.row.score += 200;
        if (stage && is_named(*record.stage, query)) hit.row.score += 100;
        hit.row.score += 60 * words_in(query, name.label);
        hit.record = record.id;
        hits.push_back(std::move(hit));
    }
    // Where something has the words of the query, what only has their letters in order says nothing.
    const auto has = [](int score) { return [score](const SearchHit& hit) { return hit.row.score >= score; }; };
    if (std::ranges::any_of(hits, has(strong_score(query))))
        std::erase_if(hits, [weak = part_score(query)](const SearchHit& hit) { return hit.row.score < weak; });
    std::vector<ChooserRow> rows;
    rows.reserve(hits.size());
    for (const SearchHit& hit : hits) rows.push_back(hit.row);
    std::vector<std::size_t> order;
    sort_rows(rows, order);
    std::vector<SearchHit> sorted;
    sorted.reserve(hits.size());
    for (const std::size_t i : order) sorted.push_back(std::move(hits[i]));
    return sorted;
}

}  // namespace

const std::vector<SearchHit>& RunSearch::find(const Evaluation& evaluation, const Cursor& cursor,
                                              const std::string& query) {
    const bool same_run = generation_ == evaluation.generation();
    if (same_run && query_ == query && record_ == cursor.record) return hits_;
    if (!same_run) names_ = names_of(evaluation.trace());
    generation_ = evaluation.generation();
    query_ = query;
    record_ = cursor.record;
    hits_ = matches(evaluation, cursor, query, names_);
    ++searches_;
    return hits_;
}

std::vector<SearchHit> search(const Evaluation& evaluation, const Cursor& cursor, const std::string& query) {
    return RunSearch().find(evaluation, cursor, query);
}

void go_to(const Trace& trace, Cursor& cursor, const SearchHit& hit) {
    go_to(trace, cursor, hit.record);
    if (hit.row_index < 0 && hit.column_index < 0) return;
    if (hit.row_index >= 0) cursor.row = hit.row_index;
    if (hit.column_index >= 0) cursor.column = hit.column_index;
    cursor.locked = true;
}

}  // namespace glassformer
