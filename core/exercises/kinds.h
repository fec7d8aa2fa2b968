// The tables of exercises, one a subject.
#pragma once

#include <span>

#include "core/exercises/exercise.h"

namespace glassformer::exercises {

std::span<const ExerciseKind> attention_exercises();
std::span<const ExerciseKind> head_exercises();
std::span<const ExerciseKind> position_exercises();
std::span<const ExerciseKind> block_exercises();
std::span<const ExerciseKind> loss_exercises();
std::span<const ExerciseKind> size_exercises();
std::span<const ExerciseKind> training_exercises();
std::span<const ExerciseKind> recurrent_exercises();
std::span<const ExerciseKind> reading_exercises();

}  // namespace glassformer::exercises
