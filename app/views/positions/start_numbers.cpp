// The numbers of the first page: from the record of the open model where it has the encoding, else computed.
#include <algorithm>
#include <cmath>
#include <string>

#include "app/views/positions/open_model.h"
#include "app/views/positions/page.h"
#include "app/views/positions/start.h"
#include "core/base/error.h"
#include "core/model/positional.h"
#include "core/ops/position_formulas.h"
#include "core/tape/stage.h"

namespace glassformer {

namespace {

/// The column of the first page that shows encodings of this kind.
std::size_t start_place(const PositionalKind& kind) {
    return kind.added != nullptr ? 0 : kind.rotation != nullptr ? 1 : 2;
}

/// The token that the model's answer is read at, else one with others before and after it, near enough to position 0
/// that both are shown.
int first_query(const Card& card, const std::vector<std::string>& words) {
    const auto found = std::ranges::find(words, card.answer_at);
    return card.answer_at.empty() || found == words.end()
               ? std::min(static_cast<int>(2 * (words.size() - 1) / 3), 2 * start_rows / 3)
               : static_cast<int>(found - words.begin());
}

}  // namespace

const Record* before_blocks(const Session::Snapshot& shown, const Stage& stage, std::size_t tokens) {
    const Trace& trace = shown.current->trace();
    const Stack stack = place_of_head(shown.current->model().config, 0, 0).site.stack;
    const int id = trace.find(full_name(stage, {.stack = stack}));
    if (id < 0) return nullptr;
    const Record& record = trace.record(id);
    return record.value != nullptr && record.view().shape.rows() == tokens ? &record : nullptr;
}

Tensor rows_of_record(const Record& record, int first, int rows) {
    const ConstView all = record.view();
    const int columns = all.shape.cols();
    Tensor part({{Axis::position, rows}, {Axis::d_model, columns}});
    std::copy_n(all.row(static_cast<std::size_t>(first)), part.data.size(), part.data.data());
    return part;
}

StartPicture start_picture(const positions::Settings& settings) {
    const PositionalKind& kind = *settings.kind;
    if (kind.added != nullptr)
        return positions::config_of(settings).positional.combine == Combine::append || kind.appended_always
                   ? StartPicture::appended
                   : StartPicture::added;
    if (kind.rotation != nullptr) return StartPicture::rotation;
    if (kind.bias != nullptr) return StartPicture::bias;
    if (kind.scores != nullptr || kind.distances != nullptr) return StartPicture::term;
    return StartPicture::none;
}

void keep_start_valid(StartState& start, const PositionsState& state, const Session::Snapshot& shown) {
    start.chosen = std::clamp(start.chosen, 0, static_cast<int>(start.kinds.size()) - 1);
    if (!shown.current && !start.model.empty()) return;  // its text is not there yet
    std::size_t count = start_rows;
    if (shown.current && !shown.current->tokens().empty()) count = shown.current->tokens().size();
    const int last = static_cast<int>(count) - 1;
    const OpenModel& open = state.open;
    const std::string model = open.kind != nullptr ? open.name + " " + std::string(open.kind->name) : open.name;
    if (!model.empty() && start.model == open.name)
        start.model = model;  // whatever its encoding is: of a lesson's scene
    if (!model.empty() && model != start.model) {
        const bool is_first = start.model.starts_with(first_model);
        const auto stays = [said = is_first ? start.model + " " : std::string()](const char* name) {
            return said.find(std::string(" ") + name + " ") != std::string::npos;
        };
        if (!stays("start_query")) start.query = -1;
        if (!stays("start_key")) start.key = -1;
        if (!stays("start_columns") && open.kind != nullptr && start_place(*open.kind) < start.kinds.size() &&
            start_picture(positions::Settings(open.kind)) != StartPicture::none)
            start.kinds[start_place(*open.kind)] = open.kind;
        if (open.kind != nullptr && open.kind->added != nullptr) {  // joined as the model does
            if (!stays("combine"))
                start.way = open.kind->appended_always ? positions::JoinWay::one_hot
                            : open.appended > 0        ? positions::JoinWay::append
                                                       : positions::JoinWay::add;
            if (!stays("vectors") && !open.kind->appended_always) start.vectors = open.kind;
            if (!stays("appended") && open.appended > 0 && !open.kind->appended_always) start.appended = open.appended;
        }
        start.model = model;
    }
    if (start.query < 0 && shown.current) {
        std::vector<std::string> words;
        for (const TokenLabel& token : shown.current->tokens()) words.push_back(token.text);
        start.query = words.empty() ? 2 * last / 3 : first_query(shown.current->model().card, words);
    }
    if (start.query < 0) start.query = 2 * last / 3;
    start.query = std::clamp(start.query, 0, last);
    if (start.key < 0) start.key = start.query >= 3 ? start.query - 3 : std::min(last, start.query + 3);
    start.key =
        std::clamp(start.key, std::max(0, start.query - start_rows + 1), std::min(last, start.query + start_rows - 1));
    start.moved = std::clamp(start.moved, 0, most_moved);
    start.pair = std::max(0, start.pair);
    start.appended = std::clamp(start.appended, 1, positions::max_dims);
}

PositionsState StartTables::for_laboratory(const PositionsState& state, const StartState& start,
                                           const Session::Snapshot& shown) const {
    PositionsState now = state;
    now.start = {};
    now.kinds = state.start.kinds;
    now.page = &positions_pages().front();  // columns of encodings
    now.source = TokenSource::model;
    now.settings = first_positions().settings;
    now.settings.seed = state.settings.seed;
    now.block = std::clamp(state.block, 0, std::max(0, state.open.blocks - 1));
    now.model_head = std::clamp(state.model_head, 0, std::max(0, state.open.heads - 1));
    if (shown.current && shown.current->generation() == refused_) now.source = TokenSource::random;
    if (from_model(now)) {
        now.settings = settings_of_open(shown);
        now.settings.head = now.model_head;
    }
    now.settings.n_positions = rows_;
    now.settings.first = first_;
    now.query = start.query - first_;
    now.key = start.key - first_;
    now.query_token = start.query;
    now.key_token = start.key;
    now.pair = 0;
    return now;
}

void StartTables::follow(const PositionsState& state, const Session::Snapshot& shown) {
    words_.clear();
    if (shown.current)
        for (const TokenLabel& token : shown.current->tokens()) words_.push_back(token.text);
    StartState start = state.start;
    start.query = std::clamp(start.query, 0, tokens() - 1);
    start.key = std::clamp(start.key, 0, tokens() - 1);
    rows_ = std::min(start_rows, tokens());
    const int apart = std::abs(start.query - start.key);
    // From position 0 on where both are within; else they are in the middle.
    const bool begins = std::max(start.query, start.key) < rows_;
    first_ = begins ? 0 : std::clamp(std::min(start.query, start.key) - (rows_ - 1 - apart) / 2, 0, tokens() - rows_);
    start.key = std::clamp(start.key, first_, first_ + rows_ - 1);
    start.query = std::clamp(start.query, first_, first_ + rows_ - 1);
    const std::uint64_t evaluation = shown.current ? shown.current->generation() : 0;
    PositionsState now = for_laboratory(state, start, shown);
    if (!columns_.empty() && evaluation == evaluation_ && now == state_ && start == start_) return;
    try {
        laboratory_.follow(now, shown);
    } catch (const Error&) {
        refused_ = evaluation;
        now = for_laboratory(state, start, shown);
        laboratory_.follow(now, shown);
    }
    state_ = std::move(now);
    start_ = std::move(start);
    evaluation_ = evaluation;
    columns_.resize(laboratory_.columns().size());
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        columns_[c].laboratory = &laboratory_.columns()[c];
        fill(columns_[c], shown);
    }
}

void StartTables::fill(StartColumn& column, const Session::Snapshot& shown) {
    const EncodingColumn& laboratory = *column.laboratory;
    const positions::Settings& settings = laboratory.settings;
    column.picture = start_picture(settings);
    column.generation = ++generation_;
    column.own = of_model() && settings.kind == state_.open.kind &&
                 (settings.kind->parameters.empty() || laboratory.learned.origin == state_.open.name);
    if (!laboratory.shown()) return;
    switch (column.picture) {
        case StartPicture::added:
        case StartPicture::appended: fill_placed(column, shown); break;
        case StartPicture::rotation: {
            const auto pairs = static_cast<int>(laboratory.pairs.size());
            column.pair = std::min(start_.pair, pairs - 1);
            const auto at = static_cast<std::size_t>(column.pair);
            column.turned = laboratory.pairs[at];
            column.before = positions::angle_between(column.turned.query, column.turned.key);
            const auto moved_by = [&](int later) {
                positions::Settings further = settings;
                further.first += later;
                std::vector<positions::TurnedPair> all;
                positions::turned_pairs(further, laboratory_.content(), state_.query, state_.key, all);
                return all[at];
            };
            column.next = moved_by(1);
            column.moved = moved_by(start_.moved);
            break;
        }
        case StartPicture::bias:
        case StartPicture::term: fill_map(column); break;
        case StartPicture::none: break;
    }
}

/// The query's token with its position, and the table of all tokens shown.
void StartTables::fill_placed(StartColumn& column, const Session::Snapshot& shown) const {
    const EncodingColumn& laboratory = *column.laboratory;
    const std::size_t tokens = words_.size();
    const bool appended = column.picture == StartPicture::appended;
    const Record* token = of_model() ? before_blocks(shown, stage::embed_tokens, tokens) : nullptr;
    const Record* position = column.own ? before_blocks(shown, stage::embed_positions, tokens) : nullptr;
    const Record* together =
        column.own ? before_blocks(shown, appended ? stage::embed_joined : stage::embed, tokens) : nullptr;
    column.own = token != nullptr && position != nullptr && together != nullptr;
    const int query = start_.query;
    if (column.own) {
        column.table = rows_of_record(*position, first_, rows_);
        column.placed = {rows_of_record(*token, query, 1), rows_of_record(*position, query, 1),
                         rows_of_record(*together, query, 1)};
    } else {
        column.table = laboratory.column.encoding.table;
        const Tensor embedding =
            token != nullptr ? rows_of_record(*token, query, 1) : laboratory_.content().query_token;
        positions::place(laboratory.settings, laboratory.column.encoding, embedding, state_.query, column.placed);
    }
    const int columns = column.table.shape.cols();
    column.pair = std::min(start_.pair, (columns + 1) / 2 - 1);
    const RotaryPair pair = rotary_pair(static_cast<std::size_t>(column.pair), columns, laboratory.settings.layout);
    column.dimensions = {static_cast<int>(pair.a)};
    if (static_cast<int>(pair.b) < columns) column.dimensions.push_back(static_cast<int>(pair.b));
}

void StartTables::fill_map(StartColumn& column) const {
    const positions::Column& laboratory = column.laboratory->column;
    column.formula = "";
    if (column.picture == StartPicture::bias) {
        column.map = laboratory.encoding.bias;
    } else {  // after content · content
        column.map = laboratory.scores.terms.at(1).map;
        column.formula = laboratory.scores.terms.at(1).formula;
    }
    positions::Diagonals diagonals;
    positions::diagonals(column.map, diagonals);
    const int distance = state_.key - state_.query;
    for (std::size_t d = 0; d < diagonals.least.size(); ++d) {
        if (diagonals.distance(d) != distance) continue;
        column.least = diagonals.least[d];
        column.most = diagonals.most[d];
    }
}

}  // namespace glassformer
