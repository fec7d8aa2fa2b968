#include "core/io/safetensors.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/io/half.h"

namespace glassformer {

namespace {

/// The numbers as halves; Error for one that is too large to be one.
std::vector<std::uint16_t> halves(const NamedTensor& tensor, std::size_t count, const std::string& path) {
    std::vector<std::uint16_t> result(count);
    for (std::size_t i = 0; i < count; ++i) {
        result[i] = to_half(tensor.data[i]);
        if (std::isfinite(tensor.data[i]) && !std::isfinite(from_half(result[i])))
            throw Error(path + ": tensor " + in_quotes(tensor.name) + " holds " + std::to_string(tensor.data[i]) +
                        ", which F16 cannot: its largest number is 65504");
    }
    return result;
}

constexpr std::size_t converted_at_once = std::size_t{1} << 18U;  // numbers

StoredTensor read_numbers(const MappedTensor& mapped, Loading& loading) {
    StoredTensor tensor{.name = mapped.name,
                        .dtype = std::string(mapped.type->name),
                        .sizes = mapped.sizes,
                        .count = mapped.count,
                        .data = mapped.in_place(),
                        .integers = {},
                        .owner = mapped.file};
    const std::size_t step = static_cast<std::size_t>(mapped.type->bits) / 8;
    if (mapped.type->to_integer != nullptr)
        for (std::size_t i = 0; i < tensor.count; ++i)
            tensor.integers.push_back(mapped.type->to_integer(mapped.bytes + i * step));
    if (tensor.data != nullptr || mapped.type->to_floats == nullptr) return tensor;
    const auto copy = std::make_shared<std::vector<float>>(std::max<std::size_t>(tensor.count, 1));
    // Half of its way: the other half is its preparation.
    const std::uint64_t before = loading.done();
    for (std::size_t first = 0; first < tensor.count; first += converted_at_once) {
        const std::size_t count = std::min(tensor.count - first, converted_at_once);
        mapped.type->to_floats(mapped.bytes + first * step, copy->data() + first, count);
        loading.reach(before + (first + count) * step / 2);
    }
    tensor.data = copy->data();
    tensor.owner = copy;
    return tensor;
}

std::size_t bytes_of(const NamedTensor& tensor, FloatType type) {
    std::size_t count = 1;
    for (const std::int64_t size : tensor.sizes) count *= static_cast<std::size_t>(size);
    return count * (type == FloatType::f16 ? sizeof(std::uint16_t) : sizeof(float));
}

}  // namespace

bool StoredTensor::has_shape(const Shape& shape) const { return same_sizes(sizes, shape); }

SafetensorsFile SafetensorsFile::open(const std::filesystem::path& path, Loading* loading) {
    Loading unseen;
    if (loading == nullptr) loading = &unseen;
    const SafetensorsMap map = SafetensorsMap::open(path);
    SafetensorsFile result;
    result.path_ = map.path();
    result.file_ = map.file();
    result.metadata_ = map.metadata();
    loading->expect(map.data_size());
    for (const MappedTensor& mapped : map.tensors()) {
        result.index_[mapped.name] = result.tensors_.size();
        result.tensors_.push_back(read_numbers(mapped, *loading));
    }
    return result;
}

const StoredTensor* SafetensorsFile::find(std::string_view name) const {
    const auto entry = index_.find(name);
    return entry == index_.end() ? nullptr : &tensors_[entry->second];
}

const StoredTensor& SafetensorsFile::floats(std::string_view name) const {
    const StoredTensor* tensor = find(name);
    if (!tensor) throw Error(path_ + " has no tensor " + in_quotes(name));
    if (!tensor->data)
        throw Error(path_ + ": tensor " + in_quotes(name) + " is stored as " + tensor->dtype +
                    " where F32, F16, BF16 or F64 is needed");
    return *tensor;
}

const StoredTensor& SafetensorsFile::floats(std::string_view name, const Shape& expected) const {
    const StoredTensor& tensor = floats(name);
    if (!tensor.has_shape(expected))
        throw Error(path_ + ": tensor " + in_quotes(name) + " should be " + text(expected) + ", found " +
                    shape_text(tensor.sizes));
    return tensor;
}

NamedTensor::NamedTensor(std::string n, std::vector<std::int64_t> s, const float* d)
    : name(std::move(n)), sizes(std::move(s)), data(d) {}

NamedTensor::NamedTensor(std::string n, const ConstView& view) : name(std::move(n)), data(view.data) {
    for (int d = 0; d < view.shape.rank(); ++d) sizes.push_back(view.shape.size(d));
}

std::string safetensors_header(const std::string& path, std::span<const NamedTensor> tensors,
                               const std::map<std::string, std::string>& metadata, FloatType type) {
    std::set<std::string_view> names{"__metadata__"};
    Json header = Json::object();
    for (const auto& [key, value] : metadata) header["__metadata__"][key] = value;
    std::size_t end = 0;
    for (const NamedTensor& tensor : tensors) {
        if (!names.insert(tensor.name).second)
            throw Error(path + ": two tensors would be named " + in_quotes(tensor.name));
        const std::size_t begin = end;
        end += bytes_of(tensor, type);
        header.add(tensor.name, {{"dtype", type == FloatType::f16 ? "F16" : "F32"},
                                 {"shape", tensor.sizes},
                                 {"data_offsets", Json::array({begin, end})}});
    }
    std::string text = header.dump();
    text.append((8 - text.size() % 8) % 8, ' ');  // the numbers then lie aligned in a mapped file
    return text;
}

void write_safetensors(FileReplacement& file, const std::string& path, const std::string& header,
                       std::span<const NamedTensor> tensors, FloatType type) {
    const std::uint64_t header_size = header.size();
    file.write({reinterpret_cast<const char*>(&header_size), 8});
    file.write(header);
    for (const NamedTensor& tensor : tensors) {
        const std::size_t bytes = bytes_of(tensor, type);
        if (type == FloatType::f16)
            file.write(
                {reinterpret_cast<const char*>(halves(tensor, bytes / sizeof(std::uint16_t), path).data()), bytes});
        else
            file.write({reinterpret_cast<const char*>(tensor.data), bytes});
    }
}

void write_safetensors(const std::filesystem::path& path, std::span<const NamedTensor> tensors,
                       const std::map<std::string, std::string>& metadata, FloatType type) {
    const std::string header = safetensors_header(path_text(path), tensors, metadata, type);
    FileReplacement file(path);
    write_safetensors(file, path_text(path), header, tensors, type);
    file.commit();
}

}  // namespace glassformer
