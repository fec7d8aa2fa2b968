// The list of lessons: those on one subject, whole lectures, and the user's files that were opened before; each with
// what it teaches, what comes before it, and how far somebody came in it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/lesson_library.h"
#include "app/lessons/lesson_progress.h"
#include "app/views/shared/context.h"

namespace glassformer {

class LessonSheet {
public:
    struct Choice {
        std::filesystem::path file;
        bool again = false;  // from its first step; else where it was left
    };

    void open(const std::vector<const LibraryLesson*>& lessons, const std::vector<LessonProgress>& progress);
    bool is_open() const { return open_; }
    /// Title of the lesson that Enter opens; "" where none is listed.
    const std::string& marked() const { return marked_; }
    /// The lesson that was chosen.
    std::optional<Choice> draw(ViewContext& context);

private:
    enum class Group : std::uint8_t { lessons, lectures, own };
    struct Row {
        std::filesystem::path file;
        std::string name, title, about, problem, fault;
        std::string facts;                                 // "CS224N · 75 min · 63 steps · 12 questions"
        std::vector<std::pair<std::string, bool>> before;  // titles, and whether each was finished
        std::string reached;                               // "Reached step 7 of 63 · …"; "" where it was never begun
        float share = 0;                                   // of its steps
        bool finished = false;
        int step = 0;  // where it goes on, from 0
        Group group = Group::lessons;
    };
    std::vector<const Row*> found() const;
    void move_mark(const Ui& ui, int count);
    /// Draws a row from `top` on, or only measures it; returns its height.
    float row(ViewContext& context, const Row& row, const Rect& place, bool marked, bool draw,
              std::optional<Choice>& chosen) const;
    struct ButtonPlace {
        Rect rect;
        bool beside = false, marked = false;  // beside the words, not below; of the row that Enter opens
    };
    float buttons(ViewContext& context, const Row& row, const ButtonPlace& place, bool draw,
                  std::optional<Choice>& chosen) const;
    float words(ViewContext& context, const Row& row, const Rect& place, bool draw) const;

    bool open_ = false, moved_ = false;
    std::string query_, marked_;
    int selected_ = 0;
    std::vector<Row> rows_;
};

}  // namespace glassformer
