#include "core/io/model_folder.h"

#include <algorithm>
#include <array>
#include <climits>
#include <deque>
#include <optional>
#include <set>
#include <span>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/io/half.h"
#include "core/io/import_config.h"
#include "core/io/import_weights.h"
#include "core/io/importer.h"
#include "core/io/other_files.h"
#include "core/io/version.h"
#include "core/io/weight_files.h"
#include "core/text/pretrained/tokenizer_folder.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_config = std::size_t{4} << 20U;  // names of ten thousand classes fit
constexpr std::size_t max_vocabulary = std::size_t{64} << 20U;

constexpr std::string_view own_type = "glassformer";
constexpr std::int64_t own_format = 1;
constexpr std::string_view version_key = "glassformer_version";

/// config.json as it is written: with the version of the program, as other libraries write theirs.
std::string written_config(const ModelConfig& config) {
    Json root = parse_json(config_json(config), "config.json", KeyOrder::as_written);
    root[version_key] = program_version();
    return root.dump(2) + "\n";
}

Weights own_weights(const ModelConfig& config, const SafetensorsFile& file) {
    Weights weights;
    std::set<std::string_view> used;
    for (const ParameterShape& parameter : parameter_shapes(config)) {
        const StoredTensor& tensor = file.floats(parameter.name, parameter.shape);
        weights.parameters.push_back({parameter.name, parameter.shape, tensor.data, tensor.owner});
        used.insert(tensor.name);
    }
    for (const StoredTensor& tensor : file.tensors())
        if (!used.contains(tensor.name))
            throw Error(file.path() + ": the model has no parameter " + in_quotes(tensor.name) + " of shape " +
                        shape_text(tensor.sizes) + "; config.json may belong to another model");
    return weights;
}

/// config.json of a folder, and by its model_type who reads it: an importer, or null for our own layout.
struct ConfigFile {
    std::string path, text, model_type;
    const Importer* importer;
};

ConfigFile open_config(const fs::path& folder) {
    std::error_code unread;
    if (fs::exists(folder, unread) && !fs::is_directory(folder, unread))
        throw Error(path_text(folder) + " is a file; a model is a folder with config.json and model.safetensors");
    if (!fs::is_directory(folder, unread)) throw Error("there is no model folder " + path_text(folder));
    const fs::path path = folder / "config.json";
    if (!fs::exists(path, unread)) {
        if (const std::string base = base_of_adapter(folder); !base.empty())
            throw Error("the folder " + path_text(folder) + " holds a LoRA adapter of " + base +
                        ", not a model; merge it into that model (peft: merge_and_unload) and open the result");
        throw Error("the folder " + path_text(folder) + " has no config.json" + transformer_below(folder));
    }
    ConfigFile file{path_text(path), read_file(path, max_config), "", nullptr};
    const Json root = parse_json(file.text, file.path);
    JsonObject object(root, file.path);
    if (!object.has("model_type") && !object.has("architecture"))
        throw object.error("model_type", "is missing, which says what the model is");
    std::vector<std::string_view> types{own_type};
    for (const Importer& importer : all_importers())
        for (const ImportedType& type : importer.types) types.push_back(type.name);
    std::ranges::sort(types.begin() + 1, types.end());
    file.model_type = types.at(static_cast<std::size_t>(object.choice("model_type", types, 0)));
    file.importer = find_importer(file.model_type);
    if (file.importer != nullptr) require_inside(folder, path);
    return file;
}

/// Fills in what config.json and the weights of another library say.
void import_model(Model& model, const ConfigFile& file, const fs::path& folder, Loading* loading) {
    const WeightFiles files = WeightFiles::open(folder);
    ConfigImport import = import_config(*file.importer, file.text, file.path, &files);
    model.weights = import_weights(*file.importer, import, files, import.warnings, loading);
    model.files = files.files();
    model.config = std::move(import.config);
    model.card.classes = std::move(import.classes);
    model.warnings = std::move(import.warnings);
    warn_of_modules(model, folder);
}

/// A tokenizer of a published model's files, where config.json does not say how vocab.json is meant; else vocab.json,
/// where there is one. `rows` of the embedding.
std::shared_ptr<const Tokenizer> load_tokenizer(const fs::path& folder, const ConfigFile& file,
                                                const TokenizerConfig& config, int rows, TextSide side,
                                                std::vector<std::string>& warnings) {
    if (file.importer != nullptr || config == TokenizerConfig{}) {
        FolderTokenizer found = tokenizer_of_folder(folder, file.model_type, rows, side);
        if (found.tokenizer) {
            for (std::string& warning : found.tokenizer->warnings()) warnings.push_back(std::move(warning));
            return std::move(found.tokenizer);
        }
        if (!found.warning.empty()) {
            warnings.push_back(std::move(found.warning));
            return nullptr;
        }
    }
    const fs::path path = folder / name_of_side("vocab.json", side);
    if (!fs::exists(path)) return nullptr;
    return make_tokenizer(read_file(path, max_vocabulary), path_text(path), config, rows);
}

// Spellings in the order of the ids; rows that only pad the embedding have none.
std::string vocabulary_json(const Tokenizer& tokenizer) {
    Json root = Json::object();
    for (int id = 0; id < tokenizer.size(); ++id) {
        std::string spelling = tokenizer.token(id);
        if (tokenizer.find(spelling) == id) root.add(std::move(spelling), id);
    }
    return root.dump(0) + "\n";
}

/// By AnswerPlace; the first is not written.
constexpr std::array<std::string_view, 3> answer_places{"usual", "next", "here"};

/// By MetricKind.
constexpr std::array<std::string_view, 4> metric_kinds{"share", "number", "count", "position"};

std::string card_json(const Card& card) {
    Json root;
    root["title"] = card.title;
    root["try"] = card.try_this;
    if (!card.question.empty()) root["question"] = card.question;
    if (!card.answer_note.empty()) root["answer_note"] = card.answer_note;
    root["task"] = card.task;
    root["examples"] = card.examples;
    if (!card.targets.empty()) root["targets"] = card.targets;
    if (!card.labels.empty()) root["labels"] = card.labels;
    if (!card.classes.empty()) root["classes"] = card.classes;
    if (card.answers != AnswerPlace::usual) root["answers"] = answer_places.at(static_cast<std::size_t>(card.answers));
    if (!card.answer_at.empty()) root["answer_at"] = card.answer_at;
    root["command"] = card.command;
    root["seed"] = card.seed;
    root["figures"] = Json::object();
    for (const auto& [name, value] : card.metrics) root["figures"][name] = value;
    for (const MetricText& text : card.metric_texts) {
        Json row{
            {"name", text.name}, {"words", text.words}, {"kind", metric_kinds.at(static_cast<std::size_t>(text.kind))}};
        if (!text.unit.empty()) row["unit"] = text.unit;
        root["metrics"].push_back(std::move(row));
    }
    root["training"] = Json::object();
    for (const auto& [name, value] : card.training) root["training"][name] = value;
    if (!card.note.empty()) root["note"] = card.note;
    if (!card.origin.empty()) root["origin"] = card.origin;
    if (!card.licence.empty()) root["license"] = card.licence;
    return root.dump(2) + "\n";
}

/// Names that do not fit the classes are left out with a warning: the model is none the worse for them.
void check_classes(Model& model, const fs::path& folder) {
    const std::size_t named = model.card.classes.size();
    const HeadConfig& head = model.config.head;
    if (named == 0 || (head.classifier && named == static_cast<std::size_t>(head.n_classes))) return;
    model.warnings.push_back(path_text(folder / "card.json") + " names " + std::to_string(named) +
                             (named == 1 ? " class" : " classes") + ", but the model has " +
                             (head.classifier ? std::to_string(head.n_classes) : "none") + ": they have numbers");
    model.card.classes.clear();
}

/// What the card says of the answers goes for models that answer at every place; "next" needs one that cannot see it.
void check_answers(Model& model, const fs::path& folder) {
    const ModelConfig& config = model.config;
    const auto warn = [&](const std::string& key, const std::string& value, const std::string& why) {
        model.warnings.push_back(path_text(folder / "card.json") + " has \"" + key + "\": " + in_quotes(value) +
                                 ", but " + why + ": it is left out");
    };
    Card& card = model.card;
    const char* why = config.head.classifier ? "a classifier answers once for the whole text"
                      : config.head.none     ? "the model has no output matrix"
                      : card.answers == AnswerPlace::next && !predicts_next_token(config)
                          ? "the model sees the next token"
                      : card.answers == AnswerPlace::here && has_target(config) ? "a target text goes on"
                                                                                : nullptr;
    if (card.answers != AnswerPlace::usual && why != nullptr) {
        warn("answers", std::string(answer_places.at(static_cast<std::size_t>(card.answers))), why);
        card.answers = AnswerPlace::usual;
    }
    const Tokenizer* tokenizer = has_target(config) ? model.target_tokenizer.get() : model.tokenizer.get();
    if (!card.answer_at.empty() && (tokenizer == nullptr || tokenizer->find(card.answer_at) < 0)) {
        warn("answer_at", card.answer_at, "no token has this spelling");
        card.answer_at.clear();
    }
}

}  // namespace

ModelConfig own_config(const std::string& text, const std::string& source) {
    const Json root = parse_json(text, source);
    JsonObject object(root, source);
    // Before the keys: a later format has some that this program does not know.
    if (const std::int64_t format = object.integer("format", 1, INT64_MAX, own_format); format > own_format) {
        const Json* version = root.find(version_key);
        const std::string writer = version != nullptr && version->is_string() ? "glassformer " + version->text() : "";
        throw Error(source + ": " + of_later_program("model", "format", format, own_format, writer));
    }
    return parse_config(text, source);
}

ModelConfig load_config(const fs::path& folder) {
    const ConfigFile file = open_config(folder);
    if (file.importer == nullptr) return own_config(file.text, file.path);
    std::optional<WeightFiles> files;  // tell which head there is where the config does not
    try {
        files = WeightFiles::open(folder, 0);  // its numbers are not read
    } catch (const Error&) {
        files.reset();  // load_model() says what is wrong with them
    }
    return import_config(*file.importer, file.text, file.path, files ? &*files : nullptr).config;
}

Card load_card(const fs::path& folder) {
    const fs::path path = folder / "card.json";
    return fs::exists(path) ? read_card(path) : Card{};
}

Card read_card(const fs::path& path) {
    Card card;
    const Json root = read_json(path);
    JsonObject object(root, path_text(path));
    card.title = object.string("title", "");
    card.try_this = object.string("try", "");
    card.question = object.string("question", "");
    card.answer_note = object.string("answer_note", "");
    card.task = object.string("task", "");
    card.examples = object.strings("examples");
    card.targets = object.strings("targets");
    card.labels = object.strings("labels");
    card.classes = object.strings("classes");
    if (const int place = object.choice("answers", std::span(answer_places).subspan(1), INT_MAX); place != INT_MAX)
        card.answers = static_cast<AnswerPlace>(place + 1);
    card.answer_at = object.string("answer_at", "");
    card.command = object.string("command", "");
    card.seed = object.integer("seed", INT64_MIN, INT64_MAX, 0);
    card.metrics = object.object("figures").numbers();
    for (JsonObject& text : object.objects("metrics"))
        card.metric_texts.push_back(
            {.name = text.string("name"),
             .words = text.string("words"),
             .kind = static_cast<MetricKind>(text.choice("kind", metric_kinds, static_cast<int>(MetricKind::number))),
             .unit = text.string("unit", "")});
    card.training = object.object("training").numbers();
    card.note = object.string("note", "");
    card.origin = object.string("origin", "");
    card.licence = object.string("license", "");
    return card;
}

Model load_model(const fs::path& folder, Loading* loading) {
    Model model;
    // "models/sort/" has an empty last part.
    const fs::path whole = fs::absolute(folder).lexically_normal();
    model.name = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
    const ConfigFile file = open_config(folder);
    model.folder = whole;
    model.model_type = file.model_type;
    if (file.importer != nullptr) {
        import_model(model, file, folder, loading);
    } else {
        model.config = own_config(file.text, file.path);
        const fs::path weights = folder / "model.safetensors";
        if (!fs::exists(weights)) throw Error("the folder " + path_text(folder) + " has no model.safetensors");
        const SafetensorsFile stored = SafetensorsFile::open(weights, loading);
        model.files = {stored.file()};
        model.weights = own_weights(model.config, stored);
    }
    warn_of_adapter(model, folder);
    model.preparation = std::make_shared<Preparation>(model.config, model.weights);

    const TokenizerConfig& tokens = model.config.tokenizer;
    model.tokenizer = load_tokenizer(folder, file, tokens, model.config.vocab_size, TextSide::source, model.warnings);
    if (has_target(model.config))
        model.target_tokenizer =
            load_tokenizer(folder, file, tokens, model.config.target_vocab_size, TextSide::target, model.warnings);
    if (!model.target_tokenizer) model.target_tokenizer = model.tokenizer;
    std::vector<std::string> classes = std::move(model.card.classes);
    model.card = load_card(folder);
    if (model.card.classes.empty()) model.card.classes = std::move(classes);
    check_classes(model, folder);
    check_answers(model, folder);
    return model;
}

bool predicts_next_token(const Model& model) {
    return predicts_next_token(model.config) && model.card.answers != AnswerPlace::here;
}

bool weights_changed(const Model& model) {
    return std::ranges::any_of(model.files, [](const auto& file) { return file->changed(); });
}

void require_weights(const Model& model) {
    if (std::ranges::any_of(model.files, [](const auto& file) { return file->lost(); }))
        throw Error("the weights of " + in_quotes(model.name) + " have changed on disk; open it again");
}

std::vector<std::string> Model::all_warnings(bool every) const {
    std::vector<std::string> all = warnings;
    if (!preparation) return all;
    preparation->wait();
    const std::vector<std::string> odd = preparation->not_finite();
    if (odd.size() == 1) all.push_back("the parameter " + odd.front() + " holds numbers that are not finite");
    if (odd.size() < 2) return all;
    std::string names = every ? "" : "the first is " + odd.front();
    for (std::size_t i = 0; every && i < odd.size(); ++i) names += (i > 0 ? ", " : "") + odd[i];
    all.push_back(std::to_string(odd.size()) + " parameters hold numbers that are not finite" + (every ? ": " : ", ") +
                  names);
    return all;
}

void save_model(const fs::path& folder, const Model& model, FloatType weights) {
    std::vector<NamedTensor> tensors;
    for (const Parameter& parameter : model.weights.parameters) tensors.emplace_back(parameter.name, parameter.view());
    const fs::path weights_path = folder / "model.safetensors";
    const std::string weights_name = path_text(weights_path);
    const std::string header =
        safetensors_header(weights_name, tensors, {{"format", "pt"}}, weights);  // what Hugging Face looks for
    std::vector<std::pair<fs::path, std::string>> texts;
    std::vector<fs::path> gone;
    for (const char* const name : {"model.safetensors", "config.json"}) {
        std::error_code unread;
        if (fs::is_symlink(folder / name, unread))  // as in a cache, whose blobs are what their names say
            throw Error(path_text(folder / name) + " is a link; save the model into a folder of its own");
    }
    const auto put_tokenizer = [&](const Tokenizer* tokenizer, TextSide side) {
        std::vector<TokenizerFile> files;
        if (tokenizer != nullptr && tokenizer->pretrained() != nullptr)
            files = tokenizer->pretrained()->files();
        else if (tokenizer != nullptr)
            files.push_back({"vocab.json", vocabulary_json(*tokenizer)});
        for (const std::string_view name : tokenizer_file_names()) {
            const fs::path path = folder / name_of_side(std::string(name), side);
            const auto file = std::ranges::find(files, name, &TokenizerFile::name);
            if (file == files.end())
                gone.push_back(path);  // or it would be read with them, or before them
            else
                texts.emplace_back(path, std::move(file->text));
        }
    };
    put_tokenizer(model.tokenizer.get(), TextSide::source);
    const bool own_target = model.target_tokenizer != model.tokenizer;
    put_tokenizer(own_target ? model.target_tokenizer.get() : nullptr, TextSide::target);
    if (model.card != Card{}) texts.emplace_back(folder / "card.json", card_json(model.card));
    texts.emplace_back(folder / "config.json", written_config(model.config));  // last: without it it is no model yet

    // All of them are written before the first takes its place: where one fails, the folder is as it was, or not there.
    const struct Made {
        const fs::path& path;
        bool made;
        ~Made() {
            std::error_code ignored;
            if (made) fs::remove(path, ignored);  // only where nothing came into it
        }
    } made{folder, !fs::exists(folder)};
    std::deque<FileReplacement> files;
    write_safetensors(files.emplace_back(weights_path), weights_name, header, tensors, weights);
    for (const auto& [path, text] : texts) files.emplace_back(path).write(text);
    for (FileReplacement& file : files) file.finish();
    require_weights(model);  // what was written is what was read
    for (FileReplacement& file : files) file.commit();
    std::error_code ignored;
    for (const fs::path& path : gone) fs::remove(path, ignored);
}

Weights as_stored(const Weights& weights, FloatType type) {
    if (type == FloatType::f32) return weights;
    Weights result;
    for (const Parameter& parameter : weights.parameters) {
        const auto rounded = std::make_shared<Tensor>(parameter.shape);
        for (std::size_t i = 0; i < rounded->data.size(); ++i) rounded->data[i] = from_half(to_half(parameter.data[i]));
        result.parameters.push_back({parameter.name, parameter.shape, rounded->data.data(), rounded});
    }
    return result;
}

}  // namespace glassformer
