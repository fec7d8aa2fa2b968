#include "core/base/system_memory.h"

#include <array>
#include <cstdio>
#include <fstream>

namespace glassformer {

std::uint64_t free_memory() {
    std::ifstream file("/proc/meminfo");
    for (std::string name; file >> name;) {
        if (name == "MemAvailable:") {
            std::uint64_t kib = 0;
            return file >> kib ? kib * 1024 : memory_unknown;
        }
        file.ignore(1 << 16, '\n');
    }
    return memory_unknown;
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
