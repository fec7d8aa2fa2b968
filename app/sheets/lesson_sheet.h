// The list of lessons: those of the program and those that were opened before.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/sheets/chooser.h"

namespace glassformer {

class LessonSheet {
public:
    /// Reads the lessons' titles. A file that cannot be read is listed with what is wrong.
    void open(std::span<const std::filesystem::path> files);
    bool is_open() const { return chooser_.is_open(); }
    const std::string& marked() const { return chooser_.marked(); }
    /// The lesson that was chosen.
    std::optional<std::filesystem::path> draw(ViewContext& context);

private:
    struct Row {
        std::filesystem::path file;
        std::string title, detail, about;
        bool sound = true;
    };
    std::vector<Row> rows_;
    Chooser chooser_;
};

}  // namespace glassformer
