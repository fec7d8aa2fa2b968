// Folders of other libraries that are broken, hostile or of a kind that is not read: one sentence each. And weights in
// several files and in all types of numbers.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/io/half.h"
#include "core/io/weight_files.h"
#include "tests/support/import_folder.h"

using namespace glassformer;
using test::ImportFolder;

namespace {

namespace fs = std::filesystem;

const std::string small_config =
    R"({"model_type":"gpt2","architectures":["GPT2LMHeadModel"],"n_layer":1,"n_head":2,"n_embd":4,"n_positions":3,)"
    R"("vocab_size":5,"n_inner":null,"some_new_key":{"a":[1]},"auto_map":{"AutoModel":"evil.Model"}})";

ImportFolder small_folder() { return test::gpt2_folder(5); }

/// The tensors over two files and the index that names them.
struct Shards {
    std::vector<NamedTensor> first, second;
    std::string index;

    explicit Shards(const ImportFolder& folder) {
        for (const NamedTensor& tensor : folder.tensors()) {
            const bool even = (first.size() + second.size()) % 2 == 0;
            (even ? first : second).push_back(tensor);
            index += (index.empty() ? "" : ",") + std::string("\"") + tensor.name + "\":\"" +
                     (even ? "model-00001-of-00002.safetensors" : "model-00002-of-00002.safetensors") + "\"";
        }
        index = R"({"metadata":{"total_size":-7},"weight_map":{)" + index + "}}";
    }
    void write(const fs::path& folder) const {
        write_safetensors(folder / "model-00001-of-00002.safetensors", first);
        write_safetensors(folder / "model-00002-of-00002.safetensors", second);
        write_file(folder / "model.safetensors.index.json", index);
        write_file(folder / "config.json", small_config);
    }
};

void replace(std::string& text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
}

std::string raw_file(const std::string& header, const std::string& data) {
    const std::uint64_t size = header.size();
    std::string file(8, '\0');
    std::memcpy(file.data(), &size, 8);
    return file + header + data;
}

bool same_numbers(const Weights& a, const Weights& b) {
    if (a.parameters.size() != b.parameters.size()) return false;
    for (std::size_t p = 0; p < a.parameters.size(); ++p)
        if (std::memcmp(a.parameters[p].data, b.parameters[p].data, a.parameters[p].shape.count() * sizeof(float)) != 0)
            return false;
    return true;
}

}  // namespace

TEST_SUITE_BEGIN("import_refusals");

TEST_CASE("weights in several files are those of one file") {
    const ImportFolder folder = small_folder();
    const Model whole = folder.load(small_config);
    CHECK(whole.warnings.empty());
    const TemporaryFolder other;
    Shards shards(folder);
    const float unnamed = 7;
    shards.second.emplace_back("nobody.asks", std::vector<std::int64_t>{1}, &unnamed);
    shards.write(other / "m");
    const Model sharded = load_model(other / "m");
    CHECK(sharded.warnings.empty());
    CHECK(same_numbers(whole.weights, sharded.weights));
    CHECK(whole.config == sharded.config);
}

TEST_CASE("an index that is broken or leads elsewhere is refused by name") {
    const ImportFolder folder = small_folder();
    const TemporaryFolder other;
    const fs::path path = other / "m";
    const std::string first = "model-00001-of-00002.safetensors", second = "model-00002-of-00002.safetensors";
    const auto message = [&](auto&& change) {
        Shards shards(folder);
        change(shards);
        shards.write(path);
        return message_of([&] { load_model(path); });
    };
    for (const std::string& name : std::vector<std::string>{"../m/" + first, (path / first).string(), "..",
                                                            "sub/" + first, R"(C:\\x.safetensors)", ""}) {
        const std::string found = message([&](Shards& shards) { replace(shards.index, first, name); });
        CAPTURE(found);
        CHECK(contains(found, "model.safetensors.index.json: \"weight_map."));
        CHECK(contains(found, "must be the name of a file in the same folder, not "));
    }
    CHECK(contains(message([&](Shards& shards) { replace(shards.index, first, "model-3.safetensors"); }),
                   "names the file \"model-3.safetensors\", which is not there; 2 of the 3 files are there"));
    CHECK(contains(message([&](Shards& shards) {
                       shards.index = R"({"weight_map":{"a":")" + first + R"(","b":"gone.safetensors"}})";
                   }),
                   "names the file \"gone.safetensors\", which is not there; 1 of the 2 files is there"));
    CHECK(contains(message([&](Shards& shards) { shards.first.erase(shards.first.begin()); }),
                   first + " has no tensor \"transformer.h.0.attn.c_attn.bias\", which "));
    CHECK(contains(message([&](Shards& shards) { shards.second.push_back(shards.first.front()); }),
                   "which " + (path / "model.safetensors.index.json").string() + " finds in \"" + first +
                       "\": it may be in one file only"));
    CHECK(contains(message([&](Shards& shards) {
                       shards.index = R"({"weight_map":{"a":")" + first + R"(","a":")" + first + R"("}})";
                   }),
                   "the key \"a\" appears twice"));
    CHECK(contains(message([](Shards& shards) { shards.index = R"({"weight_map":{"a":7}})"; }),
                   "\"weight_map.a\" must be the name of a file, not the number 7"));
    CHECK(contains(message([](Shards& shards) { shards.index = R"({"weight_map":[]})"; }),
                   "\"weight_map\" must be an object"));
    CHECK(contains(message([](Shards& shards) { shards.index = R"({"weight_map":{}})"; }), "names no tensor"));
    CHECK(contains(message([](Shards& shards) { shards.index = "{}"; }), "\"weight_map\" is missing"));
    CHECK(contains(message([](Shards& shards) { shards.index = "{"; }), "model.safetensors.index.json: line 1"));
}

TEST_CASE("links stay in their folder, except to the blobs of the cache of the library") {
    const ImportFolder folder = small_folder();
    folder.write(small_config);
    const TemporaryFolder other;
    fs::create_directories(other / "m");
    write_file(other / "m/config.json", small_config);
    fs::create_symlink(folder.path() / "model.safetensors", other / "m/model.safetensors");
    CHECK(contains(message_of([&] { load_model(other / "m"); }),
                   "model.safetensors is a link that leads out of its folder, to "));

    const fs::path cached = other / "models--a--b/snapshots/0123", blobs = other / "models--a--b/blobs";
    fs::create_directories(cached);
    fs::create_directories(blobs);
    fs::copy_file(folder.path() / "model.safetensors", blobs / "w");
    fs::copy_file(folder.path() / "config.json", blobs / "c");
    fs::create_symlink("../../blobs/w", cached / "model.safetensors");
    fs::create_symlink("../../blobs/c", cached / "config.json");
    CHECK(same_numbers(load_model(cached).weights, load_model(folder.path()).weights));
    fs::remove(cached / "config.json");
    fs::create_symlink(folder.path() / "config.json", cached / "config.json");
    CHECK(contains(message_of([&] { load_model(cached); }), "config.json is a link that leads out of its folder"));
}

TEST_CASE("weights that could run code, and other formats, are refused with how to convert them") {
    const TemporaryFolder other;
    const fs::path path = other / "m";
    write_file(path / "config.json", small_config);
    CHECK(contains(message_of([&] { load_model(path); }), "has no model.safetensors"));
    struct Foreign {
        const char *file, *kind, *hint;
    };
    for (const Foreign& foreign :
         {Foreign{"model.onnx", "a graph of ONNX", "a model.safetensors is needed"},
          Foreign{"model.gguf", "weights of llama.cpp", "gguf_file='model.gguf'"},
          Foreign{"flax_model.msgpack", "weights of Flax", "from_flax=True"},
          Foreign{"tf_model.h5", "weights of TensorFlow", "from_tf=True"},
          Foreign{"model.ckpt", "a Python pickle, which could run code", "safe_serialization=True"},
          Foreign{"model.pt", "a Python pickle, which could run code", "safe_serialization=True"},
          Foreign{"pytorch_model.bin", "a Python pickle, which could run code",
                  "python3 -c \"from transformers import GPT2LMHeadModel as M; M.from_pretrained('"}}) {
        write_file(path / foreign.file, "x");
        const std::string message = message_of([&] { load_model(path); });
        CAPTURE(message);
        CHECK(contains(message, "has only \"" + std::string(foreign.file) + "\", " + foreign.kind));
        CHECK(contains(message, foreign.hint));
    }
    // A name that a shell would read is not written into the command.
    const fs::path rude = other / "a'; rm x; '";
    write_file(rude / "config.json", R"({"model_type":"gpt2","architectures":["A as M; evil"]})");
    write_file(rude / "pytorch_model.bin", "x");
    const std::string message = message_of([&] { load_model(rude); });
    CHECK(contains(message, "from transformers import AutoModel as M; M.from_pretrained('FOLDER')"));
}

TEST_CASE("keys that change what is computed are refused by name, and so are values that make no model") {
    const ImportFolder folder = small_folder();
    struct Refused {
        const char *type, *more, *complaint;
    };
    for (const Refused& refused :
         {Refused{"gpt2", R"("quantization_config":{"bits":4})", "\"quantization_config\" is not supported"},
          {"llama", R"("text_config":{})", "\"text_config\" is not supported"},
          {"gpt2", R"("scale_attn_by_inverse_layer_idx":true)",
           "\"scale_attn_by_inverse_layer_idx\" must be false to be supported, not true"},
          {"gpt2", R"("add_cross_attention":true)", "\"add_cross_attention\" must be false"},
          {"bert", R"("is_decoder":true)", "\"is_decoder\" must be false"},
          {"bert", R"("position_embedding_type":"relative_key")",
           "\"position_embedding_type\" must be \"absolute\" to be supported, not \"relative_key\""},
          {"bert", R"("pruned_heads":{"0":[1]})", "\"pruned_heads\" must be empty to be supported"},
          {"bert", R"("pruned_heads":[0])", "\"pruned_heads\" must be {} to be supported, not a list"},
          {"bert", R"("hidden_act":"gelu_10")", "\"hidden_act\" must be one of \"gelu\", "},
          {"bert", R"("architectures":["BertForQuestionAnswering"])",
           "\"BertForQuestionAnswering\" is not supported; of BERT these are: ForMaskedLM"},
          {"bert", R"("architectures":"BertModel")", "\"architectures\" must be a list of texts"},
          {"bert", R"("layer_norm_eps":0)", "\"layer_norm_eps\" must be between 1e-20 and 1, got 0"},
          {"bert", R"("num_attention_heads":5)", "\"hidden_size\" 768 is not divisible by \"num_attention_heads\" 5"},
          {"bert", R"("hidden_size":"768")", "\"hidden_size\" must be a whole number, not the text \"768\""},
          {"bert", R"("num_hidden_layers":100000)", "\"num_hidden_layers\" must be between 1 and 1024"},
          {"bert", R"("vocab_size":99999999)", "\"vocab_size\" must be between 1 and 16777216"},
          {"llama", R"("num_attention_heads":5)", "\"num_attention_heads\" 5; choose others or give \"head_dim\""},
          {"llama", R"("num_key_value_heads":5)",
           "\"num_key_value_heads\" 5 does not divide \"num_attention_heads\" 32"},
          {"llama", R"("head_dim":3)",
           "\"head_dim\" makes 3 rotary dimensions in a head of 3: they must be even in number"},
          {"gpt_neox", R"("rotary_pct":0)", "\"rotary_pct\" makes 0 rotary dimensions in a head of 96"},
          {"bert", R"("architectures":["BertForSequenceClassification"],"id2label":{"0":"a","2":"b"})",
           "\"id2label\" must have the keys \"0\" to \"1\", not \"2\""},
          {"bert", R"("architectures":["BertForSequenceClassification"],"id2label":{"0":7})",
           "\"id2label\" must hold texts only"},
          {"mamba", R"("a":1)", "\"model_type\" must be one of \"glassformer\", \"bart\", \"bert\", "}}) {
        folder.write(R"({"model_type":")" + std::string(refused.type) + "\"," + refused.more + "}");
        const std::string message = message_of([&] { load_model(folder.path()); });
        CAPTURE(message);
        CHECK(contains(message, refused.complaint));
        CHECK(contains(message, (folder.path() / "config.json").string()));
        CHECK_FALSE(contains(message, "\n"));
    }
    // A key that the library does not have is not advised.
    folder.write(R"({"model_type":"gpt2","n_head":5})");
    CHECK(message_of([&] { load_model(folder.path()); }).ends_with("is not divisible by \"n_head\" 5; choose others"));
    for (const char* const untyped : {"{}", R"({"n_head":4,"n_embd":8})"}) {
        folder.write(untyped);
        CHECK(message_of([&] {
                  load_model(folder.path());
              }).ends_with("config.json: \"model_type\" is missing, which says what the model is"));
    }
}

TEST_CASE("tensors that are missing, misshaped, quantised or not used are named with their file") {
    ImportFolder folder = small_folder();
    const auto message = [&] { return message_of([&] { folder.load(small_config); }); };
    const std::string c_fc = "transformer.h.0.mlp.c_fc.weight";
    folder.add(c_fc, {16, 4});
    CHECK(contains(message(),
                   "model.safetensors: tensor \"" + c_fc + "\" should be [d_model 4, d_ff 16], found [16, 4]"));
    folder.remove(c_fc);
    CHECK(contains(message(), "model.safetensors has no tensor \"" + c_fc + "\""));
    folder.add(c_fc, {4, 16});
    const std::string fused = "transformer.h.0.attn.c_attn.bias";
    folder.add(fused, {4});
    CHECK(contains(message(), "tensor \"" + fused + "\" should be [n_heads*d_head 12], found [4]"));
    folder.add(fused, {12});
    folder.add("transformer.h.0.attn.bias", {1, 1, 3, 3});
    folder.add("transformer.h.0.attn.masked_bias", {});
    folder.add("lm_head.weight", {5, 4});
    CHECK(folder.load(small_config).warnings.empty());
    for (const char* const name : {"d", "c", "b", "a"}) folder.add(name, {1});
    const Model model = folder.load(small_config);
    REQUIRE(model.warnings.size() == 1);
    CHECK(contains(
        model.warnings.front(),
        "model.safetensors: 4 tensors are not part of this GPT-2 and not used: \"a\", \"b\", \"c\" and others"));
    // Of the same size in another type.
    std::string file = read_file(folder.path() / "model.safetensors", 1 << 20);
    file.replace(file.find("F32", file.find("\"transformer.wte.weight\"")), 3, "U32");
    write_file(folder.path() / "model.safetensors", file);
    CHECK(
        contains(message_of([&] { load_model(folder.path()); }),
                 "\"transformer.wte.weight\" is stored as U32 where F32, F16, BF16 or F64 is needed; quantized models "
                 "are not supported"));
    write_file(folder.path() / "model.safetensors", file.substr(0, file.size() - 5));
    CHECK(contains(message_of([&] { load_model(folder.path()); }), "it may be cut short"));
}

TEST_CASE("a tensor of a layer that the architecture has no use for is refused; what changes nothing is not") {
    ImportFolder folder = small_folder();
    const std::string name = "transformer.h.0.attn.q_norm.weight";
    folder.add(name, {4});
    const std::string message = message_of([&] { folder.load(small_config); });
    CAPTURE(message);
    CHECK(contains(message,
                   "model.safetensors: the layers have 1 tensor that this GPT-2 cannot use, so it would not "
                   "compute what they were trained for: \"" +
                       name + "\"; config.json may belong to another model"));
    for (const char* const more : {"a.bias", "b.bias", "c.bias"})
        folder.add(std::string("transformer.h.0.") + more, {2});
    CHECK(contains(message_of([&] { folder.load(small_config); }), "4 tensors that this GPT-2 cannot use"));
    // A layer beyond those of the config, as the library passes it over; and a bias that adds nothing.
    folder.remove(name);
    for (const char* const more : {"a.bias", "b.bias", "c.bias"}) folder.remove(std::string("transformer.h.0.") + more);
    folder.add("transformer.h.1.attn.q_norm.weight", {4});
    std::vector<float>& zeros = folder.add("transformer.h.0.attn.q_norm.bias", {4});
    std::ranges::fill(zeros, 0.0F);
    const Model model = folder.load(small_config);
    REQUIRE(model.warnings.size() == 1);
    CHECK(contains(model.warnings.front(), "2 tensors are not part of this GPT-2 and not used"));
    zeros[3] = 1e-30F;
    CHECK(contains(message_of([&] { folder.load(small_config); }), "q_norm.bias"));
}

TEST_CASE("a folder of sentence-transformers opens as its transformer, and says what comes after it") {
    const ImportFolder folder = small_folder();
    folder.write(small_config);
    const auto modules = [&](const std::string& first) {
        return R"([{"idx": 0, "name": "0", "path": ")" + first +
               R"(", "type": "sentence_transformers.models.Transformer"},)"
               R"({"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},)"
               R"({"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"}])";
    };
    write_file(folder.path() / "modules.json", modules(""));
    fs::create_directories(folder.path() / "1_Pooling");
    write_file(folder.path() / "1_Pooling" / "config.json", R"({"pooling_mode_mean_tokens": true})");
    const Model model = load_model(folder.path());
    REQUIRE(model.warnings.size() == 1);
    CHECK(contains(model.warnings.front(),
                   "only the transformer is computed, not what sentence-transformers does with "
                   "its output: Pooling, Normalize"));
    for (const char* const broken : {"{", "{}", "[1]", "[]", R"([{"type": 3}])"}) {
        write_file(folder.path() / "modules.json", broken);
        CHECK(load_model(folder.path()).warnings.empty());
    }
    // Of older ones the transformer is in a folder below.
    fs::create_directories(folder.path() / "0_Transformer");
    fs::rename(folder.path() / "config.json", folder.path() / "0_Transformer" / "config.json");
    write_file(folder.path() / "modules.json", modules("0_Transformer"));
    CHECK(message_of([&] {
              load_model(folder.path());
          }).ends_with("has no config.json, but modules.json names \"0_Transformer\": open that folder"));
}

TEST_CASE("a config that is more than memory is refused before anything is made") {
    const ImportFolder folder = small_folder();
    folder.write(R"({"model_type":"llama","vocab_size":16777216,"hidden_size":1048576,"num_attention_heads":524288,)"
                 R"("intermediate_size":1048576,"num_hidden_layers":1024})");
    const std::string huge = message_of([&] { load_model(folder.path()); });
    CAPTURE(huge);
    CHECK(contains(huge, "at most 8589934592 are allowed"));
    folder.write(R"({"model_type":"llama","hidden_size":1048576,"num_attention_heads":1,"num_hidden_layers":1,)"
                 R"("intermediate_size":1,"vocab_size":1})");
    CHECK_FALSE(message_of([&] { load_model(folder.path()); }).empty());
}

TEST_CASE("numbers of all types become the nearest floats, transposed or not") {
    ImportFolder folder;
    for (const char* const name : {"embeddings.word_embeddings.weight", "embeddings.position_embeddings.weight",
                                   "embeddings.token_type_embeddings.weight"})
        folder.add(name, {2, 2});
    folder.norm("embeddings.LayerNorm", 2);
    const std::string block = "encoder.layer.0.";
    for (const char* const name : {"attention.self.query", "attention.self.key", "attention.self.value",
                                   "attention.output.dense", "intermediate.dense", "output.dense"})
        folder.linear(block + name, 2, 2);
    folder.norm(block + "attention.output.LayerNorm", 2);
    folder.norm(block + "output.LayerNorm", 2);
    const std::string config =
        R"({"model_type":"bert","architectures":["BertModel"],"vocab_size":2,"hidden_size":2,"num_hidden_layers":1,)"
        R"("num_attention_heads":1,"intermediate_size":2,"max_position_embeddings":2})";
    const Model expected = folder.load(config);  // whole numbers below 256: exact in all types
    const auto written = [&](const char* type, auto&& bytes_of) {
        std::string header, data;
        for (const auto& [name, sizes] : folder.sizes) {
            const std::size_t begin = data.size();
            for (const float number : folder.numbers.at(name)) data += bytes_of(number);
            header += (header.empty() ? "{\"" : ",\"") + name + "\":{\"dtype\":\"" + type +
                      "\",\"shape\":" + shape_text(sizes) + ",\"data_offsets\":[" + std::to_string(begin) + "," +
                      std::to_string(data.size()) + "]}";
        }
        write_file(folder.path() / "model.safetensors", raw_file(header + "}", data));
        return load_model(folder.path());
    };
    const auto raw = [](auto value) { return std::string(reinterpret_cast<const char*>(&value), sizeof value); };
    CHECK(same_numbers(expected.weights, written("F64", [&](float x) { return raw(static_cast<double>(x)); }).weights));
    CHECK(same_numbers(expected.weights, written("F16", [&](float x) { return raw(to_half(x)); }).weights));
    CHECK(same_numbers(expected.weights, written("BF16", [&](float x) {
                                             std::uint32_t bits = 0;
                                             std::memcpy(&bits, &x, 4);
                                             return raw(static_cast<std::uint16_t>(bits >> 16U));
                                         }).weights));
    CHECK(same_numbers(expected.weights, written("F32", raw).weights));  // perhaps not aligned
}

TEST_CASE("importing says how far it is, and ends when it is told to") {
    const ImportFolder folder = small_folder();
    folder.write(small_config, FloatType::f16);
    Loading loading;
    const Model model = load_model(folder.path(), &loading);
    CHECK(loading.total() == 2 * model.weights.count());
    CHECK(loading.done() == model.weights.count());
    Loading stopped;
    stopped.stop();
    CHECK_THROWS_WITH_AS(load_model(folder.path(), &stopped), doctest::Contains("cancelled"), Error);
}

TEST_SUITE_END();
