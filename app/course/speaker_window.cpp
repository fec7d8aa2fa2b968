#include "app/course/speaker_window.h"

#include "app/lecture/texts.h"

namespace glassformer {

SpeakerWindow::SpeakerWindow(Platform& main, const Theme& theme, float text_scale)
    : main_(main), platform_(main.second_window(texts::lecture::window_title)) {
    gui_ = std::make_unique<Gui>(*platform_, GuiOptions{.theme = &theme, .text_scale = text_scale});
    main_.make_current();
}

SpeakerWindow::~SpeakerWindow() {
    gui_.reset();
    platform_.reset();
    main_.make_current();
}

bool SpeakerWindow::draw(const SpeakerPage& page, const Theme& theme, float text_scale) {
    if (page != page_) {
        page_ = page;
        gui_->draw_again();
    }
    if (&theme != &gui_->theme()) gui_->set_theme(theme);
    if (text_scale != gui_->text_scale()) gui_->set_text_scale(text_scale);
    if (!gui_->needs_frame()) return false;
    const bool open = gui_->frame([this](Ui& ui) {
        targets_.places.clear();
        const SpeakerAnswer answer = draw_speaker_page(ui, targets_, ui.window, page_, &steps_);
        if (answer.action == SpeakerAction::none) return;
        answer_ = answer;
        ui.keep_awake();
    });
    if (!open) answer_ = {SpeakerAction::close};
    return gui_->needs_frame();
}

}  // namespace glassformer
