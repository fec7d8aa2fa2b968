#include "core/base/system_memory.h"

#include <sys/resource.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>

namespace glassformer {

namespace {

/// The number behind a name of one of /proc's tables, in bytes.
std::uint64_t table_entry(const char* table, const char* wanted) {
    std::ifstream file(table);
    for (std::string name; file >> name;) {
        if (name == wanted) {
            std::uint64_t kib = 0;
            return file >> kib ? kib * 1024 : memory_unknown;
        }
        file.ignore(1 << 16, '\n');
    }
    return memory_unknown;
}

/// Addresses that the process may still take.
std::uint64_t addresses_left() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return memory_unknown;
    const std::uint64_t taken = table_entry("/proc/self/status", "VmSize:");
    return taken == memory_unknown ? memory_unknown : limit.rlim_cur - std::min<std::uint64_t>(taken, limit.rlim_cur);
}

}  // namespace

std::uint64_t free_memory() { return std::min(table_entry("/proc/meminfo", "MemAvailable:"), addresses_left()); }

bool allocations_can_fail() {
    static const bool can = [] {
        rlimit limit{};
        if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) return true;
        constexpr char never_more_than_there_is = '2';
        std::ifstream file("/proc/sys/vm/overcommit_memory");
        return file.get() == never_more_than_there_is;
    }();
    return can;
}

void return_large_blocks() {
#ifdef __GLIBC__
    constexpr int heaps = 2, large = 256 * 1024;  // bytes; else the allocator raises that with each that is freed
    static_cast<void>(mallopt(M_ARENA_MAX, heaps));
    static_cast<void>(mallopt(M_MMAP_THRESHOLD, large));
#endif
}

void give_back_free_memory() {
#ifdef __GLIBC__
    constexpr std::size_t kept = 0;
    static_cast<void>(malloc_trim(kept));
#endif
}

std::string bytes_text(std::uint64_t bytes) {
    constexpr std::array<const char*, 5> units{"bytes", "kB", "MB", "GB", "TB"};
    auto value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 999.5 && unit + 1 < units.size()) {
        value /= 1000;
        ++unit;
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), value < 9.95 && unit > 0 ? "%.1f %s" : "%.0f %s", value, units[unit]);
    return text.data();
}

}  // namespace glassformer
