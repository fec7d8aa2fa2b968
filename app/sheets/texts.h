// Every sentence of the sheets over the window, sheet by sheet. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::sheets {

// Head of every sheet
inline constexpr const char* close = "Close ({})";

// Color limits
inline constexpr const char* color_limits = "Color limits";
inline constexpr const char* limit_of_numbers = "Signed numbers";
inline constexpr const char* limit_of_probabilities = "Weights and probabilities";
inline constexpr const char* plus_minus = "±";
inline constexpr const char* from_zero = "0 to";
inline constexpr const char* automatic = "automatic";
inline constexpr const char* no_limit = "The limit is a number greater than 0, such as 2.5.";
inline constexpr const char* no_share = "The limit is a number greater than 0, such as 0.5.";
inline constexpr const char* hold_present = "Hold present limits";
inline constexpr const char* back_to_automatic = "Reset to automatic";
inline constexpr const char* limits_note =
    "While a limit is held, a color stands for the same number in every view, at every stage, for every text and "
    "model. Numbers beyond the limit have the color of its end, and the color key counts them. Gradients, differences "
    "and scales with many hues keep following their own matrix.";

// Open and save
inline constexpr const char* open_title = "Open";
inline constexpr const char* save_title = "Save session";
inline constexpr const char* open_placeholder = "Search models, or type a path";
inline constexpr const char* save_placeholder = "File path";
inline constexpr const char* save = "Save";
inline constexpr const char* show_models = "Models";
inline constexpr const char* browse = "Browse…";
inline constexpr const char* name_missing = "Add a file name";
inline constexpr const char* file_exists =
    "This file already exists. Press Enter again to replace it, or type another name.";
inline constexpr const char* recent = "Recent";
inline constexpr const char* cached = "From Hugging Face, on this machine";
inline constexpr const char* some_of = "{} ({} of {}: type to find the others)";
inline constexpr const char* built_in_models = "Built-in models";
inline constexpr const char* no_model_found = "No matching model. To open a file, type a path starting with / or ~.";

// A model's card
inline constexpr const char* current_model = "current";
inline constexpr const char* trained_on = "Trained on the task “{}”";
inline constexpr const char* origin = "Origin: {}.";
inline constexpr const char* licence = " License: {}.";
inline constexpr const char* parameters = "{} · {} parameters";
inline constexpr const char* thousands = "{}k";
inline constexpr const char* millions = "{}M";

// List of files
inline constexpr const char* parent_folder = "parent folder";
inline constexpr const char* model_folder = "model";
inline constexpr const char* session_file = "session";
inline constexpr const char* model_needs = "model · {}";
inline constexpr const char* needs = "needs about {}";
inline constexpr const char* needs_of_free = "needs about {}, {} free";
inline constexpr const char* needs_too_much = "needs about {}, only {} free";
inline constexpr const char* open_this_folder = "Open this folder";
inline constexpr const char* nothing_here = "No models or sessions in this folder.";
inline constexpr const char* nothing_starts_with = "Nothing here starts with “{}”.";

// Command palette
inline constexpr const char* palette_placeholder = "Type a command, a stage or a term";
inline constexpr const char* no_command = "No matching commands, stages or terms";
inline constexpr const char* in_view = "in {}";
inline constexpr const char* commands = "Commands";
inline constexpr const char* glossary = "Glossary";
inline constexpr const char* explained = "explanation";

// Help
inline constexpr const char* help = "Help and glossary";
inline constexpr const char* help_placeholder = "Search the glossary: query, softmax, residual stream";
inline constexpr const char* no_term = "The glossary has no such term. Try another word for it.";
inline constexpr const char* this_model = "The loaded model: {}";
inline constexpr const char* the_loaded_model = "The loaded model";
inline constexpr const char* untitled_model = "untitled";
inline constexpr const char* way_to_keys = "Keyboard shortcuts";
inline constexpr const char* way_to_commands = "All commands";
inline constexpr const char* way_to_stages = "Find a stage, token or matrix";
inline constexpr const char* view_of_term = "{} view";
inline constexpr const char* not_in_model = "The loaded model has no such stage.";
inline constexpr const char* other_words = "also: {}";
inline constexpr const char* term_source = "Source: {}";
inline constexpr const char* in_this_run = "In the loaded model";
inline constexpr const char* go_to_term = "Go to {}";               // "Block 1 · Softmax"
inline constexpr const char* show_example = "Show an example: {}";  // "Walk · Coreference: full transformer"
inline constexpr const char* see_also = "See also";
inline constexpr const char* term_before = "Back to {}";
inline constexpr const char* glossary_keys =
    "↑ ↓ select   Enter go there   Shift+Enter example   Tab buttons and links   "
    "Alt+← previous term";
inline constexpr const char* stage_in_block = "{}, {}";  // "Softmax, Block 2"
inline constexpr const char* quoted_token = "“{}”";
inline constexpr const char* row_number = "row {}";
inline constexpr const char* head_number = "{}head {}";  // after "Block 2" and a comma
inline constexpr const char* this_text = "this text";

// Search
inline constexpr const char* search_placeholder = "Find a stage, token, matrix or lesson: softmax, b1 scores, it, W^Q";
inline constexpr const char* no_match = "No matches in this model or in the lessons";
inline constexpr const char* nothing_to_search = "Nothing to search yet. Wait until the first text is computed";
inline constexpr const char* found_tokens = "Tokens of this stage";
inline constexpr const char* found_stages = "Stages";
inline constexpr const char* found_weights = "Learned weights";
inline constexpr const char* found_inputs = "Inputs";
inline constexpr const char* before_part = "before {}";  // "MLP"
inline constexpr const char* after_part = "after {}";
inline constexpr const char* row_of = "row {} of {}";
inline constexpr const char* column_of = "column {} of {}";

// Keyboard shortcuts
inline constexpr const char* shortcuts = "Keyboard shortcuts";

// Changes: architecture
inline constexpr const char* changes_title = "Changes";
inline constexpr const char* changes_lead =
    "Change the architecture around the trained weights. The weights themselves are not retrained.";
inline constexpr const char* needs_weights =
    "Dashed values do not fit this model. Hover over one, or press Enter on it, to read why.";
inline constexpr const char* trained_value = "Trained value";
inline constexpr const char* value_of = "{}: {}";  // title of a switch, its value
inline constexpr const char* no_switches = "This architecture cannot be changed without retraining.";
inline constexpr const char* trained_for = "“{}” was trained with this value.";  // title of a model
inline constexpr const char* trained_for_all = "“{}” was trained with these changes.";
inline constexpr const char* not_trained_for =
    "These weights were trained with “{}”. No built-in model of this task was trained with “{}” instead.";
inline constexpr const char* variants_title = "Trained with another architecture";
inline constexpr const char* difference = "{}: {}";  // "Norm placement: post-norm"
inline constexpr const char* open_variant = "Open";
inline constexpr const char* open_variant_hint = "Open “{}” with the current text";
inline constexpr const char* compare_variant = "Compare";
inline constexpr const char* compare_variant_hint = "Show the current run beside a run of “{}”";
inline constexpr const char* variant_opened = "Opened “{}”";

// Changes: list
inline constexpr const char* no_changes = "No changes";
inline constexpr const char* change_one = "1 change";
inline constexpr const char* change_count = "{} changes";
inline constexpr const char* revert_all = "Revert all";
inline constexpr const char* revert_this = "Revert this change";
inline constexpr const char* head_off = "Head {} is off";
inline constexpr const char* head_of_block_off = "Head {} is off: {}, {}";
inline constexpr const char* head_of_place_off = "Head {} is off: {}";
inline constexpr const char* cell_set = "{}[{}] = {}";         // symbol, rows and columns, value
inline constexpr const char* cell_set_in = "{}: {}[{}] = {}";  // the block and head first
inline constexpr const char* every_cell = "all";
inline constexpr const char* token = "“{}” ({})";
inline constexpr const char* can_attend = "{} can attend to {}";
inline constexpr const char* cannot_attend = "{} cannot attend to {}";
inline constexpr const char* other_changes_here =  // of a model without attention heads
    "More ways to change the run: press E to edit a cell. Drag, double-click or delete tokens. Hold Z to see the "
    "original run. Ctrl+Z undoes.";
inline constexpr const char* other_changes =
    "More ways to change the run: press E to edit a cell, X to turn a head off, and Shift-drag (or Y) on masked scores "
    "or attention weights to edit the mask. Drag, double-click or delete tokens. Hold Z to see the original run. "
    "Ctrl+Z undoes.";

// Settings
inline constexpr const char* settings = "Settings";
inline constexpr const char* theme = "Theme";
inline constexpr const char* text_size = "Text size";
inline constexpr const char* text_size_note =
    "At 1×, text is as large as the desktop’s scale asks for, and grows in windows above 1600×900.";
inline constexpr const char* heatmap_colors = "Heatmap colors";
inline constexpr const char* palette_note = "{}.";
inline constexpr const char* explanation = "Explanation";
inline constexpr const char* show_explanation = "Show explanation panel";
inline constexpr const char* animations = "Animations";
inline constexpr const char* animate = "Animate transitions";
inline constexpr const char* compute_device = "Compute device";
inline constexpr const char* reset = "Reset all settings";
inline constexpr const char* reset_done = "Settings reset to defaults";

// Messages
inline constexpr const char* messages = "Messages";
inline constexpr const char* no_messages = "No messages yet";
inline constexpr const char* copy = "Copy";
inline constexpr const char* copy_all = "Copy all";
inline constexpr const char* repeated = "{}  ({} times)";
inline constexpr const char* copied_message = "Copied the message";
inline constexpr const char* copied_messages = "Copied all messages";

// CPU and OpenGL
inline constexpr const char* comparison = "CPU and OpenGL";
inline constexpr const char* comparison_failed = "OpenGL cannot compute here: {}";
inline constexpr const char* waiting = "Waiting for the current forward pass";
inline constexpr const char* recording = "Recording both passes";
inline constexpr const char* measuring = "{}: stage {} of {}";
inline constexpr const char* comparison_same =
    "Forward pass: {} on one thread of the CPU, {} with {}. The results are identical.";
inline constexpr const char* comparison_differs =
    "Forward pass: {} on one thread of the CPU, {} with {}. Largest difference: {} in {}.";
inline constexpr const char* comparison_lesson =
    "Both run the same formulas on the same numbers, yet the last digits differ. A float32 has 24 bits of precision, "
    "about 7 digits, so every addition rounds. The two add in a different order, and (a + b) + c rounds differently "
    "from a + (b + c). Differences carry over from each stage to the next.";
inline constexpr const char* column_stage = "Stage";
inline constexpr const char* column_largest = "max |Δ|";
inline constexpr const char* column_mean = "mean |Δ|";
inline constexpr const char* column_cpu = "CPU";
inline constexpr const char* column_gl = "OpenGL";

// Export
inline constexpr const char* pixels = "{} × {} pixels";
inline constexpr const char* must_end = "The file name must end in {}.";
inline constexpr const char* as_format = ", as {}";
inline constexpr const char* view_raster = "The view, {}";
inline constexpr const char* window_raster = "The window, {}";
inline constexpr const char* page_raster = "The page that SVG and PDF show, {}";
inline constexpr const char* view_vector = "The page as {}";
inline constexpr const char* nothing_to_export = "Nothing to export yet";
inline constexpr const char* exported_tensor = "The tensor {} {}";
inline constexpr const char* export_file = "File";
inline constexpr const char* export_placeholder = "file name (.png, .svg, .npy…)";
inline constexpr const char* part_page = "Page";
inline constexpr const char* part_view = "As on screen";
inline constexpr const char* theme_of_window = "This theme";
inline constexpr const char* already_exists = "{} already exists.";
inline constexpr const char* replace_file = "Replace";
inline constexpr const char* export_title = "Export";
inline constexpr const char* cancel_export = "Cancel";
inline constexpr const char* no_such_folder = "There is no folder {}.";
inline constexpr const char* part_window = "Window";

// Films of a view
inline constexpr const char* film_title = "Export the film";
inline constexpr const char* film_file = "File, or a folder for pictures";
inline constexpr const char* film_placeholder = "file name (.gif, .mp4) or a new folder";
inline constexpr const char* film_no_file = "Type the file to write to.";
inline constexpr const char* film_gif = "Animated GIF";
inline constexpr const char* film_mp4 = "MP4 film";
inline constexpr const char* film_pictures = "PNG pictures";
inline constexpr const char* film_size = "Size in pixels";
inline constexpr const char* film_speed = "Pictures per second";
inline constexpr const char* film_facts = "{} pictures, {:.1f} seconds";
inline constexpr const char* film_writes = "Picture {} of {} is being drawn for {}.";
inline constexpr const char* film_ends = "All pictures are drawn. {} is being written.";

// Export of a lesson
inline constexpr const char* export_lesson_title = "Export the lesson";
inline constexpr const char* export_folder = "Folder";
inline constexpr const char* export_folder_placeholder = "folder; it is made if it is missing";
inline constexpr const char* export_html = "Web page (HTML)";
inline constexpr const char* export_html_detail = "One file for any browser, with the number of each cell";
inline constexpr const char* export_pdf = "Handout (PDF)";
inline constexpr const char* export_pdf_detail = "All steps on A4, to print";
inline constexpr const char* export_png = "Pictures (PNG)";
inline constexpr const char* export_png_detail = "A picture of each step, for slides";
inline constexpr const char* export_film = "Film (MP4)";
inline constexpr const char* export_film_detail = "The window, step by step";
inline constexpr const char* export_needs_ffmpeg = "Needs the program ffmpeg, which is not installed";
inline constexpr const char* export_notes = "Speaker’s notes";
inline constexpr const char* export_notes_detail = "Also in the web page and the handout";
inline constexpr const char* export_all = "All lessons";
inline constexpr const char* export_all_detail = "Also the built-in ones; web pages become a site";
inline constexpr const char* export_theme = "Theme of the pictures";
inline constexpr const char* export_folder_missing = "Type the folder to write to.";
inline constexpr const char* export_nothing = "Select at least one of web page, handout, pictures and film.";
inline constexpr const char* export_replaces_one =
    "{} already exists. Press Replace to replace it, or type another folder.";
inline constexpr const char* export_replaces =
    "{} and {} more files already exist. Press Replace to replace them, or type another folder.";

// The list of lessons
inline constexpr const char* lessons_title = "Lessons";
inline constexpr const char* subject_lessons = "Lessons on one subject";
inline constexpr const char* whole_lectures = "Whole lectures";
inline constexpr const char* own_lessons = "Your files";
inline constexpr const char* lesson_minutes = "{} min";
inline constexpr const char* one_step = "1 step";
inline constexpr const char* steps_count = "{} steps";
inline constexpr const char* one_question = "1 question";
inline constexpr const char* questions_count = "{} questions";
inline constexpr const char* lesson_before = "Before this lesson: ";
inline constexpr const char* before_finished = "“{}” (finished)";
inline constexpr const char* before_open = "“{}” (not finished yet)";
inline constexpr const char* lesson_finished = "Finished";
inline constexpr const char* lesson_reached = "Reached step {} of {}";
inline constexpr const char* answered_right = "{} of {} questions answered right";
inline constexpr const char* lesson_fault = "A formula of this lesson cannot be read. {}";
inline constexpr const char* lesson_broken = "This lesson cannot be shown. {}";
inline constexpr const char* lesson_start = "Start";
inline constexpr const char* lesson_continue = "Continue at step {}";
inline constexpr const char* lesson_start_again = "Start again";
inline constexpr const char* find_lesson = "Find a lesson";
inline constexpr const char* no_lessons = "There is no lesson with these words. {} searches the text of every step.";
inline constexpr const char* no_lesson_files =
    "No lessons are installed. Drop a lesson (a .md file) on the window, or open one with {}.";
inline constexpr const char* lesson_keys =
    "{} opens the selected lesson, {} starts it again. {} searches the text of every step.";

// Steps of lessons
inline constexpr const char* found_steps = "Steps of lessons";
inline constexpr const char* found_some_steps = "Steps of lessons (the best {} of {})";
inline constexpr const char* step_of_lesson = "Step {} · {}";
inline constexpr const char* lesson_step = "Step {}";
inline constexpr const char* numbered_step = "{}. {}";
inline constexpr const char* in_the_picture = "in the picture";
inline constexpr const char* in_the_text = "linked in the text";
inline constexpr const char* find_step = "Find a step of a lesson";
inline constexpr const char* no_steps_found = "No step that shows this stage has these words.";

// The welcome
inline constexpr const char* welcome = "Welcome to Glassformer";
inline constexpr const char* welcome_text =
    "A transformer as a glass box: every number on the screen is computed, and can be asked where it came from.";
inline constexpr const char* welcome_tour = "Take the ten-minute tour";
inline constexpr const char* welcome_tour_text =
    "One sentence, one question, and the way to the answer. For whoever has never seen a transformer at work.";
inline constexpr const char* welcome_lessons = "Choose a lesson";
inline constexpr const char* welcome_lessons_text =
    "Lessons explain one subject step by step beside the live picture, and ask questions on the way.";
inline constexpr const char* welcome_explore = "Explore on my own";
inline constexpr const char* welcome_explore_text =
    "Type a sentence, click a number, change it. F1 opens the glossary, F4 the lessons, ? the keys.";

}  // namespace glassformer::texts::sheets
