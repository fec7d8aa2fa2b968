// fetch: a model of a hub, got into the cache of models.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <memory>
#include <string>

#include "app/commands/commands.h"
#include "app/commands/usage.h"
#include "app/fetch/fetch_model.h"
#include "app/fetch/texts.h"
#include "app/platform/tell.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/system_memory.h"

namespace glassformer {

namespace {

struct FetchArguments {
    std::string name, revision = "main", limit = "20";
};

/// A line a file on standard error, that counts up where somebody looks on.
class ProgressLines {
public:
    void say(const FetchProgress& progress) {
        if (progress.was_there || progress.done == progress.size) {
            if (percent_ >= 0) tell("\r\x1b[K");
            tell(fmt::runtime(progress.was_there ? texts::fetch::was_there : texts::fetch::got), progress.file,
                 bytes_text(progress.size));
            percent_ = -1;
            return;
        }
        const int percent =
            static_cast<int>(100 * static_cast<double>(progress.done) / static_cast<double>(progress.size));
        if (!on_terminal_ || percent == percent_) return;
        percent_ = percent;
        tell(texts::fetch::getting, progress.file, bytes_text(progress.done), bytes_text(progress.size), percent);
    }

private:
    bool on_terminal_ = isatty(STDERR_FILENO) != 0;
    int percent_ = -1;
};

std::uint64_t bytes_of_limit(const std::string& written) {
    double limit = 0;
    const auto read = std::from_chars(written.data(), written.data() + written.size(), limit);
    if (read.ec != std::errc() || read.ptr != written.data() + written.size() || !(limit > 0) || limit > 1e6)
        throw Error(fmt::format(texts::fetch::no_limit, in_quotes(written)));
    return static_cast<std::uint64_t>(limit * 1e9);
}

void get(const FetchArguments& arguments, const Fetcher* fetcher) {
    if (fetcher == nullptr) throw Error(texts::fetch::no_library);
    ProgressLines lines;
    const auto folder = fetcher->fetch(
        {.name = arguments.name, .revision = arguments.revision, .most_bytes = bytes_of_limit(arguments.limit)},
        [&](const FetchProgress& progress) { lines.say(progress); });
    fmt::print("{}\n", folder.string());
}

}  // namespace

static void add_fetch_command(CLI::App& app, const CommandContext& context) {
    const Fetcher* const fetcher = context.fetcher;
    auto* command = app.add_subcommand("fetch", "Download a model from Hugging Face into its local cache");
    auto arguments = std::make_shared<FetchArguments>();
    give_examples(*command,
                  "  glassformer fetch openai-community/gpt2\n"
                  "  glassformer --model openai-community/gpt2\n");
    command->add_option("model", arguments->name, "The model's name there: OWNER/NAME")->required();
    command->add_option("--revision", arguments->revision, "A branch, a tag or a commit (default main)");
    command->add_option("--limit", arguments->limit, "Maximum download size in GB (default 20)");
    give_variables(*command, texts::fetch::variables);
    command->callback([arguments, fetcher] { get(*arguments, fetcher); });
}

extern const Subcommand fetch_subcommand{.place = 50, .add = add_fetch_command};

}  // namespace glassformer
