// The numbers of the page of joined vectors.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/printed_number.h"
#include "app/views/positions/joined.h"
#include "app/views/positions/joined_texts.h"
#include "app/views/positions/open_model.h"
#include "core/base/error.h"
#include "core/model/positional.h"
#include "core/tape/stage.h"

namespace glassformer {

namespace {

/// The encoding joins tokens and positions of the model in this way.
bool joins_so(const ModelConfig& config, const positions::Settings& settings, positions::JoinWay way) {
    const positions::Settings model = positions::settings_of(config, 0);
    if (model.kind != settings.kind || positions::way_of(model) != way) return false;
    return way != positions::JoinWay::append || model.dims == settings.dims;
}

}  // namespace

void JoinedTables::make(JoinedWay& out, positions::JoinWay way, const StartTables& tables,
                        const Session::Snapshot& shown) const {
    positions::Settings settings =
        positions::joined_settings(way, tables.state().settings, *source_.vectors, source_.appended);
    settings.scaling = positions::RopeScaling::none;
    settings.first = source_.first;
    settings.n_positions = source_.rows;
    const auto tokens = static_cast<std::size_t>(source_.tokens);
    const Record* token = source_.of_model ? before_blocks(shown, stage::embed_tokens, tokens) : nullptr;
    const bool so = token != nullptr && joins_so(shown.current->model().config, settings, way);
    const Record* position = so ? before_blocks(shown, stage::embed_positions, tokens) : nullptr;
    const Record* together =
        so ? before_blocks(shown, way == positions::JoinWay::add ? stage::embed : stage::embed_joined, tokens)
           : nullptr;
    out.own = position != nullptr && together != nullptr;
    if (out.own) {
        out.joined = {rows_of_record(*token, source_.first, source_.rows),
                      rows_of_record(*position, source_.first, source_.rows),
                      rows_of_record(*together, source_.first, source_.rows)};
    } else {
        // A table that ends with the text.
        settings.table_rows = std::min(source_.tokens, positions::max_positions);
        positions::check(settings);
        positions::EncodingTables encoding;
        positions::encode(settings, positions::random_learned(settings), encoding);
        positions::join(
            settings, encoding,
            token != nullptr ? rows_of_record(*token, source_.first, source_.rows) : positions::random_tokens(settings),
            out.joined);
    }
    out.settings = settings;
}

void JoinedTables::follow(const StartTables& tables, const PositionsState& state, const Session::Snapshot& shown) {
    const Source wanted{.vectors = state.start.vectors,
                        .appended = state.start.appended,
                        .first = tables.first(),
                        .rows = tables.rows(),
                        .tokens = tables.tokens(),
                        .seed = state.settings.seed,
                        .evaluation = shown.current ? shown.current->generation() : 0,
                        .of_model = tables.of_model()};
    const bool other = wanted != source_;
    source_ = wanted;
    for (const positions::JoinWay way : positions::join_ways) {
        JoinedWay& out = ways_.at(static_cast<std::size_t>(way));
        if (other) {
            out.generation = ++generation_;
            out.error.clear();
            try {
                make(out, way, tables, shown);
            } catch (const Error& error) {
                out.error = error.what();
            }
        }
        if (out.error.empty())
            out.product =
                positions::joined_product(out.joined, tables.query() - source_.first, tables.key() - source_.first);
    }
}

std::string joined_sentence(const JoinedWay& way) {
    const int tokens = way.joined.tokens.shape.cols(), positions = way.joined.positions.shape.cols();
    switch (positions::way_of(way.settings)) {
        case positions::JoinWay::add: return fmt::format(texts::joined::says_add, tokens);
        case positions::JoinWay::append:
            return fmt::format(texts::joined::says_append, tokens, positions, way.columns());
        case positions::JoinWay::one_hot: break;
    }
    return fmt::format(texts::joined::says_one_hot, tokens, positions, way.columns());
}

JoinedNorms joined_norms(const JoinedWay& way) {
    const auto mean = [](const Tensor& rows) {
        const ConstView view = rows.view();
        const auto columns = static_cast<std::size_t>(view.shape.cols());
        double sum = 0;
        for (std::size_t row = 0; row < view.shape.rows(); ++row) {
            double squares = 0;
            for (std::size_t column = 0; column < columns; ++column) {
                const auto number = static_cast<double>(view.row(row)[column]);
                squares += number * number;
            }
            sum += std::sqrt(squares);
        }
        return view.shape.rows() == 0 ? 0 : sum / static_cast<double>(view.shape.rows());
    };
    return {.tokens = mean(way.joined.tokens), .positions = mean(way.joined.positions)};
}

std::string joined_norms_sentence(const JoinedWay& way) {
    constexpr double alike = 1.25, dominates = 2;  // times as long
    const JoinedNorms norms = joined_norms(way);
    if (norms.positions == 0) return texts::joined::norms_no_positions;
    if (norms.tokens == 0) return texts::joined::norms_no_tokens;
    const bool longer = norms.positions > norms.tokens;
    const double times = longer ? norms.positions / norms.tokens : norms.tokens / norms.positions;
    const std::string of_positions = number_text(norms.positions), of_tokens = number_text(norms.tokens);
    if (!(times >= alike)) return fmt::format(texts::joined::norms_alike, of_positions, of_tokens);
    const char* follows = ".";
    if (positions::way_of(way.settings) != positions::JoinWay::add)
        follows = texts::joined::parts_likewise;
    else if (times >= dominates)
        follows = longer ? texts::joined::positions_dominate : texts::joined::tokens_dominate;
    return longer ? fmt::format(texts::joined::norms_positions, number_text(times), of_positions, of_tokens, follows)
                  : fmt::format(texts::joined::norms_tokens, number_text(times), of_tokens, of_positions, follows);
}

const char* joined_name(positions::JoinWay way) {
    return way == positions::JoinWay::add      ? texts::joined::way_add_brief
           : way == positions::JoinWay::append ? texts::joined::way_append_brief
                                               : texts::joined::way_one_hot_brief;
}

std::string joined_note(const JoinedTables& joined) {
    const std::string own = joined_own_note(joined);
    return own.empty() ? texts::joined::cross : texts::joined::cross + (" " + own);
}

std::string joined_own_note(const JoinedTables& joined) {
    for (const positions::JoinWay way : positions::join_ways)
        if (joined.way(way).own) return fmt::format(texts::joined::only_own, joined_name(way));
    return {};
}

std::string joined_origin(const StartTables& tables, const JoinedWay& way) {
    const bool formula = way.settings.kind->parameters.empty();
    const std::uint64_t seed = way.settings.seed;
    if (way.own) return texts::joined::own;
    if (tables.of_model())
        return formula ? std::string(texts::joined::other_formula) : fmt::format(texts::joined::other_random, seed);
    return formula ? fmt::format(texts::joined::formula, seed) : fmt::format(texts::joined::random, seed);
}

}  // namespace glassformer
