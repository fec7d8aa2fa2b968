// What lessons read of the positions view.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

#include "app/views/positions/positions.h"
#include "core/positions/joined.h"

namespace glassformer {

namespace {

constexpr double not_there = std::numeric_limits<double>::quiet_NaN();

class Numbered {
public:
    explicit Numbered(std::vector<NamedNumber>& all) : all_(all) {}
    /// "score_2" of the second column.
    void add(const char* what, std::size_t column, double value) {
        all_.push_back({std::string(what) + "_" + std::to_string(column + 1), value});
    }

private:
    std::vector<NamedNumber>& all_;
};

double degrees(double radians) { return radians * 180 / std::numbers::pi; }

void add_pair(std::vector<NamedNumber>& all, int query, int key) {
    all.push_back({"query", static_cast<double>(query)});
    all.push_back({"key", static_cast<double>(key)});
    all.push_back({"distance", static_cast<double>(query - key)});
}

}  // namespace

void add_start_numbers(std::vector<NamedNumber>& all, const StartTables& tables) {
    Numbered numbered(all);
    for (std::size_t c = 0; c < tables.columns().size(); ++c) {
        const StartColumn& column = tables.columns()[c];
        if (!column.laboratory->shown()) continue;
        if (column.picture == StartPicture::rotation) {
            numbered.add("angle_before", c, degrees(column.before));
            numbered.add("angle", c, degrees(column.turned.between));
            numbered.add("angle_moved", c, degrees(column.moved.between));
        } else if (column.picture == StartPicture::bias || column.picture == StartPicture::term) {
            const bool even =
                column.most - column.least <= 1e-5F * std::max({1.0F, std::abs(column.most), std::abs(column.least)});
            numbered.add("added", c, even ? static_cast<double>(column.most) : not_there);
        }
    }
}

void add_joined_numbers(std::vector<NamedNumber>& all, const JoinedWay& way) {
    const positions::JoinedProduct& product = way.product;
    all.push_back({"columns", static_cast<double>(way.columns())});
    all.push_back({"token_token", product.token_token});
    all.push_back({"token_position", product.token_position});
    all.push_back({"position_token", product.position_token});
    all.push_back({"position_position", product.position_position});
    all.push_back({"whole", product.whole});
}

/// Positions count from 0; columns from 1, from the left.
std::vector<NamedNumber> PositionsView::numbers() const {
    std::vector<NamedNumber> all;
    if (text() != nullptr) {
        if (start_.columns().empty()) return all;  // not drawn yet
        add_pair(all, start_.query(), start_.key());
        text()->add_numbers(all, start_, joined_, state_);
        return all;
    }
    Numbered numbered(all);
    const std::span<const EncodingColumn> columns = laboratory_.columns();
    const bool measured = state_.page->columns == PositionsColumns::models;
    if (!measured) add_pair(all, state_.settings.first + state_.query, state_.settings.first + state_.key);
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const EncodingColumn& column = columns[c];
        if (column.settings.kind == nullptr) continue;
        if (state_.page->columns != PositionsColumns::scalings)
            for (const auto& [name, times] : {std::pair{"accuracy", 1}, {"accuracy_2x", 2}, {"accuracy_4x", 4}})
                numbered.add(name, c,
                             accuracy_at(lengths_ ? &*lengths_ : nullptr, state_.task, *column.settings.kind, times)
                                 .value_or(not_there));
        if (measured || !column.shown()) continue;
        const bool within = state_.query < column.settings.n_positions && state_.key < column.settings.n_positions;
        numbered.add("score", c, within ? static_cast<double>(column.score(state_.query, state_.key)) : not_there);
        numbered.add("toeplitz_spread", c, column.spread);
        numbered.add("widest_spread", c, column.column.widest.largest);
        numbered.add("change", c, column.has_unshifted ? column.changed_by_shift : 0);
    }
    return all;
}

}  // namespace glassformer
