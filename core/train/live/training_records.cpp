#include "core/train/live/training_records.h"

namespace glassformer {

TrainingLog::TrainingLog(const TrainingRecords& records) {
    for (std::size_t i = 0; i < records.size(); ++i) add(records[i]);
}

void TrainingLog::add(StepRecord record) {
    const std::size_t at = records_.size_ % TrainingRecords::chunk_size;
    if (at == 0) {
        last_ = std::make_shared<TrainingRecords::Chunk>(TrainingRecords::chunk_size);
        auto chunks =
            records_.chunks_ ? *records_.chunks_ : std::vector<std::shared_ptr<const TrainingRecords::Chunk>>();
        chunks.push_back(last_);
        records_.chunks_ =
            std::make_shared<const std::vector<std::shared_ptr<const TrainingRecords::Chunk>>>(std::move(chunks));
    }
    (*last_)[at] = std::move(record);
    ++records_.size_;
}

}  // namespace glassformer
