// Every message and printed line of the command line, command by command; descriptions of options stand beside the
// options. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::commands {

// The end of --help
inline constexpr const char* examples = "Examples:\n";
inline constexpr const char* environment = "Environment:\n";
inline constexpr const char* examples_of_all =
    "  glassformer --model coreference-full\n"
    "  glassformer explain --help\n";
inline constexpr const char* variables_of_all =
    "  GLASSFORMER_ASSETS: the folder of the built-in models, lessons and glossary, in place of the installed one\n";

// Manual pages: what --help does not say. The files in the language of man
inline constexpr const char* manual_title = "Glassformer’s manual";
inline constexpr const char* manual_options = "OPTIONS";
inline constexpr const char* manual_command = "SUBCOMMAND";
inline constexpr const char* manual_bounds = "{} to {}";
inline constexpr const char* manual_exit =
    "0 on success; 2 for a wrong command line, or input or output that cannot be used; 1 where check finds a "
    "difference, and for anything else.\n";
inline constexpr const char* manual_files =
    ".TP\n"
    "\\fI$XDG_CONFIG_HOME/glassformer\\fR (\\fI\\(ti/.config/glassformer\\fR)\n"
    "Settings, the copy of what is not saved, and trainings that were left.\n";

// Warnings and errors of several commands
inline constexpr const char* unusable = "cannot use {}: {}";
inline constexpr const char* not_written = "the results could not be written to standard output";
inline constexpr const char* warning = "glassformer: warning: {}\n";
inline constexpr const char* cpu_instead = "glassformer: warning: {}; running on the CPU instead\n";
inline constexpr const char* out_folder = "--out must name a folder, got \"{}\"";
inline constexpr const char* integers = "{} takes comma-separated whole numbers such as 1,2,3; got {}";
inline constexpr const char* seed = "--seed takes a whole number from 0 to {}, got {}";
inline constexpr const char* no_text_of_length =
    "a text of a given length needs a model with an example in its card, one with a published tokenizer, or one "
    "without a vocabulary";
/// Read where a model has no example: each word is one token of most published models.
inline constexpr const char* sentence_of_length = "The animal did not cross the street because it was too tired";
inline constexpr const char* no_example = "the model \"{}\" has no example text: give one with --text or --tokens";
inline constexpr const char* no_target = "the model \"{}\" is not an encoder–decoder, so it takes no target text";
inline constexpr const char* no_token_types = "the model \"{}\" has no token types, so it takes no --token-types";
inline constexpr const char* token_type_count = "--token-types gives {} types, but the text has {} tokens";
inline constexpr const char* target_missing = "an encoder–decoder needs a target text: --target or --target-tokens";
inline constexpr const char* too_many_tokens = "--seq-len {}: {} reads at most {} tokens";
inline constexpr const char* thread_one = "1 thread";
inline constexpr const char* threads = "{} threads";

// models, init
inline constexpr const char* models_head = "name\ttask\tsize\twhat to try\n";
inline constexpr const char* parameter_count = "{} parameters";
inline constexpr const char* model_unreadable = "cannot be read: {}";
inline constexpr const char* random_weights = "Random weights";
inline constexpr const char* unknown_token = " (unknown)";
inline constexpr const char* added_around = "(added)";
inline constexpr const char* decoded = "decoded";
inline constexpr const char* model_exists = "--out {} already holds a model; --force replaces it";

// convert
inline constexpr const char* no_card = "--card must name a card.json, got \"{}\"";

// check; in the last sentences {0}: failed, of {1}; {2}: greatest difference, {3}: allowed; {4}: the folder
inline constexpr const char* compared_head = "tensor\tstage\tdifference\tresult\n";
inline constexpr const char* checked_head = "check\tstage\tfound\tresult\n";
inline constexpr const char* row_holds = "ok";
inline constexpr const char* row_differs = "differs";
inline constexpr const char* row_fails = "fails";
inline constexpr const char* not_finite = "not finite";
inline constexpr const char* tensor = "tensor";
inline constexpr const char* tensors = "tensors";
inline constexpr const char* equal_to_reference =
    "equal to the reference: {1} {2}, at most {3:.2g} of a tensor's largest number apart ({4:g} allowed)\n";
inline constexpr const char* unequal_to_reference =
    "differs from the reference: {0} of {1} {2}, up to {3:.2g} of a tensor's largest number apart ({4:g} allowed)\n";
inline constexpr const char* not_finite_beside_reference =
    "differs from the reference: {0} of {1} {2}; NaN or unequal infinities are among the numbers compared\n";
inline constexpr const char* sound =
    "not compared, because {5} has no expected.safetensors; {1} of {1} checks passed\n";
inline constexpr const char* not_sound =
    "not compared, because {5} has no expected.safetensors; {0} of {1} checks failed\n";
inline constexpr const char* reference_removed =
    "glassformer: removed {} from {}: it was of the weights that were replaced\n";

// text
inline constexpr const char* doubled_start =
    "the text begins with {}, which the tokenizer adds by itself, so it is there twice";

// trace
inline constexpr const char* no_record = "the model has no stage, input or parameter {}";
inline constexpr const char* no_record_near = "the model has no stage, input or parameter {}; did you mean \"{}\"?";
inline constexpr const char* class_label = "a classifier needs its class as the label: --labels 1";
inline constexpr const char* label_count_one = "--labels gives 1 label, but the model makes {} predictions";
inline constexpr const char* label_count = "--labels gives {} labels, but the model makes {} predictions";
inline constexpr const char* label_range = "label {} is outside 0 … {} (-1: not counted)";
inline constexpr const char* no_labels =
    "glassformer: warning: no position has a label, so the loss and every gradient are 0\n";
inline constexpr const char* labels_need_grad = "--labels requires --grad";
inline constexpr const char* grad_and_stage = "--stage writes one tensor and cannot be combined with --grad";

// gradient
inline constexpr const char* cell_value = "{} = {:.9g}\n";
inline constexpr const char* loss_value = "loss = {:.9g}\n";
inline constexpr const char* cell_gradient = "d loss / d cell = {:.9g}\n";
inline constexpr const char* sum_of_one = "sum of 1 term = {:.9g}\n";
inline constexpr const char* sum_of_terms = "sum of {} terms = {:.9g}\n";
inline constexpr const char* chain_term = "  {:.6g} * {:.6g} = {:.6g}  {}\n";
inline constexpr const char* more_terms = "  {} more = {:.6g}\n";
inline constexpr const char* edited_reader_one = "  1 cell that uses it is edited and blocks the gradient\n";
inline constexpr const char* edited_readers = "  {} cells that use it are edited and block the gradient\n";
inline constexpr const char* finite_differences =
    "finite difference, step {:.6g}: ({:.9g} - {:.9g}) / {:.6g} = {:.6g}, relative difference {:.2g}\n";

// follow
inline constexpr const char* path_step = "{} = {:.6g}  {} share {:.4f} product {:.4g}\n";
inline constexpr const char* path_end = "end: {}\n";
inline constexpr const char* path_end_token = "end: {}, token {} {}\n";

// lens, contributions: the heads of their tables, on standard error, and what is not found
inline constexpr const char* lens_head = "stage\ttokens and probabilities at position {}, the most probable first\n";
inline constexpr const char* contributions_head = "part\tlogit of {} at position {}\twithout the final norm\n";
inline constexpr const char* position_negative = "--position counts from 0, got {}";
inline constexpr const char* position_word = "--position: the text has no token {}; its tokens are: {}";
inline constexpr const char* token_word = "{}: {} is not in this model's vocabulary";

// generate
inline constexpr const char* stop_without_vocabulary = "--stop names a token, but the model has no vocabulary";
inline constexpr const char* stop_unknown = "--stop: \"{}\" is not in this model's vocabulary";
inline constexpr const char* steps_required = "--steps is missing: the model \"{}\" has no end-of-text token";
inline constexpr const char* text_too_long =
    "the text has {} tokens, but this model can process at most {} (max_seq_len)";
inline constexpr const char* limited_one =
    "glassformer: adds 1 token at most: the model reads no more than {} (max_seq_len)\n";
inline constexpr const char* limited =
    "glassformer: adds {} tokens at most: the model reads no more than {} (max_seq_len)\n";
inline constexpr const char* cache_on_cpu = "--cache runs on the CPU: leave out --backend gl";
inline constexpr const char* no_next_token = "the model \"{}\" does not predict the next token, so it cannot generate";
inline constexpr const char* nothing_to_continue = "the text is empty: there is no token to continue";
inline constexpr const char* score_line = "    {:<16} log p {:10.6f}   sum {:10.6f}   product {:.6g}\n";
inline constexpr const char* work_head = "{:<30} {:>14} {:>14} {:>7} {:>14} {:>14}\n";
inline constexpr const char* work_row = "{:<30} {:14.0f} {:14.0f} {:>7} {:14.0f} {:14.0f}\n";
inline constexpr const char* work_stage = "stage";
inline constexpr const char* work_flop_cached = "FLOP, cached";
inline constexpr const char* work_flop = "FLOP, no cache";
inline constexpr const char* work_saved = "saved";
inline constexpr const char* work_bytes_cached = "bytes, cached";
inline constexpr const char* work_bytes = "bytes, no cache";
inline constexpr const char* work_percent = "{:.1f}%";
inline constexpr const char* all_stages = "all stages";
inline constexpr const char* cache_size_one = "KV cache: {} bytes for 1 token\n";
inline constexpr const char* cache_size = "KV cache: {} bytes for {} tokens\n";

// train
inline constexpr const char* train_progress = "[{:#<{}}{:.<{}}] step {} of {}, loss {}, {} left";
inline constexpr const char* train_stopped = "glassformer: stopped at step {} of {}; the model so far was saved\n";
inline constexpr const char* train_result = "{} parameters, {} steps in {}, loss {}\n";

// measure
inline constexpr const char* ablation_diverged = "{}: {}: diverged (NaN) at step {}\n";
inline constexpr const char* ablation_loss = "{}: {}: loss {} after {} steps\n";
inline constexpr const char* run_diverged = " diverged (NaN) at step {}";
inline constexpr const char* seed_range = "--seeds takes numbers of 0 or greater, got {}";
inline constexpr const char* seed_twice = "--seeds names {} twice";
inline constexpr const char* out_file = "--out must name a file, got \"{}\"";
inline constexpr const char* surface_progress = "{} of {} points, {}:{:02} left";
inline constexpr const char* surface_center = "loss at the model's own weights: {:.6g} nats, {} held-out texts of {}\n";
inline constexpr const char* surface_not_finite = "glassformer: warning: {} of {} losses are not finite numbers\n";
inline constexpr const char* surface_stopped = "stopped after {} of {} points: nothing is printed";
inline constexpr const char* surface_no_task = "the model {} has no task in its card: name one with --task";
inline constexpr const char* surface_range = "--range takes a number greater than 0 and at most {}, got {}";
inline constexpr const char* surface_others = "--other takes one or two models, got {}";
inline constexpr const char* surface_other_differs = "--other {} is of another architecture than the model: {}";
inline constexpr const char* surface_config_differs = "their config.json differ in \"{}\"";
inline constexpr const char* surface_other_not_finite = "--other {}: the weights hold numbers that are not finite";

// bench
inline constexpr const char* heads_divide = "--d-model {} is not a multiple of --heads {}";
inline constexpr const char* one_stack = "bench {} needs a model of one stack, but {} is an encoder–decoder";
inline constexpr const char* no_stage = "the model has no stage \"{}\"";
inline constexpr const char* timing = "{:.4g} ms ({:.4g} … {:.4g})";
inline constexpr const char* forward_cpu = "forward {}, seq-len {}, {}, every stage recorded, {}: {}";
inline constexpr const char* forward_gl = "forward {}, seq-len {}, {}, every stage recorded: {}";
inline constexpr const char* training = "train: {:.4g} steps/s ({:.4g} … {:.4g}), {}";
inline constexpr const char* edit =
    "edit of {}, seq-len {}, {}: {:.4g} ms ({:.4g} … {:.4g}) of {:.4g} ms for the whole pass, {:.3g} of its time for "
    "{:.3g} of its FLOP\n";
inline constexpr const char* open =
    "open {}, {:.4g} MB: usable after {:.4g} ms ({:.4g} … {:.4g}), weights packed after {:.4g} ms\n";
inline constexpr const char* respond =
    "respond, {}, seq-len {}, {}, {}: {:.4g} ms, 95% within {:.4g} ms, largest {:.4g} ms; {} events, {:.0f}% of them "
    "while the model computed\n";
inline constexpr const char* training_beside =
    "training, {}, {}: {:.4g} steps per second under the view, {:.4g} alone ({:.0f}%); {:.0f} frames per second, "
    "median "
    "{:.4g} ms, 95% within {:.4g} ms; an event is answered after {:.4g} ms, largest {:.4g} ms\n";
inline constexpr const char* step_time = "  step {}: {:.4g} ms{}  {}\n";
inline constexpr const char* over_step_limit = ", over the limit";
inline constexpr const char* lesson_times =
    "lesson {}: next step shown after {:.4g} ms, largest {:.4g} ms; limit {:.4g} ms, exceeded by {} of {} steps\n";
inline constexpr const char* lesson_of_one_step = "{} has one step, so there is no next step to be timed";
inline constexpr const char* control_times =
    "{}, {}: {:.4g} ms, largest {:.4g} ms; {} frames while it computes: {:.4g} ms, largest {:.4g} ms\n";
inline constexpr const char* respond_view = "  {}: {:.4g} ms, 95% within {:.4g} ms, largest {:.4g} ms\n";
inline constexpr const char* frame =
    "frame of {} at {}x{}: {:.4g} ms ({:.4g} … {:.4g}, lower quartile {:.4g}, 95% within {:.4g})\n";

// Window, render and bench frame
inline constexpr const char* color_limits =
    "--color-limits takes -2.5..2.5 for signed numbers, 0..0.5 for weights and probabilities, both with a comma "
    "between, or auto; got {}";
inline constexpr const char* no_view = "there is no view {}; there are: {}";
inline constexpr const char* no_page = "the view {} has no page {}; there are: {}";
inline constexpr const char* no_pages = "the view {} has no pages, so --page {} names none";
inline constexpr const char* page_of_view = "--page names a page of a view: say which with --view";
inline constexpr const char* no_theme = "there is no theme {}; there are: {}";
inline constexpr const char* size = "--size takes WIDTHxHEIGHT from 320x240 to 8192x8192, got {}";
inline constexpr const char* scale = "--scale takes a number from 0.8 to 3, got {}";
inline constexpr const char* target_needs_model = "--target needs --model, the encoder–decoder that it is for";
inline constexpr const char* target_unused =
    "--target: the model {} is not an encoder–decoder, so it takes no target text";
inline constexpr const char* open_and_model = "a folder or session to open and --model cannot both be given";
inline constexpr const char* no_subcommand = "no such subcommand, folder or session: {}{}";
inline constexpr const char* no_inner_subcommand = "{} has no subcommand {}{}";
inline constexpr const char* no_option = "{} has no option {}{}";
inline constexpr const char* did_you_mean = "; did you mean \"{}\"?";
inline constexpr const char* number_wanted = "{} takes a number, got {}";
inline constexpr const char* whole_number_wanted = "{} takes a whole number, got {}";
inline constexpr const char* number_too_large = "{} takes no number as large as {}";
inline constexpr const char* number_too_small = "{} takes no number as small as {}";
inline constexpr const char* at_least = "{} must be {} or more, got {}";
inline constexpr const char* from_to = "{} must be from {} to {}, got {}";
inline constexpr const char* see_help = "{} (see glassformer --help)";
inline constexpr const char* trace_written = "{} tensors ({:.1f} MB) written to {}\n";
inline constexpr const char* not_on_path = "No path leads from this cell to the loss, so its gradient is 0.\n";
inline constexpr const char* no_models = "no built-in models were found, so name a model folder with --model";
inline constexpr const char* empty_text = "the text is empty: enter at least one token";
inline constexpr const char* no_folder = "--out: there is no folder {}";
inline constexpr const char* out_or_frames = "render needs --out FILE or --frames FOLDER";
inline constexpr const char* seconds_of_script =
    "--seconds is for a stage that computes itself: a filmed script is as long as its waits";
inline constexpr const char* timing_of_film =
    "--seconds and --fps are for a film: give --out a name that ends in .gif or .mp4, or --frames a folder";
inline constexpr const char* film_or_out = "--film writes a film of the view: without --out and --frames";
inline constexpr const char* film_options =
    "--film has the size of --size and the speed of --fps: without --seconds, --page and --scale-factor";
inline constexpr const char* task_of_train =
    "--task and --steps are of a training that is filmed: --view train --film FILE";
inline constexpr const char* film_progress = "{} of {} pictures";
inline constexpr const char* frames_or_film = "--frames writes pictures and --out a film: give one of them";
inline constexpr const char* motion_of_walk =
    "only a stage of --view walk shows how it is computed: without --page, --overview and --architecture";
inline constexpr const char* scale_factor = "--scale-factor is for images in pixels; {} is sharp at any size";
inline constexpr const char* script_of_window =
    "--script works the window, which {} does not show: export it from the script with Ctrl+E";
inline constexpr const char* boxes_instead = "glassformer: warning: {}; boxes replace them\n";
inline constexpr const char* without_opengl =
    "glassformer: warning: {}; the page of the view is drawn instead of the window\n";
inline constexpr const char* whole_model = "--whole-model is for the view {}";
inline constexpr const char* seq_len_needs = "--seq-len requires --model and cannot be combined with --text";
inline constexpr const char* seq_len_stack = "--seq-len needs a model of one stack, not an encoder–decoder";
inline constexpr const char* headless_needs_script = "--headless requires --script";

// Size of a model, in the window
inline constexpr const char* transformer = "transformer";  // a word by which such a model is searched
inline constexpr const char* size_of_table = "table of {} · d {}";
inline constexpr const char* size_of_model = "{} · {} · d {}";
inline constexpr const char* size_without_heads = "{} · d {}";
inline constexpr const char* layer_one = "1 layer";
inline constexpr const char* layers = "{} layers";
inline constexpr const char* head_one = "1 head";
inline constexpr const char* heads = "{} heads";
inline constexpr const char* heads_and_cross = "{} (cross-attention: {})";

// glossary
inline constexpr const char* term_head = "{}\nalso: {}\n\n{}\n";
inline constexpr const char* term_formula = "\n  {}\n";
inline constexpr const char* term_source = "\nSource: {}\n";
inline constexpr const char* term_see = "\nSee also: {}\n";
inline constexpr const char* no_term = "the glossary has no term \"{}\"; \"glassformer glossary\" lists all terms";
inline constexpr const char* no_term_near = "the glossary has no term \"{}\"; the nearest are {}";
inline constexpr const char* no_term_but = "the glossary has no term \"{}\"; did you mean {}?";
inline constexpr const char* glossary_holds = "{}: all holds ({} terms)\n";
inline constexpr const char* glossary_wrong = "{} things are wrong with this glossary";
inline constexpr const char* glossary_wrong_one = "one thing is wrong with this glossary";

// lesson
inline constexpr const char* lesson_holds = "{}: all holds ({} steps, {} numbers, {} conditions, {} questions)\n";
inline constexpr const char* lesson_wrong = "{} things are wrong with these lessons";
inline constexpr const char* lesson_wrong_one = "one thing is wrong with these lessons";
inline constexpr const char* over_the_fold =
    "{}:{}:1: the text of this step is {:.1f} em too long for a window of 1280x720 with text size 1.3";
inline constexpr const char* two_exports =
    "two of these lessons are named {}, so their files would have the same names: export them to different folders";
inline constexpr const char* nothing_to_export = "name the lessons to export, or add --all to export all built-in ones";
inline constexpr const char* export_lesson = "{} ({} of {})";
inline constexpr const char* panel_needs_png = "--panel requires --png";
inline constexpr const char* export_step = "\r{}: step {} of {}";
inline constexpr const char* export_step_line = "{}: step {} of {}\n";

}  // namespace glassformer::texts::commands
