// What the model predicts is left out of a story while a question of a lesson asks for it; the pictures then show a dash.
#pragma once

#include "app/pictures/story/story.h"
#include "app/pictures/story/time_story.h"

namespace glassformer {

inline void veil(StoryRow& row) {
    row.answers.clear();
    row.note.clear();
    row.trained = true;
}

inline void veil(Story& story) {
    story.rows = story.words;
    veil(story.chosen);
}

inline void veil(TimeStory& story) {
    for (std::string& predicted : story.predicts) predicted.clear();
    veil(story.chosen);
}

}  // namespace glassformer
