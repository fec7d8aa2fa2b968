// Every sentence of the window around its views, of settings files, scripts and off-screen pictures. Braces are filled
// by fmt::format.
#pragma once

namespace glassformer::texts::window {

// Window title
inline constexpr const char* title = "Glassformer";
inline constexpr const char* title_of_session = "{} – {}";
inline constexpr const char* title_of_changed_session = "{} • – {}";
inline constexpr const char* session_name = "session";

// Films of a stage that computes itself
inline constexpr const char* no_motion = "the stage {} does not show how it is computed step by step";
inline constexpr const char* film_on_or_off = "write film on, or film off";
inline constexpr const char* nothing_filmed = "{}: nothing is drawn between film on and film off";
inline constexpr const char* film_stands_still =
    "every frame of this film would be the same: after its script the window does not show the stage {} computing "
    "itself";
inline constexpr const char* no_ffmpeg =
    "{} takes the program ffmpeg, which is not on the PATH; --frames writes the pictures without it";
inline constexpr const char* folder_in_use = "--frames {}: the folder is not empty";
inline constexpr const char* ffmpeg_failed = "ffmpeg ended with exit code {} and did not write {}{}";
inline constexpr const char* film_not_whole = "ffmpeg wrote only part of {}; the disk may be full{}";
inline constexpr const char* no_film_picture = "a picture of the film {} could not be made: {}";

// Films of a view
inline constexpr const char* film_without_name = "A film needs a name: a .gif or .mp4 file, or a folder for pictures";
inline constexpr const char* film_without_folder = "the film cannot be written: there is no folder {}";
inline constexpr const char* film_folder_in_use =
    "{} is already there and is not an empty folder: choose another name for the folder of pictures";
inline constexpr const char* film_without_ffmpeg =
    "{} needs the program ffmpeg, which is not installed; a .gif or a folder of pictures does not need ffmpeg";
inline constexpr const char* no_film_of_view =
    "--film: the view {} has no film; --view train has one once its training has made a step";
inline constexpr const char* film_of_task = "--task {}: the Train view does not train this task";
inline constexpr const char* no_film_in_view =
    "Nothing here can be exported as a film: the Train view exports its attention heads once a training has made steps";
inline constexpr const char* film_runs = "{} is being exported. Wait until that is done, or cancel it.";
inline constexpr const char* film_exported = "Exported {} pictures as {}";
inline constexpr const char* film_cancelled = "The export of the film was cancelled. No file was written.";

// Message bars
inline constexpr const char* copy = "Copy";
inline constexpr const char* dismiss = "Dismiss";
inline constexpr const char* copied_message = "Message copied";
inline constexpr const char* picture_copied = "Picture copied";
inline constexpr const char* restore_question = "Changes of the last time were not saved. Restore them?";
inline constexpr const char* restore = "Restore";
inline constexpr const char* discard = "Discard";

// What to try with the open model
inline constexpr const char* try_this = "Try this: {}";

// Progress
inline constexpr const char* computing = "Computing";
inline constexpr const char* opening = "Opening {}";
inline constexpr const char* bytes_of = "{}: {} of {}";
inline constexpr const char* cancel = "Cancel";
inline constexpr const char* cancelled = "Cancelled. Still showing the previous result.";

// Compute device, in the settings
inline constexpr const char* nothing_computed = "Nothing computed yet.";
inline constexpr const char* the_cpu = "CPU";
inline constexpr const char* device = "{}. To change it, start the program with --backend cpu, gl or auto.";
inline constexpr const char* device_reason = "{}: {}. To change it, start the program with --backend cpu, gl or auto.";

// Color limits that are held
inline constexpr const char* limits_held = "Color limits held: {}";
inline constexpr const char* limits_automatic = "Color limits are automatic again";
inline constexpr const char* no_limits_here =
    "There is no color scale here to take limits from: use “set the color limits…” in the command palette";
inline constexpr const char* limits_sign = "Colors held";
inline constexpr const char* legend_hint = "Click to set the color limits. Hold them with {}";
inline constexpr const char* legend_held = "Held: the colors end at {}. Click to change the limits";
inline constexpr const char* legend_clipped_one =
    "Held: the colors end at {}. One number is clipped: it has the color of the end. Click to change "
    "the limits";
inline constexpr const char* legend_clipped =
    "Held: the colors end at {}. {} numbers are clipped: they have the color of the end. Click to "
    "change the limits";

// Notices
inline constexpr const char* theme = "Theme: {}";
inline constexpr const char* select_to_edit = "Select a cell first (press ↑ or ↓), then press E";
inline constexpr const char* nowhere_back = "There is no previous place to go back to";
inline constexpr const char* keys_locked = "Letter keys are locked";
inline constexpr const char* keys_unlocked = "Letter keys are unlocked";
inline constexpr const char* lock_sign = "Locked";
inline constexpr const char* typed_beside =
    "No text field is open, so letters are ignored. Press Esc to use them as commands";
inline constexpr const char* no_changes = "No changes to compare: this is the original run";
inline constexpr const char* original_differs = "The original run has different stages and cannot be shown here";
inline constexpr const char* saved = "Saved as {}";
inline constexpr const char* restored = "Restored your changes to this model. Undo reverts them.";
inline constexpr const char* warning = "{}: {}";  // a model, what is odd about it
inline constexpr const char* weights_changed = "the weights of {} have changed on disk; open it again";
inline constexpr const char* warned_one = "This model has a warning: choose “Show messages” in the command palette";
inline constexpr const char* warned = "This model has {} warnings: choose “Show messages” in the command palette";
inline constexpr const char* own_text =
    "{}. The model opens with its own example text";  // why the previous one is refused
inline constexpr const char* unknown_one =
    "{} is not in this model's vocabulary, so the model opens with its own example text";
inline constexpr const char* unknown_more =
    "{} and {} are not in this model's vocabulary, so the model opens with its own example text";
inline constexpr const char* doubled_start =
    "The text begins with {}, which the tokenizer adds by itself, so it is there twice";
inline constexpr const char* words_are_listed = "{}. Double-click a token to see the whole list";

// Opening and saving
inline constexpr const char* no_such_path = "there is no file or folder {}";
inline constexpr const char* tensors_only =
    "{} contains tensors but no model. Open the model's folder (the one with config.json) instead. A session file ends "
    "in {}";
inline constexpr const char* neither_model_nor_session =
    "{} is neither a model folder nor a session file (a session file ends in {})";
inline constexpr const char* no_config = "the folder {} is not a model: it has no config.json";
inline constexpr const char* opened_one = "Opened {}. Drop one file at a time; {} were dropped.";
inline constexpr const char* outside = "{} was not written because it is outside {}";
inline constexpr const char* autosave_failed = "Autosave failed: {}";

// Settings
inline constexpr const char* settings_unreadable_reason =
    "The settings in {} cannot be read, so the defaults are used: {}";
inline constexpr const char* settings_not_saved = "glassformer: the settings were not saved: {}\n";

// Options of the command line
inline constexpr const char* no_theme = "there is no theme \"{}\"";
inline constexpr const char* no_stage = "the model has no stage {}";
inline constexpr const char* no_stage_near = "the model has no stage {}; did you mean \"{}\"?";
inline constexpr const char* no_head_one = "--head {}: the model has 1 head, counted from 0";
inline constexpr const char* no_head = "--head {}: the model has {} heads, counted from 0";

// Pictures and timed frames
inline constexpr const char* no_stage_to_draw = "the model has no stage {} to draw";
inline constexpr const char* no_drag = "no control named {} is on the screen to drag";
inline constexpr const char* too_few_frames = "a median needs at least 1 frame, got {}";
inline constexpr const char* keys_before_frames = "the keys before the frames";

// Scripts
inline constexpr const char* script_line = "{}:{}: {}: {}";
inline constexpr const char* no_number = "\"{}\" is not a number";
inline constexpr const char* not_finite = "\"{}\" is not a finite number";
inline constexpr const char* whole_number = "{} must be a whole number from {} to {}, got \"{}\"";
inline constexpr const char* pace_frames = "the number of frames per line";
inline constexpr const char* wait_frames = "the number of frames to wait";
inline constexpr const char* a_width = "a width";
inline constexpr const char* a_height = "a height";
inline constexpr const char* type_text = "type needs a text";
inline constexpr const char* drop_path = "drop needs the path of a file or a folder";
inline constexpr const char* screenshot_file = "screenshot needs a file";
inline constexpr const char* no_command = "there is no command \"{}\"";
inline constexpr const char* no_target = "nothing named \"{}\" is on the screen";
inline constexpr const char* no_key = "there is no key \"{}\"";
inline constexpr const char* did_you_mean = "; did you mean \"{}\"?";
inline constexpr const char* resize_size = "resize needs WIDTHxHEIGHT, got \"{}\"";
inline constexpr const char* expect_form = "expect needs STATE=VALUE, got \"{}\"";
inline constexpr const char* expect_no_cell = "expected {} ≈ {}, but no cell is selected";
inline constexpr const char* expect_failed = "expected {} {} \"{}\", found \"{}\"";

// Lessons
inline constexpr const char* page_not_computed = "what the scene shows was not computed after some minutes";
inline constexpr const char* lesson_cell = "Step {} of the lesson selects a cell that is not in this run: {}";
inline constexpr const char* exploring = "You are exploring step {} of “{}”. Change anything.";
inline constexpr const char* return_to_step = "Return to the step";
inline constexpr const char* no_lesson_shows = "No lesson shows this stage yet.";
inline constexpr const char* lesson_read_again = "The lesson’s file has changed and was read again.";
inline constexpr const char* no_lesson = "Open a lesson first";
inline constexpr const char* lesson_ends = "This is the end of the lesson.";
inline constexpr const char* lesson_name = "lesson.md";
inline constexpr const char* lesson_shipped =
    "This lesson belongs to the program. Use “New lesson from this picture” to begin one of your own.";
inline constexpr const char* lesson_written = "The lesson now has {} steps.";
inline constexpr const char* lesson_retaken = "The step shows this picture now.";
inline constexpr const char* lesson_not_undone = "There is nothing to undo in the lesson.";
inline constexpr const char* lesson_at_end = "The step cannot be moved further.";
inline constexpr const char* lesson_text_at = "The lesson’s text is {}";
inline constexpr const char* step_title = "Step {}";

// The lecture hall
inline constexpr const char* pen_keys = "Pen: 1 to 4 color, Ctrl+Z undo, E erase all, Esc put away";
inline constexpr const char* no_strokes = "Nothing is drawn here";
inline constexpr const char* timer_runs = "The lecture’s timer is running";
inline constexpr const char* timer_pauses = "The lecture’s timer is paused";
inline constexpr const char* timer_is_reset = "The lecture’s timer is at 0:00";
inline constexpr const char* freeze_needs_window = "Open the speaker’s window first";
inline constexpr const char* lesson_begins = "This is the first step.";

// Lessons that are taken away
struct ZoomInWords {
    const char *name, *words;
};
inline constexpr ZoomInWords zooms_in_words[] = {
    {"story", "The whole run in one picture, from the words to the answer"},
    {"architecture", "The model as a diagram of its architecture"},
    {"model", "All stages of the model"},
    {"block", "All stages of one block"},
    {"part", "All stages of one sublayer"},
    {"token", "One token’s way through the MLP"},
};
inline constexpr const char* compare_in_words = "Two runs side by side";
inline constexpr const char* page_in_words = "{}: {}";
inline constexpr const char* figure_of_text = ", of the text “{}”";
inline constexpr const char* figure_of_target = " and the target text “{}”";
inline constexpr const char* map_of_gradient = "Gradient of: {}";
inline constexpr const char* map_of_head = " · Head {}";
inline constexpr const char* map_row = "row {}";
inline constexpr const char* map_column = "column {}";
inline constexpr const char* no_film_of_lesson =
    "{} takes the program ffmpeg, which is not on the PATH; --png writes a picture of each step without it";
inline constexpr const char* no_export_folder = "the folder {} cannot be made: {}";
inline constexpr const char* folder_not_written = "nothing can be written to the folder {}: {}";
inline constexpr const char* not_placed = "{} cannot be written: {}";
inline constexpr const char* lesson_named_index =
    "{} cannot be a page of the site, because index.html lists the lessons there: give the file another name";
inline constexpr const char* not_shown = "the step cannot be shown: {}";

// Lessons that are exported from the window
inline constexpr const char* exporting = "Exporting “{}”";
inline constexpr const char* exporting_step = "Exporting “{}”: step {} of {}";
inline constexpr const char* export_runs = "“{}” is being exported. Wait until that is done, or cancel it.";
inline constexpr const char* export_cancelled = "The export was cancelled. No file was written.";
inline constexpr const char* exported_lesson = "Exported to {}: {}";
inline constexpr const char* exported_picture = "1 picture";
inline constexpr const char* exported_pictures = "{} pictures";
inline constexpr const char* all_lessons = "all lessons";
inline constexpr const char* exported_site = "index.html with {} lessons";
inline constexpr const char* exported_site_one = "index.html with 1 lesson";
inline constexpr const char* exported_handouts = "{} handouts";
inline constexpr const char* exported_films = "{} films";
inline constexpr const char* export_failed = "The lesson was not exported: {}";
inline constexpr const char* all_failed = "The lessons were not exported: {}";
inline constexpr const char* export_ended = "the export ended with exit code {}";

// Examples of the glossary
inline constexpr const char* example_model = "{} · {}";  // a view's title, a model's
inline constexpr const char* example_view = "{} view";

}  // namespace glassformer::texts::window
