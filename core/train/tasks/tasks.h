// The rows of the list of tasks, each made in the file of its name. Only task.cpp needs this.
#pragma once

#include "core/train/task.h"

namespace glassformer {

/// A task with what every one states; texts, training and metrics are its own file's. One model of its name and seed 0
/// is shipped, unless the task says otherwise.
Task begin_task(std::string_view name, std::string_view title, std::string_view to_try, const std::string& config);

// Rows of Task::metric_texts.
MetricText share_metric(std::string name, std::string words);
MetricText evaluated_on(std::string name);  // a count of what its name says: "sentences"
MetricText training_loss();                 // "loss", which the trainer measures

Task coreference_task();  // coreference.cpp
Task coreference_full_task();
Task coreference_causal_task();
Task induction_task();  // induction.cpp
Task induction_one_layer_task();
Task roles_task();  // roles.cpp
Task roles_one_head_task();
Task sentiment_but_task();  // sentiment.cpp
Task sentiment_but_cls_task();
Task sentiment_majority_task();
Task agreement_masked_task();  // agreement.cpp
Task agreement_causal_task();
Task k_back_3_task();  // positions.cpp
Task k_back_1_task();
Task local_majority_task();
Task running_majority_task();
Task sort_task();         // sort.cpp
Task soft_lookup_task();  // soft_lookup.cpp
Task translation_task();  // translation.cpp
Task translation_bottleneck_task();
Task translation_recurrent_attention_task();
Task characters_task();  // characters.cpp
Task recall_rnn_task();  // recall.cpp
Task recall_lstm_task();
Task recall_transformer_task();

}  // namespace glassformer
