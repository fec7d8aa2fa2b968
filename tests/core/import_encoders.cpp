// Which number of a file becomes which parameter: encoders of other libraries and their heads, in folders that the
// tests write.
// ctest: optimised too
#include <doctest/doctest.h>

#include <string>

#include "core/model/mask.h"
#include "core/ops/activation_table.h"
#include "tests/support/import_folder.h"

using namespace glassformer;
using test::ImportedNumbers;
using test::ImportFolder;

namespace {

/// The body of a BERT with one layer, d_model 8, 2 heads, d_ff 6, 5 words; with the oldest names of norms where asked.
ImportFolder bert_folder(const std::string& prefix, int positions, int types, bool old_names = false) {
    ImportFolder folder;
    const auto norm = [&](const std::string& name) {
        folder.add(name + (old_names ? ".gamma" : ".weight"), {8});
        folder.add(name + (old_names ? ".beta" : ".bias"), {8});
    };
    folder.add(prefix + "embeddings.word_embeddings.weight", {5, 8});
    folder.add(prefix + "embeddings.position_embeddings.weight", {positions, 8});
    folder.add(prefix + "embeddings.token_type_embeddings.weight", {types, 8});
    folder.add(prefix + "embeddings.position_ids", {1, positions});
    norm(prefix + "embeddings.LayerNorm");
    const std::string block = prefix + "encoder.layer.0.";
    for (const char* const name : {"query", "key", "value"}) folder.linear(block + "attention.self." + name, 8, 8);
    folder.linear(block + "attention.output.dense", 8, 8);
    norm(block + "attention.output.LayerNorm");
    folder.linear(block + "intermediate.dense", 6, 8);
    folder.linear(block + "output.dense", 8, 6);
    norm(block + "output.LayerNorm");
    return folder;
}

std::string bert_config(const std::string& more, const std::string& type = "bert", int positions = 7) {
    return R"({"model_type":")" + type +
           R"(","vocab_size":5,"hidden_size":8,"num_hidden_layers":1,"num_attention_heads":2,"intermediate_size":6,)"
           R"("hidden_act":"relu","max_position_embeddings":)" +
           std::to_string(positions) + more + "}";
}

void check_bert_block(ImportedNumbers& numbers, const std::string& prefix, std::size_t first_row = 0,
                      bool old_names = false) {
    const auto norm = [&](const std::string& ours, const std::string& theirs) {
        numbers.same(ours + ".weight", theirs + (old_names ? ".gamma" : ".weight"));
        numbers.same(ours + ".bias", theirs + (old_names ? ".beta" : ".bias"));
    };
    numbers.same("embed.tokens.weight", prefix + "embeddings.word_embeddings.weight");
    numbers.same("embed.positions.weight", prefix + "embeddings.position_embeddings.weight", 8 * first_row);
    numbers.same("embed.types.weight", prefix + "embeddings.token_type_embeddings.weight");
    norm("embed.norm", prefix + "embeddings.LayerNorm");
    const std::string block = prefix + "encoder.layer.0.";
    numbers.layer("blocks.0.attn.q", block + "attention.self.query");
    numbers.layer("blocks.0.attn.k", block + "attention.self.key");
    numbers.layer("blocks.0.attn.v", block + "attention.self.value");
    numbers.layer("blocks.0.attn.o", block + "attention.output.dense");
    norm("blocks.0.norm1", block + "attention.output.LayerNorm");
    numbers.layer("blocks.0.mlp.in", block + "intermediate.dense");
    numbers.layer("blocks.0.mlp.out", block + "output.dense");
    norm("blocks.0.norm2", block + "output.LayerNorm");
}

}  // namespace

TEST_SUITE_BEGIN("import_encoders");

TEST_CASE("BERT with a head for masked words, also in the oldest files") {
    for (const bool old_names : {false, true}) {
        ImportFolder folder = bert_folder("bert.", 7, 2, old_names);
        folder.linear("cls.predictions.transform.dense", 8, 8);
        folder.add(std::string("cls.predictions.transform.LayerNorm.") + (old_names ? "gamma" : "weight"), {8});
        folder.add(std::string("cls.predictions.transform.LayerNorm.") + (old_names ? "beta" : "bias"), {8});
        folder.add("cls.predictions.bias", {5});
        folder.add("cls.predictions.decoder.weight", {5, 8});  // the tied copy
        folder.linear("cls.seq_relationship", 2, 8);
        folder.linear("bert.pooler.dense", 8, 8);
        const Model model = folder.load(bert_config(R"(,"architectures":["BertForMaskedLM"],"pad_token_id":0)"));
        const ModelConfig& config = model.config;
        CHECK(config.architecture == Architecture::encoder);
        CHECK(config.norm_placement == NormPlacement::post);
        CHECK_FALSE(config.final_norm);
        CHECK(config.embed_norm);
        CHECK(config.token_types == 2);
        CHECK(config.norm_eps == 1e-12F);
        CHECK(config.mask.kind->name == "none");
        CHECK(config.tie_embeddings);
        CHECK(config.head_bias);
        REQUIRE(config.head.transform);
        CHECK(config.head.transform.activation->name == "relu");  // hidden_act
        CHECK(config.head.transform.norm);
        ImportedNumbers numbers(folder, model);
        check_bert_block(numbers, "bert.", 0, old_names);
        numbers.layer("head.transform", "cls.predictions.transform.dense");
        numbers.same("head.transform.norm.weight",
                     std::string("cls.predictions.transform.LayerNorm.") + (old_names ? "gamma" : "weight"));
        numbers.same("head.transform.norm.bias",
                     std::string("cls.predictions.transform.LayerNorm.") + (old_names ? "beta" : "bias"));
        numbers.same("head.bias", "cls.predictions.bias");
        numbers.all();
        // Without "architectures" the tensors tell; and untied, the matrix is the decoder's.
        const Model untied = folder.load(bert_config(R"(,"tie_word_embeddings":false)"));
        CHECK_FALSE(untied.config.tie_embeddings);
        ImportedNumbers others(folder, untied);
        others.layer("head", "cls.predictions.decoder", false);
    }
}

TEST_CASE("a bare BERT has a pooler or not, and a classifier reads what it pools") {
    ImportFolder folder = bert_folder("", 7, 2);
    const Model without = folder.load(bert_config(R"(,"architectures":["BertModel"])"));
    CHECK(without.config.head.none);
    CHECK_FALSE(without.config.head.transform);
    ImportedNumbers bare(folder, without);
    check_bert_block(bare, "");
    bare.all();

    folder.linear("pooler.dense", 8, 8);
    const Model with = folder.load(bert_config(R"(,"architectures":["BertModel"])"));
    CHECK(with.config.head.none);
    REQUIRE(with.config.head.transform);
    CHECK(with.config.head.transform.activation->name == "tanh");
    CHECK_FALSE(with.config.head.transform.norm);
    CHECK(with.config.head.pooling == Pooling::cls);
    ImportedNumbers pooled(folder, with);
    check_bert_block(pooled, "");
    pooled.layer("head.transform", "pooler.dense");
    pooled.all();

    ImportFolder classifier = bert_folder("bert.", 7, 2);
    classifier.linear("bert.pooler.dense", 8, 8);
    classifier.linear("classifier", 3, 8);
    const Model model = classifier.load(bert_config(R"(,"architectures":["BertForSequenceClassification"])"));
    CHECK(model.config.head.classifier);
    CHECK(model.config.head.n_classes == 3);
    CHECK(model.config.head.pooling == Pooling::cls);
    CHECK_FALSE(model.config.tie_embeddings);
    ImportedNumbers numbers(classifier, model);
    check_bert_block(numbers, "bert.");
    numbers.layer("head.transform", "bert.pooler.dense");
    numbers.layer("head", "classifier");
    numbers.all();
    const Model several = classifier.load(bert_config(R"(,"problem_type":"multi_label_classification")"));
    REQUIRE(several.warnings.size() == 1);
    CHECK(contains(several.warnings.front(), "sigmoid"));
    CHECK(model.config.head.softmax);
    CHECK_FALSE(several.config.head.softmax);
    const Model numbers_only = classifier.load(bert_config(R"(,"problem_type":"regression")"));
    CHECK_FALSE(numbers_only.config.head.softmax);
}

TEST_CASE("RoBERTa's first position is the row after that of the padding token") {
    for (const char* const type : {"roberta", "xlm-roberta", "camembert"}) {
        ImportFolder folder = bert_folder("roberta.", 9, 1);
        folder.linear("lm_head.dense", 8, 8);
        folder.norm("lm_head.layer_norm", 8);
        folder.add("lm_head.bias", {5});
        folder.linear("lm_head.decoder", 5, 8);  // tied copies
        const Model model = folder.load(bert_config("", type, 9));
        CHECK(model.config.max_seq_len == 7);
        CHECK(model.config.token_types == 1);
        CHECK(model.config.head.transform.activation->name == "gelu");  // whatever hidden_act says
        ImportedNumbers numbers(folder, model);
        check_bert_block(numbers, "roberta.", 2);
        numbers.layer("head.transform", "lm_head.dense");
        numbers.layer("head.transform.norm", "lm_head.layer_norm");
        numbers.same("head.bias", "lm_head.bias");
        numbers.all();
        CHECK(folder.load(bert_config(R"(,"pad_token_id":3)", type, 9)).config.max_seq_len == 5);
        CHECK(contains(message_of([&] { folder.load(bert_config(R"(,"pad_token_id":8)", type, 9)); }),
                       "\"max_position_embeddings\" 9 must be more than 9"));
    }
    ImportFolder folder = bert_folder("roberta.", 9, 1);
    folder.linear("classifier.dense", 8, 8);
    folder.linear("classifier.out_proj", 2, 8);
    const Model model = folder.load(bert_config("", "roberta", 9));
    CHECK(model.config.head.classifier);
    CHECK(model.config.head.transform.activation->name == "tanh");
    ImportedNumbers numbers(folder, model);
    check_bert_block(numbers, "roberta.", 2);
    numbers.layer("head.transform", "classifier.dense");
    numbers.layer("head", "classifier.out_proj");
    numbers.all();
}

TEST_CASE("DistilBERT has names of its own") {
    for (const bool words : {true, false}) {
        CAPTURE(words);
        ImportFolder folder;
        const std::string body = "distilbert.", block = body + "transformer.layer.0.";
        folder.add(body + "embeddings.word_embeddings.weight", {5, 8});
        folder.add(body + "embeddings.position_embeddings.weight", {7, 8});
        folder.norm(body + "embeddings.LayerNorm", 8);
        for (const char* const name : {"q_lin", "k_lin", "v_lin", "out_lin"})
            folder.linear(block + "attention." + name, 8, 8);
        folder.norm(block + "sa_layer_norm", 8);
        folder.linear(block + "ffn.lin1", 6, 8);
        folder.linear(block + "ffn.lin2", 8, 6);
        folder.norm(block + "output_layer_norm", 8);
        if (words) {
            folder.linear("vocab_transform", 8, 8);
            folder.norm("vocab_layer_norm", 8);
            folder.linear("vocab_projector", 5, 8);
        } else {
            folder.linear("pre_classifier", 8, 8);
            folder.linear("classifier", 2, 8);
        }
        const Model model =
            folder.load(R"({"model_type":"distilbert","vocab_size":5,"dim":8,"n_layers":1,"n_heads":2,"hidden_dim":6,)"
                        R"("activation":"gelu","max_position_embeddings":7,"id2label":{"0":"NO","1":"YES"}})");
        CHECK(model.config.head.classifier == !words);
        CHECK(model.config.head.transform.activation->name == (words ? "gelu" : "relu"));
        CHECK(model.config.head.transform.norm == words);
        CHECK(model.card.classes == (words ? std::vector<std::string>{} : std::vector<std::string>{"NO", "YES"}));
        ImportedNumbers numbers(folder, model);
        numbers.same("embed.tokens.weight", body + "embeddings.word_embeddings.weight");
        numbers.same("embed.positions.weight", body + "embeddings.position_embeddings.weight");
        numbers.layer("embed.norm", body + "embeddings.LayerNorm");
        for (const char* const name : {"q", "k", "v"})
            numbers.layer(std::string("blocks.0.attn.") + name, block + "attention." + name + "_lin");
        numbers.layer("blocks.0.attn.o", block + "attention.out_lin");
        numbers.layer("blocks.0.norm1", block + "sa_layer_norm");
        numbers.layer("blocks.0.mlp.in", block + "ffn.lin1");
        numbers.layer("blocks.0.mlp.out", block + "ffn.lin2");
        numbers.layer("blocks.0.norm2", block + "output_layer_norm");
        numbers.layer("head.transform", words ? "vocab_transform" : "pre_classifier");
        if (words) {
            numbers.layer("head.transform.norm", "vocab_layer_norm");
            numbers.same("head.bias", "vocab_projector.bias");
        } else {
            numbers.layer("head", "classifier");
        }
        numbers.all();
    }
}

TEST_SUITE_END();
