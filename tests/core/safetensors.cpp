#include "core/io/safetensors.h"

#include <doctest/doctest.h>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/file.h"
#include "core/io/half.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

std::string with_length(const std::string& header, const std::string& data) {
    const std::uint64_t length = header.size();
    std::string file(8, '\0');
    std::memcpy(file.data(), &length, 8);
    return file + header + data;
}

std::string bytes16(std::initializer_list<unsigned> values) {
    std::string result;
    for (const unsigned value : values) {
        result += static_cast<char>(value & 0xFFU);
        result += static_cast<char>(value >> 8U);
    }
    return result;
}

}  // namespace

TEST_SUITE_BEGIN("safetensors");

TEST_CASE("safetensors come back as they were written") {
    const TemporaryFolder folder;
    const std::vector<float> matrix{1, -2.5F, 3e-40F, std::numeric_limits<float>::infinity(), -0.0F, 7};
    const std::vector<float> scalar{42};
    const std::vector<NamedTensor> tensors{
        {"z.matrix", {2, 3}, matrix.data()}, {"a \"quoted\" nämé", {}, scalar.data()}, {"empty", {0, 4}, nullptr}};
    write_safetensors(folder / "sub/file.safetensors", tensors, {{"k", "v"}, {"zwei", "ü"}});

    const auto file = SafetensorsFile::open(folder / "sub/file.safetensors");
    CHECK(file.metadata() == std::map<std::string, std::string>{{"k", "v"}, {"zwei", "ü"}});
    REQUIRE(file.tensors().size() == 3);
    const StoredTensor& back = file.floats("z.matrix", Shape{{Axis::d_model, 2}, {Axis::d_ff, 3}});
    CHECK(std::memcmp(back.data, matrix.data(), matrix.size() * sizeof(float)) == 0);
    CHECK(back.dtype == "F32");
    CHECK(file.floats("a \"quoted\" nämé", Shape{}).data[0] == 42);
    CHECK(file.floats("empty").count == 0);
    CHECK(file.find("missing") == nullptr);
    CHECK(contains(message_of([&] {
                       file.floats("z.matrix", Shape{{Axis::d_model, 3}, {Axis::d_ff, 2}});
                   }),
                   "tensor \"z.matrix\" should be [d_model 3, d_ff 2], found [2, 3]"));

    const std::string bytes = read_file(folder / "sub/file.safetensors", 10000);
    std::uint64_t header = 0;
    std::memcpy(&header, bytes.data(), 8);
    CHECK(header % 8 == 0);
    CHECK(std::distance(std::filesystem::directory_iterator(folder / "sub"), {}) == 1);  // no temporary file stays
}

TEST_CASE("floats written as halves come back as the nearest half, ties to the even one") {
    const TemporaryFolder folder;
    // Between 1 and 2 halves lie 2^-10 apart, below 2^-14 they lie 2^-24 apart, and 65504 is the last.
    const std::vector<float> values{
        1,        1 + 0x1p-11F, 1 + 0x3p-11F, 1 + 0x1.8p-11F, -0.1F,         65504, 65519.9F, 0x1p-24F, 0x1p-25F,
        0x3p-25F, -0x1p-26F,    0x1.ff8p-15F, 0x1p-14F,       0x1.ffffp-15F, 0,     -2.5F,    INFINITY, 1e-30F};
    const std::vector<float> expected{1,        1, 1 + 0x2p-10F, 1 + 0x1p-10F, -0x1.998p-4F, 65504, 65504, 0x1p-24F, 0,
                                      0x2p-24F, 0, 0x1.ff8p-15F, 0x1p-14F,     0x1p-14F,     0,     -2.5F, INFINITY, 0};
    const auto count = static_cast<std::int64_t>(values.size());
    write_safetensors(folder / "f", std::vector<NamedTensor>{{"x", {count}, values.data()}, {"y", {1}, values.data()}},
                      {{"k", "v"}}, FloatType::f16);
    const SafetensorsFile file = SafetensorsFile::open(folder / "f");
    const StoredTensor& x = file.floats("x");
    CHECK(x.dtype == "F16");
    for (std::size_t i = 0; i < values.size(); ++i) {
        CAPTURE(values[i]);
        CHECK(x.data[i] == expected[i]);
        CHECK(from_half(to_half(values[i])) == expected[i]);
    }
    CHECK(file.floats("y").data[0] == 1.0F);
    CHECK(file.metadata().at("k") == "v");
    const float beyond = 65520;
    CHECK(
        contains(message_of([&] {
                     write_safetensors(folder / "f", std::vector<NamedTensor>{{"x", {1}, &beyond}}, {}, FloatType::f16);
                 }),
                 "tensor \"x\" holds 65520.000000, which F16 cannot"));
    CHECK(SafetensorsFile::open(folder / "f").floats("x").count == values.size());  // the old file is still there
}

TEST_CASE("every half but the many NaNs is its own nearest half") {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        const float value = from_half(half);
        if (std::isnan(value))
            CHECK(std::isnan(from_half(to_half(value))));
        else if (to_half(value) != half)
            FAIL(bits);
    }
}

TEST_CASE("writing replaces the file under readers, and refuses a name that appears twice") {
    const TemporaryFolder folder;
    const float one = 1, two = 2;
    write_safetensors(folder / "f", std::vector<NamedTensor>{{"x", {1}, &one}});
    const auto old = SafetensorsFile::open(folder / "f");
    write_safetensors(folder / "f", std::vector<NamedTensor>{{"x", {1}, &two}});
    CHECK(old.floats("x").data[0] == 1);
    CHECK(SafetensorsFile::open(folder / "f").floats("x").data[0] == 2);
    const std::vector<NamedTensor> twice{{"x", {1}, &one}, {"x", {1}, &two}};
    CHECK(contains(message_of([&] { write_safetensors(folder / "f", twice); }), "two tensors would be named \"x\""));
    CHECK(SafetensorsFile::open(folder / "f").floats("x").data[0] == 2);
}

TEST_CASE("half, bfloat16, double and unaligned floats become floats, integers integers") {
    const TemporaryFolder folder;
    // 1, -2, largest half, smallest subnormal, smallest normal, infinity, NaN, -0
    const std::string half = bytes16({0x3C00, 0xC000, 0x7BFF, 0x0001, 0x0400, 0x7C00, 0x7E00, 0x8000});
    const std::string bfloat = bytes16({0x3F80, 0xC000, 0x7F80, 0x4049});
    const double third = 1.0 / 3;
    const std::int64_t big = -(std::int64_t{1} << 40);
    std::string data = half + bfloat + std::string(1, '\1');
    data += std::string(reinterpret_cast<const char*>(&third), 8);
    data += std::string(reinterpret_cast<const char*>(&big), 8);
    data += std::string("\xFE\xFF\xFF\xFF", 4);
    const float seven = 7;
    data += std::string(reinterpret_cast<const char*>(&seven), 4);
    write_file(folder / "f", with_length(R"({"h":{"dtype":"F16","shape":[8],"data_offsets":[0,16]},)"
                                         R"("b":{"dtype":"BF16","shape":[2,2],"data_offsets":[16,24]},)"
                                         R"("mask":{"dtype":"BOOL","shape":[1],"data_offsets":[24,25]},)"
                                         R"("d":{"dtype":"F64","shape":[1],"data_offsets":[25,33]},)"
                                         R"("i":{"dtype":"I64","shape":[1],"data_offsets":[33,41]},)"
                                         R"("j":{"dtype":"I32","shape":[1],"data_offsets":[41,45]},)"
                                         R"("u":{"dtype":"F32","shape":[1],"data_offsets":[45,49]}})",
                                         data));
    const auto file = SafetensorsFile::open(folder / "f");
    const float* h = file.floats("h").data;
    CHECK(h[0] == 1);
    CHECK(h[1] == -2);
    CHECK(h[2] == 65504);
    CHECK(h[3] == 0x1p-24F);
    CHECK(h[4] == 0x1p-14F);
    CHECK(h[5] == std::numeric_limits<float>::infinity());
    CHECK(std::isnan(h[6]));
    CHECK((h[7] == 0 && std::signbit(h[7])));
    const float* b = file.floats("b").data;
    CHECK(b[0] == 1);
    CHECK(b[1] == -2);
    CHECK(b[2] == std::numeric_limits<float>::infinity());
    CHECK(b[3] == 3.140625F);
    CHECK(file.floats("d").data[0] == static_cast<float>(third));
    CHECK(file.floats("u").data[0] == 7);
    CHECK(file.find("i")->integers == std::vector<std::int64_t>{big});
    CHECK(file.find("j")->integers == std::vector<std::int64_t>{-2});
    CHECK(contains(message_of([&] { file.floats("mask"); }), "\"mask\" is stored as BOOL"));
    CHECK(contains(message_of([&] { file.floats("i"); }), "\"i\" is stored as I64"));
}

TEST_CASE("hostile safetensors are refused in a sentence that names file and tensor") {
    struct Hostile {
        const char* label;
        std::string header;
        const char* complaint;
        std::string data = std::string(8, '\0');
    };
    const std::string deep = "{\"x\":" + std::string(100000, '[') + std::string(100000, ']') + "}";
    const std::vector<Hostile> table{
        {"no JSON", "nonsense", "line 1, column "},
        {"no object", "[]", "the header must be a JSON object, not a list"},
        {"nested deep", deep, "nested more than 32 deep"},
        {"invalid UTF-8", "{\"\xFF\":{}}", "line 1, column "},
        {"entry is no object", R"({"x":[1,2]})", R"(tensor "x" is a list instead of an object)"},
        {"missing offsets", R"({"x":{"dtype":"F32","shape":[2]}})", R"(tensor "x" needs "dtype", "shape")"},
        {"unknown key", R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8],"e":1}})", R"(unknown key "e")"},
        {"unknown dtype", R"({"x":{"dtype":"F33","shape":[2],"data_offsets":[0,8]}})", R"(unknown dtype "F33")"},
        {"dtype no string", R"({"x":{"dtype":7,"shape":[2],"data_offsets":[0,8]}})", "unknown dtype 7"},
        {"negative size", R"({"x":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})", "the size -2"},
        {"broken size", R"({"x":{"dtype":"F32","shape":[2.0],"data_offsets":[0,8]}})", "the size 2.0"},
        {"overflowing product", R"({"x":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,8]}})",
         "too large to count"},
        {"overflowing bytes", R"({"x":{"dtype":"F32","shape":[4611686018427387904],"data_offsets":[0,8]}})",
         "too large to count"},
        {"size beyond 64 bits", R"({"x":{"dtype":"F32","shape":[99999999999999999999],"data_offsets":[0,8]}})",
         "in its shape"},
        {"too many sizes", R"({"x":{"dtype":"F32","shape":[1,1,1,1,1,1,1,1,1],"data_offsets":[0,4]}})", "at most 8"},
        {"backwards", R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}})",
         "has its end before its start: bytes 8 to 0"},
        {"one offset", R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[8]}})", "two whole numbers"},
        {"negative offset", R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[-8,0]}})", "two whole numbers"},
        {"range too short", R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})",
         "of shape [2] and type F32 takes 8 bytes, but lies at bytes 0 to 4"},
        {"beyond the end", R"({"x":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}})",
         "the file holds 8 bytes of data; it may be cut short"},
        {"gap before", R"({"x":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", "there is a gap before it"},
        {"gap at the end", R"({"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "end at byte 4"},
        {"overlap",
         R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"y":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
         "\"y\" begins at byte 4 of the data where 8 is next: it overlaps"},
        {"same range twice",
         R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"y":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
         "it overlaps"},
        {"name twice",
         R"({"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"x":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
         "the key \"x\" appears twice"},
        {"key twice", R"({"x":{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
         "the key \"dtype\" appears twice"},
        {"metadata no object", R"({"__metadata__":3,"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
         "\"__metadata__\" must be an object"},
        {"metadata no string", R"({"__metadata__":{"a":3},"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
         "the metadata \"a\" must be a string, not 3"},
    };
    const TemporaryFolder folder;
    const auto path = folder / "hostile.safetensors";
    for (const Hostile& hostile : table) {
        write_file(path, with_length(hostile.header, hostile.data));
        const std::string message = message_of([&] { SafetensorsFile::open(path); });
        INFO(hostile.label << ": " << message);
        CHECK(contains(message, hostile.complaint));
        CHECK(message.starts_with(path.string()));
    }
}

TEST_CASE("a safetensors file cut anywhere is refused") {
    const TemporaryFolder folder;
    const std::vector<float> values{1, 2, 3};
    write_safetensors(folder / "f", std::vector<NamedTensor>{{"x", {3}, values.data()}});
    const std::string whole = read_file(folder / "f", 10000);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        write_file(folder / "f", whole.substr(0, length));
        CHECK_FALSE(message_of([&] { SafetensorsFile::open(folder / "f"); }).empty());
    }
    write_file(folder / "f", std::string(8, '\xFF') + "{}");
    CHECK(contains(message_of([&] { SafetensorsFile::open(folder / "f"); }), "a header of 18446744073709551615 bytes"));
    CHECK(contains(message_of([&] { SafetensorsFile::open(folder / "none"); }), "none: No such file"));
    CHECK(contains(message_of([&] { SafetensorsFile::open(folder.path()); }), "not a regular file"));
}

TEST_SUITE_END();
