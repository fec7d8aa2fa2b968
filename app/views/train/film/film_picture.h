// The film of a training as pictures: what stands above the maps, and the whole of it for files.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/views/shared/view_film.h"
#include "app/views/train/film/head_frame.h"
#include "core/train/live/training_session.h"

namespace glassformer {

/// What is said of a step.
struct FilmCaption {
    std::string step;  // "Step 240 of 300"
    std::string loss;  // "held-out loss 0.12 nats · accuracy 97%"; "" where it was not measured
    std::string line() const;
};
FilmCaption film_caption(const TrainingSession::Snapshot& shown, int step);

/// Frames that have been read, by step.
using HeadFrames = std::map<int, std::shared_ptr<const HeadFrame>>;

/// The film of all kept steps; null with fewer than two. Frames that are not in `read` are read while it is drawn.
/// `appeared`: by map; may be empty.
std::shared_ptr<const ViewFilm> film_of_heads(const TrainingSession::Snapshot& shown, const Inputs& inputs,
                                              const HeadFrames& read, std::vector<std::optional<int>> appeared);

/// A head is marked from the step on at which it has appeared.
std::vector<bool> focused_at(const std::vector<std::optional<int>>& appeared, int step);

}  // namespace glassformer
