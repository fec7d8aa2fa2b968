#include "core/gl/product.h"

#include <algorithm>

#include "core/base/error.h"

namespace glassformer::gl {

namespace {

struct Range {
    int first = 0, end = 0;
    int size() const { return end - first; }
};

/// What one call computes.
struct Region {
    Range z, rows, columns, depth, repeats;
    bool adds = false;  // to what an earlier call left
};

/// The entries of a tensor that a region touches.
struct Span {
    std::size_t low = 0, count = 0;
};

using Extent = std::size_t;
Extent size(int n) { return static_cast<Extent>(n); }

Span span_of(const Layout& of, const Product& p, Range z, Range rows, Range columns, Range repeats) {
    const auto matrix = [&](int at) {
        return size(at / p.heads) * size(of.sequence) + size(at % p.heads / of.group) * size(of.head);
    };
    Extent low = matrix(z.first), high = low;
    for (int at = z.first; at < z.end; ++at) {
        low = std::min(low, matrix(at));
        high = std::max(high, matrix(at));
    }
    low +=
        size(repeats.first) * size(of.repeat) + size(rows.first) * size(of.row) + size(columns.first) * size(of.column);
    high += size(repeats.end - 1) * size(of.repeat) + size(rows.end - 1) * size(of.row) +
            size(columns.end - 1) * size(of.column);
    return {low, high - low + 1};
}

/// Block sizes: rows and columns of C a group computes, depth of a tile, entries a thread holds.
struct Blocks {
    int bm, bn, bk, rm, rn;
};

Blocks blocks_for(int m, int n, int matrices) {
    if (m <= 16 && n <= 16) return {16, 16, 16, 2, 2};
    if (m <= 32) return {16, 64, 32, 2, 4};
    // Large blocks reuse more, but there must be enough of them to keep every processor of the device busy.
    const long groups = static_cast<long>((m + 127) / 128) * ((n + 127) / 128) * matrices;
    return groups >= 64 ? Blocks{128, 128, 8, 8, 8} : Blocks{64, 64, 16, 4, 4};
}

/// Whether fours of neighbouring entries can be read whole.
bool whole(const Layout& of, std::size_t low, int other, int first) {
    const auto four = [](long n) { return n % 4 == 0; };
    return four(other) && four(of.head) && four(of.sequence) && four(of.repeat) && four(first) &&
           four(static_cast<long>(of.slice.first + low));
}

void call(Plan& plan, const Product& p, const Region& region, const Span& a, const Span& b, const Span& c) {
    const Blocks blocks = blocks_for(region.rows.size(), region.columns.size(), region.z.size());
    std::vector<std::string> definitions{"BM " + std::to_string(blocks.bm),
                                         "BN " + std::to_string(blocks.bn),
                                         "BK " + std::to_string(blocks.bk),
                                         "RM " + std::to_string(blocks.rm),
                                         "RN " + std::to_string(blocks.rn),
                                         "THREADS_X " + std::to_string(blocks.bn / blocks.rn),
                                         "THREADS_Y " + std::to_string(blocks.bm / blocks.rm)};
    const bool a_along_k = p.a.column == 1, b_along_k = p.b.row == 1 && p.b.column != 1;
    if (a_along_k) definitions.emplace_back("A_ALONG_K");
    if (b_along_k) definitions.emplace_back("B_ALONG_K");
    if (whole(p.a, a.low, a_along_k ? p.a.row : p.a.column, a_along_k ? region.depth.first : region.rows.first))
        definitions.emplace_back("A_WHOLE");
    if (whole(p.b, b.low, b_along_k ? p.b.column : p.b.row, b_along_k ? region.depth.first : region.columns.first))
        definitions.emplace_back("B_WHOLE");
    std::vector<Slice> slices{p.a.slice.part(a.low, a.count), p.b.slice.part(b.low, b.count),
                              p.c.slice.part(c.low, c.count)};
    if (p.bias && !region.adds) {
        definitions.emplace_back("BIAS");
        slices.push_back(p.bias);
    }
    Uniforms uniforms{{"z_first", region.z.first},
                      {"heads", p.heads},
                      {"bias_head", p.bias_head},
                      {"accumulate", p.accumulate || region.adds ? 1 : 0}};
    const auto range = [&](const std::string& name, Range of) {
        uniforms.emplace_back(name + "_first", of.first);
        uniforms.emplace_back(name + "_end", of.end);
    };
    range("rows", region.rows);
    range("columns", region.columns);
    range("depth", region.depth);
    range("repeats", region.repeats);
    const auto layout = [&](const std::string& name, const Layout& of, std::size_t low) {
        uniforms.emplace_back(name + "_low", static_cast<int>(low));
        uniforms.emplace_back(name + "_sequence", of.sequence);
        uniforms.emplace_back(name + "_head", of.head);
        uniforms.emplace_back(name + "_group", of.group);
        uniforms.emplace_back(name + "_repeat", of.repeat);
        uniforms.emplace_back(name + "_row", of.row);
        uniforms.emplace_back(name + "_column", of.column);
    };
    layout("a", p.a, a.low);
    layout("b", p.b, b.low);
    layout("c", p.c, c.low);
    const auto groups = [](int n, int block) { return static_cast<unsigned>((n + block - 1) / block); };
    plan.call("product", definitions, slices, uniforms,
              {groups(region.columns.size(), blocks.bn), groups(region.rows.size(), blocks.bm),
               static_cast<unsigned>(region.z.size())});
}

/// Halves the range at a multiple of 4, so that fours stay whole; the first part keeps its begin.
std::pair<Range, Range> halves(Range of) {
    int middle = of.first + of.size() / 2;
    if (of.size() >= 8) middle = of.first + of.size() / 2 / 4 * 4;
    return {{of.first, middle}, {middle, of.end}};
}

void append(Plan& plan, const Product& p, const Region& region) {
    const Span a = span_of(p.a, p, region.z, region.rows, region.depth, region.repeats);
    const Span b = span_of(p.b, p, region.z, region.depth, region.columns, region.repeats);
    const Span c = span_of(p.c, p, region.z, region.rows, region.columns, Range{0, 1});
    const std::size_t most = plan.device().max_block_floats() - plan.device().offset_alignment_floats();
    if (std::max({a.count, b.count, c.count}) <= most && region.z.size() <= 65535)
        return call(plan, p, region, a, b, c);

    // Split what reaches furthest in the tensor that is too large: first the matrices, then a side of one.
    struct Choice {
        Range Region::*range;
        std::size_t reach;
    };
    std::vector<Choice> choices{
        {&Region::z, 0}, {&Region::repeats, 0}, {&Region::rows, 0}, {&Region::columns, 0}, {&Region::depth, 0}};
    const auto reaches = [&](const Layout& of, std::size_t count, Range Region::*first, Range Region::*second) {
        if (count <= most && region.z.size() <= 65535) return;
        const auto reach = [&](Range Region::*range, int stride) {
            for (Choice& choice : choices)
                if (choice.range == range)
                    choice.reach = std::max(choice.reach, size((region.*range).size() - 1) * size(stride));
        };
        reach(&Region::z, p.heads > 1 ? of.head : of.sequence);
        reach(&Region::repeats, of.repeat);
        reach(first, of.row);
        reach(second, of.column);
    };
    reaches(p.a, a.count, &Region::rows, &Region::depth);
    reaches(p.b, b.count, &Region::depth, &Region::columns);
    reaches(p.c, c.count, &Region::rows, &Region::columns);
    const auto widest = std::ranges::max_element(choices, {}, &Choice::reach);
    if (widest->reach == 0)
        throw Error("the product of a matrix " + std::to_string(p.m) + " x " + std::to_string(p.k) + " and a matrix " +
                    std::to_string(p.k) + " x " + std::to_string(p.n) + " is too large for OpenGL on " +
                    plan.device().renderer());
    const auto [low, high] = halves(region.*widest->range);
    Region first = region, second = region;
    first.*widest->range = low;
    second.*widest->range = high;
    second.adds = region.adds || widest->range == &Region::depth || widest->range == &Region::repeats;
    append(plan, p, first);
    append(plan, p, second);
}

}  // namespace

void product(Plan& plan, const Product& p) {
    if (p.m == 0 || p.n == 0 || p.sequences * p.heads == 0) return;
    append(plan, p,
           {.z = {0, p.sequences * p.heads},
            .rows = {0, p.m},
            .columns = {0, p.n},
            .depth = {0, p.k},
            .repeats = {0, p.repeats}});
}

}  // namespace glassformer::gl
