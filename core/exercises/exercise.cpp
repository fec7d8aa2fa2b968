#include "core/exercises/exercise.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/fnv.h"
#include "core/base/json_text.h"
#include "core/base/nearest_name.h"
#include "core/exercises/kinds.h"
#include "core/exercises/writing.h"
#include "core/lesson/markdown.h"

namespace glassformer {

namespace {

constexpr int most_draws = 10'000;

/// Another kind, another copy, another seed: other numbers.
std::uint64_t seed_of(std::string_view kind, std::uint64_t seed, int copy) {
    Fnv1a hash;
    hash.take(kind);
    for (int byte = 0; byte < 8; ++byte) hash.take(seed >> (8 * byte) & 0xFFU);
    hash.take(static_cast<std::uint64_t>(copy));
    return hash.hash();
}

/// As the head says: written as 0 and none, or so near to the middle that rounding is an accident.
bool is_poor(double value, int decimals) {
    if (!std::isfinite(value)) return true;
    const double scaled = std::abs(value) * std::pow(10.0, decimals);
    if (value != 0 && scaled < 0.5) return true;
    return std::abs(scaled - std::floor(scaled) - 0.5) < 0.01;
}

std::vector<ExerciseKind> checked_kinds(const Lesson& lesson) {
    std::vector<ExerciseKind> kinds;
    for (const LessonExercise& named : lesson.exercises) {
        const auto kind = find_exercise(named.kind);
        if (!kind) {
            std::vector<std::string> names;
            for (const ExerciseKind& each : all_exercises()) names.emplace_back(each.name);
            const std::string near = nearest_name(names, named.kind);
            throw lesson_error(lesson.steps_file, named.place,
                               "there is no exercise " + in_quotes(named.kind) +
                                   (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?"));
        }
        kinds.push_back(*kind);
    }
    return kinds;
}

}  // namespace

std::string written_answer(double value, int decimals) {
    if (value == 0) return "0";  // what a mask leaves is 0, not nearly 0
    return decimals == 0 ? exercises::grouped(value) : exercises::fixed(value, decimals);
}

std::vector<ExerciseKind> all_exercises() {
    std::vector<ExerciseKind> all;
    for (const auto table :
         {exercises::attention_exercises(), exercises::head_exercises(), exercises::position_exercises(),
          exercises::block_exercises(), exercises::loss_exercises(), exercises::size_exercises(),
          exercises::training_exercises(), exercises::recurrent_exercises(), exercises::reading_exercises()})
        all.insert(all.end(), table.begin(), table.end());
    return all;
}

std::optional<ExerciseKind> find_exercise(std::string_view name) {
    for (const ExerciseKind& kind : all_exercises())
        if (kind.name == name) return kind;
    return {};
}

Exercise draw_exercise(const ExerciseKind& kind, std::uint64_t seed, int copy, const OpenModel& open) {
    ExerciseSource from{.random = Random(seed_of(kind.name, seed, copy)), .open = open};
    for (int draw = 0; draw < most_draws; ++draw) {
        std::optional<Exercise> made = kind.draw(from);
        if (!made) continue;
        const bool poor = std::ranges::any_of(made->answers, [](const ExerciseAnswer& answer) {
            return std::ranges::any_of(answer.values, [&](double value) { return is_poor(value, answer.decimals); });
        });
        if (poor || made->rough) continue;
        made->kind = kind.name;
        made->title = kind.title;
        return std::move(*made);
    }
    throw Error("the exercise " + in_quotes(std::string(kind.name)) + " found no numbers with the seed " +
                std::to_string(seed));
}

void check_exercises(const Lesson& lesson) { static_cast<void>(checked_kinds(lesson)); }

std::vector<Exercise> draw_worksheet(const Lesson& lesson, std::uint64_t seed, int count, const OpenModel& open) {
    const std::vector<ExerciseKind> kinds = checked_kinds(lesson);
    if (kinds.empty())
        throw Error(lesson.steps_file +
                    " names no exercises: its front matter needs a line “exercises: dot-scores, …”");
    if (count < 1 || count > most_exercises)
        throw Error("a worksheet has 1 to " + std::to_string(most_exercises) + " exercises, not " +
                    std::to_string(count));
    std::vector<Exercise> sheet;
    for (int i = 0; i < count; ++i) {
        const int named = static_cast<int>(kinds.size());
        sheet.push_back(draw_exercise(kinds[static_cast<std::size_t>(i % named)], seed, i / named, open));
    }
    return sheet;
}

}  // namespace glassformer
