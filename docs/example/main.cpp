// How much each token of a text attends to the others, in the first head of the first block.
#include <core/base/thread_pool.h>
#include <core/io/model_folder.h>
#include <core/session/evaluation.h>

#include <cstdio>
#include <exception>

using namespace glassformer;

int main(int argc, char** argv) try {
    if (argc != 3) {
        std::fprintf(stderr, "usage: attends MODEL-FOLDER TEXT\n");
        return 2;
    }
    const auto model = std::make_shared<const Model>(load_model(argv[1]));
    ThreadPool pool(2);
    const auto run = evaluate_once(model, {.model = argv[1], .text = argv[2]}, &pool);
    const Trace& trace = run->trace();
    const int weights = trace.find("blocks.0.attn.weights");  // [head, query, key]
    if (weights < 0) {
        std::fprintf(stderr, "this model has no attention\n");
        return 2;
    }
    const int length = static_cast<int>(run->tokens().size());
    for (int query = 0; query < length; ++query)
        for (int key = 0; key < length; ++key)
            std::printf("%s\t%s\t%.9g\n", run->tokens()[query].text.c_str(), run->tokens()[key].text.c_str(),
                        trace.value(weights, {0, query, key}));
} catch (const std::exception& error) {  // one sentence that names the file and what is wrong
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
}
