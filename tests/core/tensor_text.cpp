// Numbers as text and as .npy files, against texts written by hand and, where it is there, against NumPy.
#include "core/io/tensor_text.h"

#include <doctest/doctest.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "core/base/file.h"
#include "core/io/npy.h"
#include "tests/support/skipped.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity(), none = std::numeric_limits<float>::quiet_NaN();

bool numpy_here() { return std::system("/usr/bin/python3 -c 'import numpy' >/dev/null 2>&1") == 0; }  // NOLINT

}  // namespace

TEST_SUITE_BEGIN("tensor_text");

TEST_CASE("a number is written with the fewest digits that bring it back, and as its bits") {
    CHECK(shortest_text(0.1F) == "0.1");
    CHECK(shortest_text(16777216.0F) == "16777216");
    CHECK(shortest_text(-0.0F) == "-0");
    CHECK(shortest_text(-infinity) == "-inf");
    CHECK(shortest_text(none) == "nan");
    for (const float value : {1.0F / 3, 1e-40F, 3.4028235e38F, -7.77e-12F}) {
        float back = 0;
        const std::string text = shortest_text(value);
        std::from_chars(text.data(), text.data() + text.size(), back);
        CHECK(std::memcmp(&back, &value, 4) == 0);
    }
    CHECK(bits_text(1.0F) == "0x3f800000");
    CHECK(bits_text(-2.0F) == "0xc0000000");
    CHECK(bits_text(0.1F) == "0x3dcccccd");
    CHECK(bits_text(infinity) == "0x7f800000");
}

TEST_CASE("a matrix as tabs, CSV, NumPy and LaTeX") {
    const Numbers matrix{{2, 3}, {1, -2.5F, 0.1F, -infinity, none, -0.001F}};
    CHECK(tensor_text(matrix, TextForm::tabs) == "1\t-2.5\t0.1\n-inf\tnan\t-0.001");
    CHECK(tensor_text(matrix, TextForm::csv) == "1,-2.5,0.1\n-inf,nan,-0.001");
    CHECK(tensor_text(matrix, TextForm::numpy) ==
          "np.array([[1, -2.5, 0.1],\n          [-np.inf, np.nan, -0.001]], dtype=np.float32)");
    CHECK(tensor_text(matrix, TextForm::latex, 2) ==
          "\\begin{bmatrix}\n1.00 & -2.50 & 0.10 \\\\\n-\\infty & \\mathrm{NaN} & 0.00\n\\end{bmatrix}");
    CHECK(tensor_text(matrix, TextForm::latex, 3).find("-0.001") != std::string::npos);
    CHECK(tensor_text({{1, 1}, {-1.25e8F}}, TextForm::latex, 2) ==
          "\\begin{bmatrix}\n-1.25 \\cdot 10^{8}\n\\end{bmatrix}");
    const Numbers wide{{11}, std::vector<float>(11, 0.5F)};
    CHECK(
        tensor_text(wide, TextForm::latex, 1).starts_with("\\setcounter{MaxMatrixCols}{11}\n\\begin{bmatrix}\n0.5 &"));
}

TEST_CASE("a single number, a row and a tensor of three axes as text") {
    CHECK(tensor_text({{}, {0.1F}}, TextForm::tabs) == "0.1");
    CHECK(tensor_text({{}, {0.1F}}, TextForm::numpy) == "np.float32(0.1)");
    CHECK(tensor_text({{}, {0.126F}}, TextForm::latex, 2) == "0.13");
    CHECK(tensor_text({{3}, {1, 2, 3}}, TextForm::csv) == "1,2,3");
    CHECK(tensor_text({{3}, {1, 2, 3}}, TextForm::numpy) == "np.array([1, 2, 3], dtype=np.float32)");
    CHECK(tensor_text({{3}, {1, 2, 3}}, TextForm::latex, 0) == "\\begin{bmatrix}\n1 & 2 & 3\n\\end{bmatrix}");
    const Numbers cube{{2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}};
    CHECK(tensor_text(cube, TextForm::tabs) == "1\t2\n3\t4\n\n5\t6\n7\t8");
    CHECK(tensor_text(cube, TextForm::numpy) ==
          "np.array([[[1, 2],\n           [3, 4]],\n          [[5, 6],\n           [7, 8]]], dtype=np.float32)");
    CHECK(tensor_text(cube, TextForm::latex, 0) ==
          "\\begin{bmatrix}\n1 & 2 \\\\\n3 & 4\n\\end{bmatrix}\n\\begin{bmatrix}\n5 & 6 \\\\\n7 & 8\n\\end{bmatrix}");
    Tensor tensor(Shape{{Axis::head, 2}, {Axis::query, 2}, {Axis::key, 2}});
    for (std::size_t i = 0; i < 8; ++i) tensor.data[i] = cube.values[i];
    std::string file;
    write_csv(tensor.view(), [&](const std::string& line) { file += line; });
    CHECK(file == tensor_text(cube, TextForm::csv) + "\n");
}

TEST_CASE("more numbers than a text may have are refused with both counts") {
    CHECK(too_many(10'000, TextForm::latex) == "");
    CHECK(too_many(38'597'376, TextForm::tabs) ==
          "These are 38,597,376 numbers; as Tabs at most 1,000,000 can be copied. Export the tensor instead.");
    CHECK(message_of([] {
              (void)tensor_text({{10'001}, std::vector<float>(10'001)}, TextForm::latex);
          }) == "These are 10,001 numbers; as LaTeX at most 10,000 can be copied. Export the tensor instead.");
}

TEST_CASE("an .npy file has NumPy's header, and its numbers follow") {
    const TemporaryFolder folder;
    const std::vector<float> values{1, -2.5F, 3e-40F, infinity, -0.0F, 7};
    const auto path = folder / "a.npy";
    write_npy(path, {"a", {2, 3}, values.data()});
    const std::string bytes = read_file(path, 1000);
    REQUIRE(bytes.size() == 128 + 24);
    CHECK(bytes.substr(0, 8) == std::string("\x93NUMPY\x01\0", 8));
    CHECK(static_cast<unsigned char>(bytes[8]) == 118);
    CHECK(bytes[9] == 0);
    CHECK(bytes.substr(10, 60) == "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), } ");
    CHECK(bytes[127] == '\n');
    CHECK(std::memcmp(bytes.data() + 128, values.data(), 24) == 0);
    for (const auto& [sizes, shape] : std::vector<std::pair<std::vector<std::int64_t>, std::string>>{
             {{}, "(), }"}, {{6}, "(6,), }"}, {{1, 2, 3}, "(1, 2, 3), }"}}) {
        const std::string header = npy_header(sizes);
        CHECK(header.size() % 64 == 0);
        CHECK(header.find("'shape': " + shape) != std::string::npos);
    }
}

TEST_CASE("NumPy reads the files, and the text of an array is one") {
    if (!numpy_here()) {
        test::skip(test::Needs::tools, "/usr/bin/python3 has no numpy");
        return;
    }
    const TemporaryFolder folder;
    std::vector<float> values(24);
    for (std::size_t i = 0; i < 24; ++i) values[i] = static_cast<float>(i) / 7 - 1;
    values[5] = -infinity;
    write_npy(folder / "cube.npy", {"x", {2, 3, 4}, values.data()});
    write_npy(folder / "row.npy", {"x", {24}, values.data()});
    write_npy(folder / "one.npy", {"x", {}, values.data()});
    const Numbers cube{{2, 3, 4}, values};
    write_file(folder / "check.py",
               "import numpy as np\n"
               "c = np.load('cube.npy'); r = np.load('row.npy'); o = np.load('one.npy')\n"
               "assert c.shape == (2, 3, 4) and r.shape == (24,) and o.shape == () and c.dtype == np.float32\n"
               "want = np.arange(24, dtype=np.float32) / np.float32(7) - np.float32(1); want[5] = -np.inf\n"
               "assert (c.ravel() == want).all() and (r == want).all() and o == want[0]\n"
               "assert (" +
                   tensor_text(cube, TextForm::numpy) +
                   " == c).all()\n"
                   "csv = np.loadtxt('cube.csv', delimiter=',', dtype=np.float32)\n"
                   "assert (csv.reshape(2, 3, 4) == c).all()\n");
    write_file(folder / "cube.csv", tensor_text(cube, TextForm::csv));
    const std::string command = "cd " + folder.path().string() + " && /usr/bin/python3 check.py";
    CHECK(std::system(command.c_str()) == 0);  // NOLINT: two tools of the system
}

TEST_SUITE_END();
