// The stages that only some models have: positions beside the embedding, scores of two terms, queries and keys scaled
// each, pooling with weights, the soft look-up table, what stands between the last block and the output matrix.
#include "core/tape/stage.h"

namespace glassformer::stage {

const Stage embed_projected{"embed.projected", ModelPart::embeddings, "X_{proj}", "Project", Meaning::residual};
const Stage embed_types{"embed.types", ModelPart::embeddings, "X_{type}", "Segment", Meaning::residual};
const Stage embed_norm{"embed.norm", ModelPart::norms, "X̂_{in}", "Norm", Meaning::norm};
const Stage embed_joined{"embed.joined", ModelPart::embeddings, "[X, P]", "Concat", Meaning::residual};

const Stage q_scaled{"q_scaled", ModelPart::attention, "Q_{s}", "Scale Q", Meaning::query};
const Stage k_scaled{"k_scaled", ModelPart::attention, "K_{s}", "Scale K", Meaning::key};

const Stage relative_positions{"relative_positions", ModelPart::attention, "R", "Distances", Meaning::position};
const Stage relative{"relative", ModelPart::attention, "K_{R}", "Dist. keys", Meaning::position};
const Stage q_content{"q_content", ModelPart::attention, "Q_{u}", "Q + u", Meaning::query};
const Stage q_position{"q_position", ModelPart::attention, "Q_{v}", "Q + v", Meaning::query};
const Stage scores_content{"scores_content", ModelPart::attention, "S_{c}", "Content", Meaning::score};
const Stage scores_position{"scores_position", ModelPart::attention, "S_{p}", "Distance", Meaning::position};

const Stage lookup_raw{"lookup.scores_raw", ModelPart::lookup, "S", "Scores", Meaning::score};
const Stage lookup_scaled{"lookup.scores_scaled", ModelPart::lookup, "S_{s}", "Sharpness", Meaning::score};
const Stage lookup_weights{"lookup.weights", ModelPart::lookup, "A", "Softmax", Meaning::weight, Range::probability};
const Stage lookup_out{"lookup.out", ModelPart::lookup, "O", "A · V", Meaning::value};

const Stage pool_raw{"pool.scores_raw", ModelPart::head, "e", "Scores", Meaning::score};
const Stage pool_scaled{"pool.scores_scaled", ModelPart::head, "e_{s}", "Scale", Meaning::score};
const Stage pool_scores{"pool.scores", ModelPart::head, "e", "Scores", Meaning::score};
const Stage pool_weights{"pool.weights", ModelPart::head, "α", "Softmax", Meaning::weight, Range::probability};

const Stage head_dense{"head.dense", ModelPart::head, "D", "Dense", Meaning::mlp};
const Stage head_act{"head.act", ModelPart::head, "D_{a}", "Activ.", Meaning::mlp};
const Stage head_norm{"head.norm", ModelPart::norms, "D̂", "Norm", Meaning::norm};
const Stage head_projected{"head.projected", ModelPart::head, "Y_{proj}", "Project", Meaning::residual};
const Stage head_scaled{"head.scaled", ModelPart::head, "Y_{s}", "Scale", Meaning::residual};

}  // namespace glassformer::stage
