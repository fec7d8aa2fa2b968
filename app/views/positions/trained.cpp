#include "app/views/positions/trained.h"

#include <algorithm>
#include <utility>

#include "app/views/positions/open_model.h"
#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/random.h"
#include "core/io/model_folder.h"
#include "core/train/task.h"

namespace glassformer {

namespace {

constexpr std::uint64_t text_seed = 7;
constexpr std::size_t most_read = 8;  // before those that no column shows are read again when one does

std::shared_ptr<const PositionsModel> read_trained(const ModelLoader& load, const std::string& name,
                                                   const std::string& task, const std::atomic<bool>& stopped) {
    auto read = std::make_shared<PositionsModel>();
    read->name = name;
    try {
        read->model = load(name);
        read->trained_length = require_task(task).trained_length;
        for (const int length : {read->trained_length / 2, read->trained_length, 2 * read->trained_length}) {
            if (stopped) break;
            TrainedReading& reading = read->readings.emplace_back();
            reading.length = length;
            try {
                Inputs inputs;
                inputs.model = name;
                inputs.text = text_of_task(task, length);
                reading.evaluation = evaluate_once(read->model, inputs);
            } catch (const Error& error) {
                reading.error = error.what();
            }
        }
    } catch (const std::exception& error) {
        read->error = sentence_of(error);
    }
    return read;
}

}  // namespace

std::string text_of_task(const std::string& task, int length) {
    const Task& row = require_task(task);
    Random random(text_seed);
    std::string text;
    for (int i = 0; i < length; ++i)
        text += row.vocabulary[static_cast<std::size_t>(random.below(static_cast<int>(row.vocabulary.size())))];
    return text;
}

std::shared_ptr<const PositionsModel> TrainedModels::find(const std::string& name, const std::string& task,
                                                          const std::function<void()>& wake) {
    const bool idle = reading_.idle();  // before: what ends from here on is taken over in the next frame
    if (const auto read = reading_.take()) {
        if (read_.size() >= most_read)
            std::erase_if(read_, [](const auto& one) { return one.second.use_count() == 1; });
        read_[read->request] = read->result;
    }
    if (const auto found = read_.find(name); found != read_.end()) return found->second;
    if (idle)  // else its turn comes in one of the next frames
        reading_.follow(
            name,
            [load = options_().load, name, task](const auto& work) {
                return read_trained(load, name, task, work.stopped);
            },
            wake);
    return nullptr;
}

TrainedHead trained_head(std::shared_ptr<const PositionsModel> model, int block, int head, std::uint64_t generation) {
    const ModelConfig& config = model->model->config;
    const positions::HeadRef place =
        place_of_head(config, std::clamp(block, 0, config.n_layers - 1), std::clamp(head, 0, config.n_heads - 1));
    TrainedHead result;
    result.block = block;
    result.head = head;
    EncodingColumn& column = result.column;
    column.settings = positions::settings_of(config, place.head);
    column.settings.n_positions = std::min(model->trained_length, config.max_seq_len);
    column.learned = positions::learned_of(*model->model, place);
    column.generation = generation;
    positions::encode(column.settings, column.learned, column.column.encoding);
    if (const Tensor* rows = positions::added_rows(column.settings, column.column.encoding))
        positions::similarity(*rows, column.column.similarity);
    result.weights.reserve(model->readings.size());
    for (const TrainedReading& reading : model->readings) {
        Tensor& map = result.weights.emplace_back();
        if (!reading.evaluation) continue;
        const Trace& trace = reading.evaluation->trace();
        const int id = trace.find(full_name(stage::weights, place.site));
        if (id < 0) continue;
        const ConstView all = trace.record(id).view();  // [head, query, key]
        map = Tensor(Shape{all.shape[1], all.shape[2]});
        std::copy_n(all.data + static_cast<std::size_t>(place.head) * map.data.size(), map.data.size(),
                    map.data.data());
    }
    result.model = std::move(model);
    return result;
}

}  // namespace glassformer
