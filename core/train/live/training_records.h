// The records of all steps so far. A copy costs two pointers, however many there are, and stays as it was while the
// training adds more.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/train/live/step_record.h"

namespace glassformer {

class TrainingRecords {
public:
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    /// Of step i + 1; i < size().
    const StepRecord& operator[](std::size_t i) const { return (*(*chunks_)[i / chunk_size])[i % chunk_size]; }
    const StepRecord& back() const { return (*this)[size_ - 1]; }

private:
    friend class TrainingLog;
    static constexpr std::size_t chunk_size = 256;
    using Chunk = std::vector<StepRecord>;  // of that size from the start: its entries never move
    std::shared_ptr<const std::vector<std::shared_ptr<const Chunk>>> chunks_;
    std::size_t size_ = 0;
};

/// Adds to records: the one who writes. An entry is written before a copy that counts it is handed out, and never
/// again.
class TrainingLog {
public:
    TrainingLog() = default;
    explicit TrainingLog(const TrainingRecords& records);  // goes on behind them, in memory of its own
    TrainingLog(const TrainingLog&) = delete;
    TrainingLog& operator=(const TrainingLog&) = delete;
    TrainingLog(TrainingLog&&) = default;
    TrainingLog& operator=(TrainingLog&&) = default;

    void add(StepRecord record);
    const TrainingRecords& records() const { return records_; }

private:
    TrainingRecords records_;
    std::shared_ptr<TrainingRecords::Chunk> last_;
};

}  // namespace glassformer
