// The stages that only some models have: positions beside the embedding, scores of two terms, queries and keys scaled
// each, pooling with weights, and the soft look-up table.
#include "core/tape/stage.h"

namespace glassformer::stage {

const Stage embed_joined{
    "embed.joined",
    ModelPart::embeddings,
    "[X, P]",
    "Join",
    "Token and position side by side",
    "The position stands in columns of its own beside the token's; a learned matrix will mix both.",
    Meaning::residual};

const Stage q_scaled{
    "q_scaled",
    ModelPart::attention,
    "Q_{s}",
    "Scale Q",
    "Queries, scaled",
    "Each divided by the fourth root of d_head; with the keys divided as well, a score is divided by its "
    "root.",
    Meaning::query};
const Stage k_scaled{
    "k_scaled",     ModelPart::attention,
    "K_{s}",        "Scale K",
    "Keys, scaled", "Each divided by the fourth root of d_head, so that no score is ever large, not even in between.",
    Meaning::key};

const Stage relative_positions{"relative_positions",
                               ModelPart::attention,
                               "R",
                               "Distances",
                               "A row of numbers for each distance",
                               "Sines and cosines of the distance between a query and a key, from fast to slow.",
                               Meaning::position};
const Stage relative{"relative",
                     ModelPart::attention,
                     "K_{R}",
                     "Keys of R",
                     "Keys: what each distance offers",
                     "Each distance's row times a learned matrix: a key for the distance, whatever token stands there.",
                     Meaning::position};
const Stage q_content{"q_content",
                      ModelPart::attention,
                      "Q_{u}",
                      "Q + u",
                      "Queries for the content",
                      "The query, and a learned vector of its head that asks the same of every token.",
                      Meaning::query};
const Stage q_position{"q_position",
                       ModelPart::attention,
                       "Q_{v}",
                       "Q + v",
                       "Queries for the distance",
                       "The query, and a learned vector of its head that prefers the same distances from everywhere.",
                       Meaning::query};
const Stage scores_content{"scores_content",
                           ModelPart::attention,
                           "S_{c}",
                           "Content",
                           "Content: what stands there?",
                           "The dot product of a query with every key, wherever the key stands.",
                           Meaning::score};
const Stage scores_position{
    "scores_position",
    ModelPart::attention,
    "S_{p}",
    "Distance",
    "Distance: how far away is it?",
    "The dot product of a query with the key of its distance to each token, whatever the token is.",
    Meaning::position};

const Stage lookup_raw{"lookup.scores_raw",
                       ModelPart::lookup,
                       "S",
                       "Scores",
                       "Scores: how well does each key fit?",
                       "The dot product of the token's row with every key of the table.",
                       Meaning::score};
const Stage lookup_scaled{"lookup.scores_scaled",
                          ModelPart::lookup,
                          "S_{s}",
                          "Hardness",
                          "Scores times the hardness",
                          "The harder, the further the best key stands out; at 0 all are alike.",
                          Meaning::score};
const Stage lookup_weights{"lookup.weights",
                           ModelPart::lookup,
                           "A",
                           "Softmax",
                           "Weights: how much each key fits",
                           "Shares that add up to 1: in a plain table one is 1 and all others are 0.",
                           Meaning::weight,
                           Range::probability};
const Stage lookup_out{
    "lookup.out",  ModelPart::lookup,        "O",
    "A · V",       "What the table answers", "The values of all entries, each faded by its share, added up.",
    Meaning::value};

const Stage pool_raw{"pool.scores_raw",
                     ModelPart::head,
                     "e",
                     "Scores",
                     "Scores: how well does each token fit the query?",
                     "The dot product of one learned query with every token's row.",
                     Meaning::score};
const Stage pool_scaled{"pool.scores_scaled",
                        ModelPart::head,
                        "e_{s}",
                        "Scale",
                        "Scaled scores: keep the softmax soft",
                        "Divided by the root of the number of products in each.",
                        Meaning::score};
const Stage pool_scores{"pool.scores",
                        ModelPart::head,
                        "e",
                        "Scores",
                        "A learned score for each place",
                        "The same for every text, whatever stands there.",
                        Meaning::score};
const Stage pool_weights{"pool.weights",
                         ModelPart::head,
                         "α",
                         "Softmax",
                         "Weights: how much each token counts",
                         "The scores become shares that add up to 1.",
                         Meaning::weight,
                         Range::probability};

}  // namespace glassformer::stage
