// The attention view's state: as scripts ask for it, and as a session keeps it.
#include <algorithm>

#include "app/views/attention/attention.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"

namespace glassformer {

void AttentionView::describe(State& state, const Session::Snapshot& shown) const {
    state.add("hovered", state_.focus.hovered_name(shown));
    state.add("attention_mode", std::string(page_row().name));
    state.add("attention_layers", std::to_string(layers_.size()));
    state.add("attention_layer", layers_.empty() ? "" : layer().title);
    std::string head, heads;
    if (shown.current && !layers_.empty()) head = std::to_string(layer().heads);
    state.add("attention_heads", head);
    for (const int overlaid : state_.overlaid) heads += (heads.empty() ? "" : ",") + std::to_string(overlaid + 1);
    state.add("attention_overlaid", heads);
    state.add("attention_solo", state_.solo);
    state.add("attention_own_scales", state_.own_scales);
    state.add("attention_threshold", number_text(static_cast<double>(state_.threshold)));
    state.add("attention_arcs", std::to_string(state_.arcs));
    std::string products;
    for (const int record : state_.products)
        products += (products.empty() ? "" : ",") +
                    (shown.current && record >= 0 ? shown.current->trace().record(record).name : "");
    state.add("attention_products", products);
    state.add("attention_products_whole", state_.products_whole);
    state.add("attention_token",
              state_.token ? (state_.token.key ? "key " : "query ") + std::to_string(state_.token.index) : "");
    state.add("attention_followed",
              state_.followed ? (state_.followed.key ? "key " : "query ") + std::to_string(state_.followed.index) : "");
    state.add("attention_pair", shown_pair_);
    pages_[page_]->describe(state);
}

ViewValues AttentionView::save() const {
    ViewValues values{{"mode", value_text(page_row().mode)},
                      {"solo", value_text(state_.solo)},
                      {"own_scales", value_text(state_.own_scales)},
                      {"threshold", value_text(state_.threshold)},
                      {"projections", value_text(state_.projections)},
                      {"overlaid", value_text(state_.overlaid)},
                      {"by_key", value_text(state_.by_key)},
                      {"layer", value_text(layer_)},
                      {"entered", value_text(entered_)}};
    if (state_.all_queries) values["all_queries"] = value_text(true);
    for (const auto& page : pages_) values.merge(page->save());
    return values;
}

void AttentionView::load(const ViewValues& values) {
    const ViewReader read(values);
    page_ = page_of_mode(attention_page_rows(), read.whole("mode", page_row().mode, 0, most_mode), page_);
    state_.projections = read.yes("projections", state_.projections);
    state_.solo = read.yes("solo", state_.solo);
    state_.own_scales = read.yes("own_scales", state_.own_scales);
    state_.threshold = read.number("threshold", state_.threshold, min_threshold, largest_threshold);
    state_.all_queries = read.yes("all_queries", false);
    state_.overlaid = read.wholes("overlaid", state_.overlaid);
    std::erase_if(state_.overlaid, [](int head) { return head < 0; });
    state_.by_key = read.yes("by_key", state_.by_key);
    layer_ = read.whole("layer", layer_, 0, 1 << 20);  // within the model's when they are found
    // The view was entered before: its layer is kept, and overlaid heads are of this model.
    entered_ = read.yes("entered", false);
    model_.reset();
    for (const auto& page : pages_) page->load(values);
}

}  // namespace glassformer
