// The program with an allocation that fails: the n-th one after the start of main() finds no memory, all others do.
// Built with -DGLASSFORMER_FAIL_ALLOCATION=ON and run by scripts/failing-allocations.py:
//   GLASSFORMER_FAIL_AT      n; 0 or nothing: none fails
//   GLASSFORMER_FAIL_OWN     counts only what this program and its engine ask for themselves, not what libraries do for
//                            them (strings longer than a few letters are of those): for OpenGL, whose drivers end the
//                            process where they find no memory
//   GLASSFORMER_ALLOCATIONS  a file that is given the number of allocations at the end
//   GLASSFORMER_PATHS        a file that is given, a line each, the first allocation of every chain of calls that leads
//   to
//                            one, as far as the 16 innermost calls tell them apart
// Counted are operator new and posix_memalign() (core/base/aligned.h); C libraries' malloc() is not.
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>

int program_main(int argc, char** argv);  // app/main.cpp

namespace {

struct Range {
    std::uintptr_t begin = 0, end = 0;
};
std::array<Range, 4> own_code;  // of the program and of its engine
std::atomic<bool> counting = false;
bool own_only = false;
std::atomic<std::uint64_t> counted = 0;
std::uint64_t failing = 0;

int note_code(dl_phdr_info* loaded, std::size_t, void* found) {
    const bool program = loaded->dlpi_name == nullptr || *loaded->dlpi_name == '\0';
    if (!program && std::strstr(loaded->dlpi_name, "glassformer") == nullptr) return 0;
    auto& count = *static_cast<std::size_t*>(found);
    for (int i = 0; i < loaded->dlpi_phnum && count < own_code.size(); ++i) {
        const auto& part = loaded->dlpi_phdr[i];
        if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
        own_code.at(count++) = {loaded->dlpi_addr + part.p_vaddr, loaded->dlpi_addr + part.p_vaddr + part.p_memsz};
    }
    return 0;
}

/// The chains of calls that have led to an allocation, by a hash, and the first allocation of each.
struct Paths {
    static constexpr std::size_t room = std::size_t{1} << 20U;
    std::mutex one_at_a_time;
    std::array<std::uint64_t, room> hashes{}, first{};
    std::size_t count = 0;

    void note(std::uint64_t allocation) {
        constexpr int own_frames = 3, depth = 16;
        std::array<void*, own_frames + depth> frames{};
        const int found = backtrace(frames.data(), static_cast<int>(frames.size()));
        std::uint64_t hash = 14695981039346656037U;
        for (int i = own_frames; i < found; ++i)
            hash = (hash ^ reinterpret_cast<std::uintptr_t>(frames.at(static_cast<std::size_t>(i)))) * 1099511628211U;
        hash |= 1U;  // 0 is a free place
        const std::lock_guard lock(one_at_a_time);
        std::size_t at = (hash >> 20U) % room;
        while (hashes[at] != 0 && hashes[at] != hash) at = (at + 1) % room;
        if (hashes[at] == hash || count + 1 == room) return;
        hashes[at] = hash;
        first[count++] = allocation;
    }
};
std::unique_ptr<Paths> paths;  // where they are asked for

/// Whether the allocation that `caller` asks for is the one that fails.
bool fails(const void* caller) {
    if (!counting.load(std::memory_order_relaxed)) return false;
    const auto at = reinterpret_cast<std::uintptr_t>(caller);
    const auto holds = [at](const Range& range) { return at >= range.begin && at < range.end; };
    if (own_only && std::none_of(own_code.begin(), own_code.end(), holds)) return false;
    const std::uint64_t number = counted.fetch_add(1) + 1;
    if (paths != nullptr) paths->note(number);
    return number == failing;
}

void* allocate(std::size_t bytes, std::size_t alignment, const void* caller) {
    void* memory = nullptr;
    if (!fails(caller))
        memory = alignment == 0 ? std::malloc(std::max<std::size_t>(bytes, 1)) : memalign(alignment, bytes);
    return memory;
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment, const void* caller) {
    void* const memory = allocate(bytes, alignment, caller);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

std::uint64_t number_in(const char* name) {
    const char* const text = std::getenv(name);
    std::uint64_t number = 0;
    if (text != nullptr) std::from_chars(text, text + std::strlen(text), number);
    return number;
}

/// The numbers, a line each.
void write_numbers(const char* file, const std::uint64_t* numbers, std::size_t count) {
    const int to = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    for (std::size_t i = 0; i < count; ++i) {
        std::array<char, 24> line{};
        char* const end = std::to_chars(line.data(), line.data() + line.size() - 1, numbers[i]).ptr;
        *end = '\n';
        if (to < 0 || write(to, line.data(), static_cast<std::size_t>(end + 1 - line.data())) < 0) std::abort();
    }
    close(to);
}

}  // namespace

void* operator new(std::size_t bytes) { return allocate_or_throw(bytes, 0, __builtin_return_address(0)); }
void* operator new[](std::size_t bytes) { return allocate_or_throw(bytes, 0, __builtin_return_address(0)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate_or_throw(bytes, static_cast<std::size_t>(alignment), __builtin_return_address(0));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
    return allocate_or_throw(bytes, static_cast<std::size_t>(alignment), __builtin_return_address(0));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    return allocate(bytes, 0, __builtin_return_address(0));
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
    return allocate(bytes, 0, __builtin_return_address(0));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

extern "C" int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) noexcept {
    if (fails(__builtin_return_address(0))) return ENOMEM;
    *memory = memalign(alignment, bytes);
    return *memory == nullptr ? ENOMEM : 0;
}

int main(int argc, char** argv) {
    std::size_t found = 0;
    dl_iterate_phdr(note_code, &found);
    own_only = std::getenv("GLASSFORMER_FAIL_OWN") != nullptr;
    failing = number_in("GLASSFORMER_FAIL_AT");
    if (std::getenv("GLASSFORMER_PATHS") != nullptr) paths = std::make_unique<Paths>();
    counting = true;
    const int code = program_main(argc, argv);
    counting = false;
    const std::uint64_t count = counted;
    if (const char* file = std::getenv("GLASSFORMER_ALLOCATIONS")) write_numbers(file, &count, 1);
    if (paths != nullptr) write_numbers(std::getenv("GLASSFORMER_PATHS"), paths->first.data(), paths->count);
    return code;
}
