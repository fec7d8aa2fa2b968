#include "app/pictures/board/weights_scale.h"

namespace glassformer {

bool is_attention_weights(const Record& record) {
    return record.kind == Record::Kind::computed && record.stage->range == Range::probability &&
           record.shape.find(Axis::key) >= 0;
}

float weights_scale_end(const Trace& trace) {
    float largest = 0;
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        if (!is_attention_weights(record) || !record.value_kept) continue;
        if (record.readback != nullptr) return 1;
        const auto cols = static_cast<std::size_t>(record.shape.cols());
        for (std::size_t row = 0; row < record.shape.rows(); ++row) {
            const float* const weights = record.entries(row * cols, cols);
            if (weights == nullptr) break;
            for (std::size_t key = 0; key < cols; ++key)
                if (weights[key] > largest) largest = weights[key];
            if (largest > 0.5F) return 1;
        }
    }
    return largest > 0 ? largest : 1;
}

}  // namespace glassformer
