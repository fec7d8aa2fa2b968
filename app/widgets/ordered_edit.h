// The text of a field that is edited and written from right to left, or partly. ImGui keeps the text, its caret and its
// selection, all in the order of reading; here they are drawn in the order of writing, and the mouse is understood in
// it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/widgets/ui.h"

struct ImGuiInputTextCallbackData;

namespace glassformer {

class OrderedEdit {
public:
    /// `inside`: where the text is drawn.
    OrderedEdit(Ui& ui, std::string_view id, const Rect& inside, float size);
    /// Called by ImGui in each frame, when it has taken keys and mouse: puts the caret where the mouse is.
    void follow(ImGuiInputTextCallbackData& data);
    /// After ImGui's field: text, selection and caret.
    void draw(const std::string& text, float line_height, bool caret);

private:
    Ui& ui_;
    Rect inside_;
    float size_;
    float &scroll_, &anchor_;  // pixels; the byte where a selection begins
    std::size_t caret_ = 0, from_ = 0, to_ = 0;
};

}  // namespace glassformer
