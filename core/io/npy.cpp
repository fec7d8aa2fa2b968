#include "core/io/npy.h"

#include <bit>

#include "core/base/file.h"

namespace glassformer {

std::string npy_header(std::span<const std::int64_t> sizes) {
    static_assert(std::endian::native == std::endian::little, "the numbers are written as they lie in memory");
    std::string shape;
    for (const std::int64_t size : sizes) shape += std::to_string(size) + ", ";
    if (sizes.size() > 1) shape.resize(shape.size() - 2);   // (2, 3), but (3,)
    if (sizes.size() == 1) shape.resize(shape.size() - 1);  // a tuple of one keeps its comma
    std::string text = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + "), }";
    constexpr std::size_t before = 10, unit = 64;  // magic, version and length; numbers then lie aligned in the file
    text.append((unit - (before + text.size() + 1) % unit) % unit, ' ');
    text += '\n';
    const auto length = static_cast<std::uint16_t>(text.size());
    std::string bytes = "\x93NUMPY";
    bytes += '\x01';
    bytes += '\0';
    bytes += static_cast<char>(length & 0xFFU);
    bytes += static_cast<char>(length >> 8U);
    return bytes + text;
}

void write_npy(const std::filesystem::path& path, const NamedTensor& tensor) {
    std::size_t count = 1;
    for (const std::int64_t size : tensor.sizes) count *= static_cast<std::size_t>(size);
    FileReplacement file(path);
    file.write(npy_header(tensor.sizes));
    file.write({reinterpret_cast<const char*>(tensor.data), count * sizeof(float)});
    file.commit();
}

}  // namespace glassformer
