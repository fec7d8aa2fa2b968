#include "core/io/safetensors_map.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"

namespace glassformer {

namespace {

constexpr std::uint64_t max_header = 100'000'000;  // bytes, as the format's own library has it
constexpr std::size_t max_rank = 8;

/// Reads and checks one entry of the header on its own; `where` names file and tensor.
MappedTensor read_entry(const std::string& name, const Json& value, std::uint64_t data_size, const std::string& where) {
    MappedTensor tensor;
    tensor.name = name;
    if (!value.is_object()) throw Error(where + " is " + described(value) + " instead of an object");
    for (const auto& [key, unused] : value.items())
        if (key != "dtype" && key != "shape" && key != "data_offsets")
            throw Error(where + " has the unknown key " + in_quotes(key));
    if (value.size() != 3) throw Error(where + " needs \"dtype\", \"shape\" and \"data_offsets\"");

    const Json& dtype = value.at("dtype");
    if (dtype.is_string()) tensor.type = find_stored_type(dtype.text());
    if (tensor.type == nullptr) throw Error(where + " has the unknown dtype " + described(dtype));

    const Json& shape = value.at("shape");
    if (!shape.is_array() || shape.size() > max_rank)
        throw Error(where + " needs as \"shape\" a list of at most " + std::to_string(max_rank) + " sizes");
    std::uint64_t count = 1;
    for (const Json& size : shape) {
        if (!size.is_number_unsigned()) throw Error(where + " has the size " + described(size) + " in its shape");
        const auto n = size.get<std::uint64_t>();
        const std::uint64_t most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) /
                                   static_cast<unsigned>(tensor.type->bits);
        if (n > most || (n > 0 && count > most / n)) throw Error(where + " has a shape too large to count");
        count *= n;
        tensor.sizes.push_back(static_cast<std::int64_t>(n));
    }
    const std::uint64_t bits = count * static_cast<unsigned>(tensor.type->bits), bytes = bits / 8;
    if (bits % 8 != 0) throw Error(where + " takes " + std::to_string(bits) + " bits, which is not a number of bytes");
    tensor.count = count;

    const Json& range = value.at("data_offsets");
    if (!range.is_array() || range.size() != 2 || !range[0].is_number_unsigned() || !range[1].is_number_unsigned())
        throw Error(where + " needs as \"data_offsets\" two whole numbers");
    tensor.begin = range[0].get<std::uint64_t>();
    tensor.end = range[1].get<std::uint64_t>();
    const std::string range_text = "bytes " + std::to_string(tensor.begin) + " to " + std::to_string(tensor.end);
    if (tensor.begin > tensor.end) throw Error(where + " has its end before its start: " + range_text);
    if (tensor.end > data_size)
        throw Error(where + " lies at " + range_text + ", but the file holds " + std::to_string(data_size) +
                    " bytes of data; it may be cut short");
    if (tensor.end - tensor.begin != bytes)
        throw Error(where + " of shape " + shape_text(tensor.sizes) + " and type " + std::string(tensor.type->name) +
                    " takes " + std::to_string(bytes) + " bytes, but lies at " + range_text);
    return tensor;
}

/// The ranges, sorted, must cover the data without overlap or gap: a gap could hide anything, an overlap is never
/// meant.
void check_ranges(const std::vector<MappedTensor>& sorted, std::uint64_t data_size, const std::string& path) {
    std::uint64_t end = 0;
    for (const MappedTensor& tensor : sorted) {
        if (tensor.begin != end)
            throw Error(path + ": tensor " + in_quotes(tensor.name) + " begins at byte " +
                        std::to_string(tensor.begin) + " of the data where " + std::to_string(end) + " is next: " +
                        (tensor.begin < end ? "it overlaps the tensor before it" : "there is a gap before it"));
        end = tensor.end;
    }
    if (end != data_size)
        throw Error(path + ": the tensors end at byte " + std::to_string(end) + " of the data, but the file holds " +
                    std::to_string(data_size));
}

std::map<std::string, std::string> read_metadata(const Json& value, const std::string& path) {
    if (value.is_null()) return {};
    if (!value.is_object()) throw Error(path + ": \"__metadata__\" must be an object of strings");
    std::map<std::string, std::string> result;
    for (const auto& [key, entry] : value.items()) {
        if (!entry.is_string())
            throw Error(path + ": the metadata " + in_quotes(key) + " must be a string, not " + described(entry));
        result[key] = entry.get<std::string>();
    }
    return result;
}

}  // namespace

std::string shape_text(std::span<const std::int64_t> sizes) {
    std::string result = "[";
    for (std::size_t i = 0; i < sizes.size(); ++i) result += (i ? ", " : "") + std::to_string(sizes[i]);
    return result + "]";
}

bool same_sizes(std::span<const std::int64_t> sizes, const Shape& shape) {
    if (sizes.size() != static_cast<std::size_t>(shape.rank())) return false;
    for (int d = 0; d < shape.rank(); ++d)
        if (sizes[static_cast<std::size_t>(d)] != shape.size(d)) return false;
    return true;
}

const float* MappedTensor::in_place() const {
    const bool aligned = reinterpret_cast<std::uintptr_t>(bytes) % alignof(float) == 0;
    return type->name == "F32" && aligned ? reinterpret_cast<const float*>(bytes) : nullptr;
}

SafetensorsMap SafetensorsMap::open(const std::filesystem::path& path, std::size_t copied) {
    const auto file = MappedFile::open(path, copied);
    const auto bytes = file->bytes();
    SafetensorsMap result;
    result.file_ = file;
    result.path_ = path_text(path);
    if (bytes.size() < 8)
        throw Error(result.path_ + " has " + std::to_string(bytes.size()) + " bytes, too few for a safetensors file");
    std::uint64_t header_size = 0;
    std::memcpy(&header_size, bytes.data(), 8);
    if (header_size > max_header)
        throw Error(result.path_ + " claims a header of " + std::to_string(header_size) + " bytes, more than the " +
                    std::to_string(max_header) + " that are read");
    if (header_size > bytes.size() - 8)
        throw Error(result.path_ + " claims a header of " + std::to_string(header_size) + " bytes, but only " +
                    std::to_string(bytes.size() - 8) + " follow; it may be cut short");
    const auto header = static_cast<std::size_t>(header_size);
    const std::string_view header_text{reinterpret_cast<const char*>(bytes.data()) + 8, header};
    const Json root = parse_json(header_text, result.path_);
    if (!root.is_object()) throw Error(result.path_ + ": the header must be a JSON object, not " + described(root));

    result.data_size_ = bytes.size() - 8 - header;
    for (const auto& [name, value] : root.items()) {
        if (name == "__metadata__") {
            result.metadata_ = read_metadata(value, result.path_);
            continue;
        }
        result.tensors_.push_back(
            read_entry(name, value, result.data_size_, result.path_ + ": tensor " + in_quotes(name)));
        MappedTensor& tensor = result.tensors_.back();
        tensor.bytes = bytes.data() + 8 + header + tensor.begin;
        tensor.file = file;
    }
    std::ranges::sort(result.tensors_, {}, [](const MappedTensor& t) { return std::pair(t.begin, t.end); });
    check_ranges(result.tensors_, result.data_size_, result.path_);
    return result;
}

}  // namespace glassformer
