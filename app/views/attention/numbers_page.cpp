// The page of numbers about all heads.
#include <array>

#include "app/views/attention/page.h"
#include "app/views/attention/texts.h"

namespace glassformer {

namespace {

class NumbersPage final : public AttentionPage {
public:
    std::optional<HeadTouch> draw_all(AttentionScene& scene, Rect area) override {
        return draw_numbers(scene.context, area, scene.layers, scene.chosen(), scene.figures);
    }
};

constexpr std::array numbers_texts{
    AttentionPageText{
        nullptr,
        {"Numbers: one row for each head", "H_{i} = −Σ_{j} a_{ij} log a_{ij}",
         "Entropy says how spread out the weights of query i are, in nats: 0 if all weight is on one key, "
         "log n if n keys get equal weights. The table averages over the queries.",
         "A head with low entropy and a large number in another column: that pattern is what it does on "
         "this text."}},
};

}  // namespace

extern const AttentionPageRow attention_numbers_row{
    .name = "numbers",
    .label = texts::attention::numbers,
    .place = 8,
    .mode = 7,
    .texts = numbers_texts,
    .make = []() -> std::unique_ptr<AttentionPage> { return std::make_unique<NumbersPage>(); },
    .fills = true,
    .opens_in = "heads"};

}  // namespace glassformer
