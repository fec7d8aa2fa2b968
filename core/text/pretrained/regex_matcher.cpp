#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/text/pretrained/aligned_text.h"
#include "core/text/pretrained/matcher.h"
#include "core/text/pretrained/regex_language.h"

namespace glassformer {

namespace {

constexpr std::uint32_t steps_per_match = 10'000'000;
constexpr std::uint32_t heap_per_match = 128U << 10U;           // KiB
constexpr std::size_t compiled_stack = std::size_t{64} << 20U;  // bytes, taken as they are needed
constexpr std::size_t longest_expression = 20'000;
constexpr std::chrono::seconds longest_matching{10};
constexpr std::size_t starts_at_once = 1024;  // bytes at which a match may begin, between two looks at the clock

const PCRE2_UCHAR8* library_text(const char* text) { return reinterpret_cast<const PCRE2_UCHAR8*>(text); }

struct FreeCode {
    void operator()(pcre2_code_8* code) const { pcre2_code_free_8(code); }
};
struct FreeContext {
    void operator()(pcre2_compile_context_8* context) const { pcre2_compile_context_free_8(context); }
    void operator()(pcre2_match_context_8* context) const { pcre2_match_context_free_8(context); }
    void operator()(pcre2_match_data_8* data) const { pcre2_match_data_free_8(data); }
    void operator()(pcre2_jit_stack_8* stack) const { pcre2_jit_stack_free_8(stack); }
};

}  // namespace

struct MatchBudget::Machine {
    std::unique_ptr<pcre2_match_data_8, FreeContext> data{pcre2_match_data_create_8(1, nullptr)};
    std::unique_ptr<pcre2_jit_stack_8, FreeContext> stack;  // null where the library cannot compile
    std::unique_ptr<pcre2_match_context_8, FreeContext> context{pcre2_match_context_create_8(nullptr)};
};

MatchBudget::MatchBudget() : deadline_(std::chrono::steady_clock::now() + longest_matching) {}
MatchBudget::~MatchBudget() = default;

MatchBudget::Machine& MatchBudget::machine() {
    if (machine_) return *machine_;
    machine_ = std::make_unique<Machine>();
    if (!machine_->data || !machine_->context) throw std::bad_alloc();
    pcre2_set_match_limit_8(machine_->context.get(), steps_per_match);
    pcre2_set_depth_limit_8(machine_->context.get(), steps_per_match);
    pcre2_set_heap_limit_8(machine_->context.get(), heap_per_match);
    machine_->stack.reset(pcre2_jit_stack_create_8(std::size_t{32} << 10U, compiled_stack, nullptr));
    if (machine_->stack) pcre2_jit_stack_assign_8(machine_->context.get(), nullptr, machine_->stack.get());
    return *machine_;
}

namespace {

class Regex final : public Matcher {
public:
    Regex(const std::string& expression, std::string shown) : name_(std::move(shown)) {
        const std::unique_ptr<pcre2_compile_context_8, FreeContext> context{pcre2_compile_context_create_8(nullptr)};
        if (!context) throw std::bad_alloc();
        pcre2_set_newline_8(context.get(), PCRE2_NEWLINE_LF);
        int problem = 0;
        std::size_t at = 0;
        code_.reset(
            pcre2_compile_8(library_text(expression.data()), expression.size(),
                            PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_AUTO_CAPTURE | PCRE2_USE_OFFSET_LIMIT,
                            &problem, &at, context.get()));
        if (!code_) {
            std::array<PCRE2_UCHAR8, 256> message{};
            pcre2_get_error_message_8(problem, message.data(), message.size());
            throw Error(name_ + ", which is not valid: " + reinterpret_cast<const char*>(message.data()));
        }
        pcre2_jit_compile_8(code_.get(), PCRE2_JIT_COMPLETE);  // where it cannot, the library interprets
    }

    void find(std::string_view text, std::vector<TextMatch>& matches, MatchBudget& budget) const override {
        MatchBudget::Machine& machine = budget.machine();
        std::size_t from = 0, last_end = std::string_view::npos;
        int unwatched = 0;
        while (from <= text.size()) {
            if (++unwatched % 1024 == 0) check(budget);
            const TextMatch match = next(text, from, machine, budget);
            if (match.begin == std::string_view::npos) return;
            if (match.begin == match.end && match.end == last_end) {  // nothing, right after a match: not another one
                from += from < text.size() ? code_point_length(text[from]) : 1;
                continue;
            }
            matches.push_back(match);
            from = last_end = match.end;
        }
    }

private:
    void check(const MatchBudget& budget) const {
        if (budget.used_up()) throw Error(name_ + ", which takes too long on this text");
    }

    /// The first match from there on; begin is npos where there is none.
    TextMatch next(std::string_view text, std::size_t from, MatchBudget::Machine& machine,
                   const MatchBudget& budget) const {
        while (true) {
            const std::size_t last_start = std::min(from + starts_at_once, text.size());
            pcre2_set_offset_limit_8(machine.context.get(), last_start);
            const auto match = [&](std::uint32_t options) {
                return pcre2_match_8(code_.get(), library_text(text.data()), text.size(), from,
                                     PCRE2_NO_UTF_CHECK | options, machine.data.get(), machine.context.get());
            };
            int result = match(0);
            if (result == PCRE2_ERROR_JIT_STACKLIMIT) result = match(PCRE2_NO_JIT);
            if (result >= 0) {
                const std::size_t* ends = pcre2_get_ovector_pointer_8(machine.data.get());
                return {ends[0], std::max(ends[0], ends[1])};
            }
            if (result != PCRE2_ERROR_NOMATCH)
                throw Error(name_ + ", which needs more than " + std::to_string(steps_per_match) +
                            " steps for a match in this text");
            if (last_start == text.size()) return {std::string_view::npos, 0};
            from = last_start;
            while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80U) ++from;
            check(budget);
        }
    }

    std::unique_ptr<pcre2_code_8, FreeCode> code_;
    std::string name_;  // opens messages
};

}  // namespace

std::unique_ptr<const Matcher> match_library_regex(const std::string& expression, const std::string& shown) {
    return std::make_unique<Regex>(expression, shown);
}

std::unique_ptr<const Matcher> match_regex(const std::string& expression, const std::string& source) {
    if (expression.size() > longest_expression)
        throw Error(source + " has a regular expression of " + std::to_string(expression.size()) + " bytes; at most " +
                    std::to_string(longest_expression) + " are supported");
    return match_library_regex(library_regex(expression, source),
                               source + " has the regular expression " + in_quotes(expression));
}

}  // namespace glassformer
