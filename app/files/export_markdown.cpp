// Numbers as Markdown tables, for notes and issues: the row and the column of each number are its position along the
// last two axes.
#include <algorithm>
#include <utility>
#include <vector>

#include "app/files/export_formats.h"
#include "app/files/tensor_file.h"
#include "core/base/file.h"
#include "core/io/tensor_text.h"

namespace glassformer {

namespace {

/// "| a | b |"
std::string markdown_line(const std::vector<std::string>& cells) {
    std::string line = "|";
    for (const std::string& cell : cells) {
        std::string plain = cell;
        for (std::size_t at = 0; (at = plain.find('|', at)) != std::string::npos; at += 2) plain.insert(at, "\\");
        line += " " + plain + " |";
    }
    return line + "\n";
}

/// Below the heads of the columns: names to the left, numbers to the right.
std::string markdown_rule(std::size_t columns, std::size_t names) {
    std::string line = "|";
    for (std::size_t c = 0; c < columns; ++c) line += c < names ? " --- |" : " ---: |";
    return line + "\n";
}

/// One table for each matrix of the last two axes, with a title where there are more axes: "**head 0**".
void write_matrices(const ConstView& tensor, const std::function<void(const std::string&)>& write) {
    const Shape& shape = tensor.shape;
    const int rank = shape.rank();
    const auto rows = static_cast<std::size_t>(rank >= 2 ? shape.size(rank - 2) : 1);
    const auto columns = static_cast<std::size_t>(shape.cols());
    std::vector<std::string> heads{rank >= 2 ? std::string(name(shape.axis(rank - 2))) + " \\ " : ""};
    if (rank >= 1) heads.front() += name(shape.axis(rank - 1));
    for (std::size_t c = 0; c < columns; ++c) heads.push_back(std::to_string(c));
    for (std::size_t first = 0; first < shape.rows(); first += rows) {
        std::string title;
        std::size_t index = first / std::max<std::size_t>(rows, 1);
        for (int d = rank - 3; d >= 0; index /= static_cast<std::size_t>(shape.size(d)), --d) {
            std::string part(name(shape.axis(d)));
            part += " " + std::to_string(index % static_cast<std::size_t>(shape.size(d)));
            title.insert(0, title.empty() ? part : part + ", ");
        }
        if (first > 0) write("\n");
        if (!title.empty()) write("**" + title + "**\n\n");
        write(markdown_line(heads) + markdown_rule(heads.size(), 1));
        for (std::size_t r = 0; r < rows; ++r) {
            std::vector<std::string> cells{rank >= 2 ? std::to_string(r) : ""};
            for (std::size_t c = 0; c < columns; ++c) cells.push_back(shortest_text(tensor.row(first + r)[c]));
            write(markdown_line(cells));
        }
    }
}

/// Lines of comma-separated cells, the first of them the heads of the columns.
class MarkdownLines {
public:
    explicit MarkdownLines(const std::function<void(const std::string&)>& write) : write_(write) {}
    void add(const std::string& piece) {
        rest_ += piece;
        for (std::size_t end = 0; (end = rest_.find('\n')) != std::string::npos; rest_.erase(0, end + 1))
            line(rest_.substr(0, end));
    }

private:
    void line(const std::string& text) {
        std::vector<std::string> cells(1);
        for (const char c : text)
            if (c == ',')
                cells.emplace_back();
            else
                cells.back() += c;
        write_(markdown_line(cells));
        if (!std::exchange(header_written_, true)) write_(markdown_rule(cells.size(), cells.size()));
    }

    const std::function<void(const std::string&)>& write_;
    std::string rest_;
    bool header_written_ = false;
};

}  // namespace

std::string write_markdown_file(const std::filesystem::path& file, const ExportSource& source) {
    FileReplacement written(file);
    const std::function<void(const std::string&)> write = [&](const std::string& piece) { written.write(piece); };
    if (source.csv) {
        MarkdownLines lines(write);
        source.csv([&](const std::string& piece) { lines.add(piece); });
    } else {
        write_matrices(recorded_numbers(source.record), write);
    }
    written.commit();
    return {};
}

}  // namespace glassformer
