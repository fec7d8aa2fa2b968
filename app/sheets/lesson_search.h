// Steps of lessons that have the words of a query, in their titles or their texts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson_library.h"
#include "app/sheets/chooser.h"

namespace glassformer {

struct LessonHit {
    ChooserRow row;  // the step's title, its lesson, and the passage with the word
    LessonStepPlace place;
    bool own = false;  // of the open lesson, with the words of the query
};

/// The best steps, those of the open lesson before all others; a title may have the letters of a word in their order, a
/// text must have the beginning of each word.
std::vector<LessonHit> search_lessons(const std::vector<const LibraryLesson*>& lessons, const std::string& query,
                                      const LibraryLesson* open = nullptr);

/// The same, kept until the query changes: the sheet asks in every frame.
class LessonSearch {
public:
    const std::vector<LessonHit>& find(LessonLibrary& library, const std::string& query, const LibraryLesson* open);
    const std::vector<LessonHit>& found() const { return hits_; }
    void forget() {
        query_.reset();
        hits_.clear();
    }

private:
    std::optional<std::string> query_;
    std::vector<LessonHit> hits_;
};

}  // namespace glassformer
