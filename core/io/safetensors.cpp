#include "core/io/safetensors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/base/mapped_file.h"
#include "core/io/half.h"

namespace glassformer {

static_assert(std::endian::native == std::endian::little, "safetensors are little-endian and used in place");

namespace {

constexpr std::uint64_t max_header = std::uint64_t{32} << 20U;  // a header of a million tensors would be larger
constexpr std::size_t max_rank = 8;

float from_bfloat(const std::byte* p) {  // the upper half of a float
    std::uint16_t bits = 0;
    std::memcpy(&bits, p, 2);
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

template <class Stored>
Stored stored(const std::byte* p) {
    Stored value;
    std::memcpy(&value, p, sizeof value);
    return value;
}

struct ElementType {
    std::string_view name;
    std::size_t bytes;
    float (*to_float)(const std::byte*);           // null: not a type for weights
    std::int64_t (*to_integer)(const std::byte*);  // null: not read as integers
};

constexpr std::array element_types{
    ElementType{"F32", 4, [](const std::byte* p) { return stored<float>(p); }, nullptr},
    ElementType{"F16", 2, [](const std::byte* p) { return from_half(stored<std::uint16_t>(p)); }, nullptr},
    ElementType{"BF16", 2, from_bfloat, nullptr},
    ElementType{"F64", 8, [](const std::byte* p) { return static_cast<float>(stored<double>(p)); }, nullptr},
    ElementType{"I64", 8, nullptr, [](const std::byte* p) { return stored<std::int64_t>(p); }},
    ElementType{"I32", 4, nullptr, [](const std::byte* p) { return std::int64_t{stored<std::int32_t>(p)}; }},
    // Known to the format and skipped over: masks and quantised weights of models by others.
    ElementType{"BOOL", 1, nullptr, nullptr},
    ElementType{"U8", 1, nullptr, nullptr},
    ElementType{"I8", 1, nullptr, nullptr},
    ElementType{"F8_E4M3", 1, nullptr, nullptr},
    ElementType{"F8_E5M2", 1, nullptr, nullptr},
    ElementType{"I16", 2, nullptr, nullptr},
    ElementType{"U16", 2, nullptr, nullptr},
    ElementType{"U32", 4, nullptr, nullptr},
    ElementType{"U64", 8, nullptr, nullptr},
};

struct Entry {
    StoredTensor tensor;
    const ElementType* type;
    std::uint64_t begin, end;  // bytes behind the header
};

// Reads and checks one entry of the header on its own; `where` names file and tensor.
Entry read_entry(const std::string& name, const Json& value, std::uint64_t data_size, const std::string& where) {
    Entry entry{};
    entry.tensor.name = name;
    if (!value.is_object()) throw Error(where + " is " + described(value) + " instead of an object");
    for (const auto& [key, unused] : value.items())
        if (key != "dtype" && key != "shape" && key != "data_offsets")
            throw Error(where + " has the unknown key " + in_quotes(key));
    if (value.size() != 3) throw Error(where + " needs \"dtype\", \"shape\" and \"data_offsets\"");

    const Json& dtype = value.at("dtype");
    if (dtype.is_string()) entry.tensor.dtype = dtype.get<std::string>();
    const auto type = std::ranges::find(element_types, entry.tensor.dtype, &ElementType::name);
    if (type == element_types.end()) throw Error(where + " has the unknown dtype " + described(dtype));
    entry.type = &*type;

    const Json& shape = value.at("shape");
    if (!shape.is_array() || shape.size() > max_rank)
        throw Error(where + " needs as \"shape\" a list of at most " + std::to_string(max_rank) + " sizes");
    std::uint64_t bytes = type->bytes;
    for (const Json& size : shape) {
        if (!size.is_number_unsigned()) throw Error(where + " has the size " + described(size) + " in its shape");
        const auto n = size.get<std::uint64_t>();
        constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
        if (n > most || (n > 0 && bytes > most / n)) throw Error(where + " has a shape too large to count");
        bytes *= n;
        entry.tensor.sizes.push_back(static_cast<std::int64_t>(n));
    }
    entry.tensor.count = bytes / type->bytes;

    const Json& range = value.at("data_offsets");
    if (!range.is_array() || range.size() != 2 || !range[0].is_number_unsigned() || !range[1].is_number_unsigned())
        throw Error(where + " needs as \"data_offsets\" two whole numbers");
    entry.begin = range[0].get<std::uint64_t>();
    entry.end = range[1].get<std::uint64_t>();
    const std::string range_text = "bytes " + std::to_string(entry.begin) + " to " + std::to_string(entry.end);
    if (entry.begin > entry.end) throw Error(where + " has its end before its start: " + range_text);
    if (entry.end > data_size)
        throw Error(where + " lies at " + range_text + ", but the file holds " + std::to_string(data_size) +
                    " bytes of data; it may be cut short");
    if (entry.end - entry.begin != bytes)
        throw Error(where + " of shape " + shape_text(entry.tensor.sizes) + " and type " + entry.tensor.dtype +
                    " takes " + std::to_string(bytes) + " bytes, but lies at " + range_text);
    return entry;
}

// The ranges must cover the data without overlap or gap: a gap could hide anything, an overlap is never meant.
void check_ranges(const std::vector<Entry>& entries, std::uint64_t data_size, const std::string& path) {
    std::vector<const Entry*> sorted;
    sorted.reserve(entries.size());
    for (const Entry& entry : entries) sorted.push_back(&entry);
    std::ranges::sort(sorted, {}, [](const Entry* e) { return std::pair(e->begin, e->end); });
    std::uint64_t end = 0;
    for (const Entry* entry : sorted) {
        if (entry->begin != end)
            throw Error(path + ": tensor " + in_quotes(entry->tensor.name) + " begins at byte " +
                        std::to_string(entry->begin) + " of the data where " + std::to_string(end) + " is next: " +
                        (entry->begin < end ? "it overlaps the tensor before it" : "there is a gap before it"));
        end = entry->end;
    }
    if (end != data_size)
        throw Error(path + ": the tensors end at byte " + std::to_string(end) + " of the data, but the file holds " +
                    std::to_string(data_size));
}

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

void fill(Entry& entry, const std::byte* data, const std::shared_ptr<const MappedFile>& file, Loading& loading) {
    StoredTensor& tensor = entry.tensor;
    const std::byte* const bytes = data + entry.begin;
    const std::size_t step = entry.type->bytes;
    if (entry.type->to_integer)
        for (std::size_t i = 0; i < tensor.count; ++i)
            tensor.integers.push_back(entry.type->to_integer(bytes + i * step));
    if (!entry.type->to_float) return;
    const bool aligned = reinterpret_cast<std::uintptr_t>(bytes) % alignof(float) == 0;
    if (tensor.dtype == "F32" && aligned) {
        tensor.data = reinterpret_cast<const float*>(bytes);
        tensor.owner = file;
        return;
    }
    const auto copy = std::make_shared<std::vector<float>>(tensor.count);
    // Half of its way: the other half is its preparation.
    const std::uint64_t before = loading.done();
    for (std::size_t first = 0; first < tensor.count; first += converted_at_once) {
        const std::size_t last = std::min(tensor.count, first + converted_at_once);
        for (std::size_t i = first; i < last; ++i) (*copy)[i] = entry.type->to_float(bytes + i * step);
        loading.reach(before + last * step / 2);
    }
    tensor.data = copy->data();
    tensor.owner = copy;
}

std::size_t bytes_of(const NamedTensor& tensor, FloatType type) {
    std::size_t count = 1;
    for (const std::int64_t size : tensor.sizes) count *= static_cast<std::size_t>(size);
    return count * (type == FloatType::f16 ? sizeof(std::uint16_t) : sizeof(float));
}

}  // namespace

std::string shape_text(std::span<const std::int64_t> sizes) {
    std::string result = "[";
    for (std::size_t i = 0; i < sizes.size(); ++i) result += (i ? ", " : "") + std::to_string(sizes[i]);
    return result + "]";
}

bool StoredTensor::has_shape(const Shape& shape) const {
    if (sizes.size() != static_cast<std::size_t>(shape.rank())) return false;
    for (int d = 0; d < shape.rank(); ++d)
        if (sizes[static_cast<std::size_t>(d)] != shape.size(d)) return false;
    return true;
}

SafetensorsFile SafetensorsFile::open(const std::filesystem::path& path, Loading* loading) {
    Loading unseen;
    if (loading == nullptr) loading = &unseen;
    const auto file = MappedFile::open(path);
    const auto bytes = file->bytes();
    SafetensorsFile result;
    result.path_ = path_text(path);
    if (bytes.size() < 8)
        throw Error(result.path_ + " has " + std::to_string(bytes.size()) + " bytes, too few for a safetensors file");
    const auto header_size = stored<std::uint64_t>(bytes.data());
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

    const std::uint64_t data_size = bytes.size() - 8 - header;
    std::vector<Entry> entries;
    for (const auto& [name, value] : root.items()) {
        if (name != "__metadata__") {
            entries.push_back(read_entry(name, value, data_size, result.path_ + ": tensor " + in_quotes(name)));
            continue;
        }
        if (!value.is_object()) throw Error(result.path_ + ": \"__metadata__\" must be an object of strings");
        for (const auto& [key, entry] : value.items()) {
            if (!entry.is_string())
                throw Error(result.path_ + ": the metadata " + in_quotes(key) + " must be a string, not " +
                            described(entry));
            result.metadata_[key] = entry.get<std::string>();
        }
    }
    check_ranges(entries, data_size, result.path_);
    std::ranges::sort(entries, {}, [](const Entry& e) { return std::pair(e.begin, e.end); });
    loading->expect(data_size);
    for (Entry& entry : entries) {
        fill(entry, bytes.data() + 8 + header, file, *loading);
        result.index_[entry.tensor.name] = result.tensors_.size();
        result.tensors_.push_back(std::move(entry.tensor));
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
