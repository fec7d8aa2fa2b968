// Lessons in the window: which there are, how far somebody came in each, and the one that is open, with its steps
// beside their pictures.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/course/lesson_author.h"
#include "app/course/lesson_numbers.h"
#include "app/course/steps_ahead.h"
#include "app/lecture/lecture.h"
#include "app/lessons/lesson_image.h"
#include "app/lessons/lesson_library.h"
#include "app/lessons/lesson_progress.h"
#include "app/lessons/picture_cover.h"
#include "app/lessons/player.h"
#include "app/lessons/second_picture.h"
#include "app/sheets/changes_sheet.h"
#include "app/sheets/leave_lesson_sheet.h"
#include "app/sheets/lesson_sheet.h"
#include "app/sheets/stage_lessons.h"
#include "app/workspace/document.h"
#include "core/base/file_watch.h"

namespace glassformer {

class Course {
public:
    /// What of the window a lesson moves.
    struct Parts {
        Platform& platform;
        Gui& gui;
        Workspace& workspace;
        Arrival& arrival;
        WindowMessages& messages;
        Document& document;
        Lecture& lecture;
        ChangesSheet& changes;
    };
    Course(const Parts& parts, std::vector<std::filesystem::path> files);

    // Which lessons there are (course.cpp).

    /// The program's lessons.
    const std::vector<std::filesystem::path>& files() const { return files_; }
    LessonLibrary& library() { return library_; }
    const std::vector<LessonProgress>& progress() const { return progress_; }
    /// Of the settings. Settings of before have the program's lessons by their paths.
    void take_progress(std::vector<LessonProgress> remembered);
    /// Takes down where the open lesson goes on when it is opened again.
    void remember_step();
    /// Puts the user's files that were opened before into the library.
    void find_own_lessons();
    void open_list();
    void open_tour();
    /// The list of the steps that show the stage at the cursor.
    void open_stage_list(ViewContext& context);
    void draw_lists(ViewContext& context);
    const LessonSheet& list() const { return list_; }
    const StageLessonsSheet& stage_list() const { return stage_list_; }
    /// A list, or the question whether another lesson is to be opened, stands over the window.
    bool covers() const { return list_.is_open() || stage_list_.is_open() || leaving_.is_open(); }
    /// A step that was looked for. In the open lesson it is gone to, with its clock, hands and strokes; another lesson
    /// opens once a question is answered.
    void go_to_step(const std::filesystem::path& file, int step);
    /// The open lesson among those of the library; null: none is open.
    const LibraryLesson* open_in_library();
    /// How many steps of lessons show a stage, or lead to it. While they are being read nothing is said, and the window
    /// wakes once they are; a picture that nobody watches waits for them.
    std::size_t steps_of(const std::string& record);

    // The open lesson (open_lesson.cpp, lesson_drawing.cpp).

    /// Begins a lesson at a step, from 0; −1: where it was left. Throws Error where it cannot be read, or a scene
    /// cannot be shown.
    void open(const std::filesystem::path& file, int step = -1);
    /// The same; a problem is a message.
    void try_open(const std::filesystem::path& file, int step = -1);
    bool is_open() const { return player_.is_open(); }
    LessonPlayer& player() { return player_; }
    const LessonPlayer& player() const { return player_; }
    LessonAuthor& author() { return author_; }
    const LessonAuthor& author() const { return author_; }
    LessonNumbers& numbers() { return numbers_; }
    const LessonNumbers& numbers() const { return numbers_; }
    /// The step that strokes belong to.
    int page() const { return is_open() ? player_.step() : Strokes::without_lesson; }
    /// The lesson goes away, and what was shown before it comes back: model, texts, changes and view. Trainings go on.
    void leave();
    /// The lesson goes away, its lecture’s time runs on; its picture stays, free to be changed, with the explanation
    /// and the controls.
    void explore();
    /// Back to the lesson that was left for its picture, with the answers that were given; a file that was changed
    /// meanwhile is read again.
    void return_to_step();
    /// The picture as a step after the one that is open, or that was left for it. False where there is no lesson.
    bool add_step(ViewContext& context);
    bool is_away() const { return away_.has_value(); }
    void draw_away_bar(ViewContext& context, Rect& rest);
    /// Keys of the list of steps, while it stands in place of the text; true: one was pressed, and the picture has
    /// none.
    bool take_list_keys(const Input& input);
    bool close_step_list();
    /// What is typed of a number goes to the field of the question that asks for one; true: it did, and is no key.
    bool take_number(const Input& input);
    /// The next key: the answer of an open question, the next part, the next step. An answer and, at the end, the next
    /// lesson are asked for twice; a class answers aloud, so in presenter mode an answer is not.
    void next(ViewContext& context);
    /// The lesson on one subject that comes after the open one in the list; null where none does, or while the list is
    /// being read.
    const LibraryLesson* next_lesson();
    void back();
    /// The whole window is the lesson's: no bars, larger text.
    bool presents() const { return presenter_; }
    /// Preferences::panel before the lesson, or before something was presented; empty: neither.
    std::optional<bool> panel_before() const { return panel_before_; }
    /// Preferences::simple before the lesson, which may have asked for it; empty: none is open.
    std::optional<bool> simple_before() const { return before_ ? before_->simple : std::nullopt; }
    void present(bool on);
    /// A question is seen whose options the class votes on.
    bool class_votes() const;

    /// Before a frame is drawn: the step's scene, the file if it was written anew, and whether the user went elsewhere.
    void follow(ViewContext& context);
    /// Text, picture and numbers of a step are seen in one frame: from the key until they are all there, at most
    /// `longest_unseen`, frames are drawn that nobody is to see. Once a frame, after it was drawn.
    bool is_unseen(Ui& ui);
    /// The step that was gone to has no picture yet; what the views show is another one's.
    bool picture_to_come() const;
    /// The step's picture stands without what is above and below it.
    bool hides_controls() const { return is_open() && !player_.left && !player_.scene().controls; }
    /// The step's picture is shown, and its question waits for an answer.
    bool waits_for_answer() const;
    /// What of the picture is covered in this frame: by the step while its question is open, by hand for the next one.
    const PictureCover& cover() const { return cover_; }
    /// … and what it asks is what the model predicts.
    bool asks_prediction() const;
    void draw(ViewContext& context, const Rect& place);
    /// Shows a scene's whole state: what was looked at before leaves nothing behind.
    void show_scene(const LessonScene& scene);
    /// The last frame showed the step with its run, and everything of its picture and its numbers was computed.
    bool stands() const;
    /// Its page too: until then the view has the page and the values of the step before. What cannot be shown is not
    /// waited for.
    bool page_shown() const;
    /// How much of the step's text had no room in the last frame, in em.
    float hidden_text() const { return hidden_; }
    /// The cells that are spoken of: the selected one, and those that the step's words link to.
    std::vector<LitCells> spoken_cells(const Evaluation& run) const;
    /// What the scene that is shown draws over its picture, in a run.
    std::vector<CellMark> marks(const Evaluation& run) const;
    /// The step has no picture: its text has the whole window.
    bool words_alone() const { return is_open() && !player_.left && player_.scene().words_alone; }
    /// Draws the image that the step shows in place of a picture; false: it shows none.
    bool draw_image(Painter& painter, const Rect& area);
    /// Its file; "": it shows none.
    std::string shown_image() const;
    /// Draws the second picture of the scene, if it has one, in half of the area, which it takes.
    void draw_beside(Painter& painter, Rect& area);
    /// What that shows; "": there is none.
    std::string title_beside() const;
    /// The right answer of the step's question, as the window writes it; its scene comes with the next frame.
    QuestionVerdict show_answer(const Session::Snapshot& shown);
    void describe(State& state) const;

private:
    std::string key_of_lesson(const std::filesystem::path& file) const;
    void note_step();
    void begin(const std::filesystem::path& file);
    void close_lesson();
    void open_next_lesson();
    void begin_lecture();
    void end_lecture();
    void end_exploring();
    void come_back();
    void show_panel_without_lesson();
    QuestionVerdict mark(const QuestionState& answer, const Session::Snapshot& shown) const;
    bool answer_to_come() const { return numbers_.answer_to_come(page_shown()); }
    QuestionCalls question_calls(ViewContext& context, const RichWords& words);
    void act(ViewContext& context, const LessonAction& action);
    void follow_link(ViewContext& context, const std::string& link);
    void read_again();
    void take_image(const std::string& file);
    void follow_step(ViewContext& context);
    int player_step() const { return is_open() ? player_.step() : 0; }
    void follow_cover(const Session::Snapshot& shown);

    /// Frames of a step with its run in which views choose a stage, or lay themselves out anew.
    static constexpr int frames_to_settle = 2;

    Parts parts_;
    std::vector<std::filesystem::path> files_;
    LessonLibrary library_;
    std::vector<LessonProgress> progress_;  // of the lesson that was shown last first
    LessonSheet list_;
    StageLessonsSheet stage_list_;
    LeaveLessonSheet leaving_;
    LessonPlayer player_;
    std::optional<LessonPlayer> away_;  // left for its picture, to come back to
    FileWatch file_;
    std::string key_;                   // what the open lesson's progress is remembered by
    std::string record_;                // the cursor's, once the step is shown
    const void* picture_ = nullptr;     // the view's, then
    std::optional<SessionFile> before_;        // what was shown before the lesson
    std::optional<SessionFile> before_away_;   // … which was left for its picture
    std::optional<std::string> number_typed_;  // beside the field, in this frame
    int asked_at_ = -1;                        // the step at which the next key says what it will do, and then does it
    int frames_ = 0;                           // since the step is shown
    std::string about_;                        // what is said of the word or number of the text under the mouse
    std::optional<double> comes_since_;        // a step that does not stand yet was gone to then
    int pressed_at_ = -1;                      // the step whose question was not seen yet when the next key came
    float hidden_ = 0;                  // em of the step's text that has to be scrolled to
    std::string beside_;                // of the scene that was shown last
    SecondPicture second_;
    std::string image_file_;            // of the scene that was shown last
    Image image_;                       // empty: the file cannot be read
    std::vector<SceneMark> marks_;      // of the scene that was shown last
    std::optional<bool> panel_before_;  // panel_before()
    bool presenter_ = false;
    PictureCover cover_;
    std::uint64_t covers_of_ = 0;  // the generation of the run
    int covers_at_ = -1;           // the step
    std::optional<std::vector<std::string>> covers_by_hand_;
    LessonNumbers numbers_;
    StepsAhead ahead_;
    LessonAuthor author_;
};

}  // namespace glassformer
