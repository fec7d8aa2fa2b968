#include "app/views/explanation/term_order.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace glassformer {

const TermOrder::Order& TermOrder::of(int index, std::size_t sorted) {
    const Step& step = derivation_.steps[static_cast<std::size_t>(index)];
    orders_.resize(derivation_.steps.size());
    Order& order = orders_[static_cast<std::size_t>(index)];
    const bool sum = step.combine == Step::Combine::sum;
    if (order.terms.empty() && order.alone.empty()) {
        const std::vector<bool> own_kind = kinds_of_one(step);
        for (int i = 0; i < static_cast<int>(step.terms.size()); ++i)
            (sum && own_kind[static_cast<std::size_t>(i)] && step.terms.size() > 2 ? order.alone : order.terms)
                .push_back(i);
    }
    sorted = std::min(sorted, order.terms.size());
    if (sorted <= order.sorted) return order;
    // The largest magnitudes of a sum, the largest values of a maximum.
    std::partial_sort(order.terms.begin(), order.terms.begin() + static_cast<std::ptrdiff_t>(sorted), order.terms.end(),
                      [&](int a, int b) {
                          const double x = step.terms[static_cast<std::size_t>(a)].value,
                                       y = step.terms[static_cast<std::size_t>(b)].value;
                          const double left = sum ? std::abs(x) : x, right = sum ? std::abs(y) : y;
                          return left != right ? left > right : a < b;
                      });
    order.sorted = sorted;
    return order;
}

std::vector<int> TermOrder::steps_shown() const {
    constexpr std::size_t of_many = 1;
    std::vector<int> shown;
    for (std::size_t s = 0; s + 1 < derivation_.steps.size(); ++s) shown.push_back(static_cast<int>(s));
    if (!many_steps()) return shown;
    std::vector<const Term*> terms;
    for (const Term& term : derivation_.steps.back().terms) terms.push_back(&term);
    std::ranges::stable_sort(terms, std::greater{}, [](const Term* term) { return std::abs(term->value); });
    shown.clear();
    for (const Term* term : terms)
        for (const Factor& factor : term->factors)
            if (factor.kind == Factor::Kind::step && shown.size() < of_many) shown.push_back(factor.step);
    return shown;
}

/// Made of the same kinds of factors: all products of a sum are alike, a bias or an ε is not. Of very many steps
/// each is of one kind with the others.
bool TermOrder::alike(const Term& a, const Term& b) const {
    return std::equal(a.factors.begin(), a.factors.end(), b.factors.begin(), b.factors.end(),
                      [&](const Factor& x, const Factor& y) {
                          return x.kind == y.kind && x.operand == y.operand && (x.step == y.step || many_steps()) &&
                                 x.symbol == y.symbol && x.divides == y.divides;
                      });
}

/// True for terms unlike all others. A vocabulary has tens of thousands of terms and hardly more than two kinds.
std::vector<bool> TermOrder::kinds_of_one(const Step& step) const {
    struct Kind {
        std::size_t first;
        int count;
    };
    std::vector<Kind> kinds;
    for (std::size_t i = 0; i < step.terms.size(); ++i) {
        const auto same =
            std::ranges::find_if(kinds, [&](const Kind& kind) { return alike(step.terms[kind.first], step.terms[i]); });
        if (same == kinds.end())
            kinds.push_back({i, 1});
        else
            ++same->count;
    }
    std::vector<bool> alone(step.terms.size());
    for (const Kind& kind : kinds) alone[kind.first] = kind.count == 1;
    return alone;
}

}  // namespace glassformer
