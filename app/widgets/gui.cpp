#include "app/widgets/gui.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "app/paint/legible_painter.h"
#include "app/platform/texts.h"
#include "app/render/frozen_picture.h"
#include "app/render/imgui_painter.h"
#include "app/render/imgui_shim.h"
#include "app/render/list_renderer.h"
#include "app/render/memory_target.h"
#include "app/widgets/interaction.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

constexpr float body_size = 15;                // logical pixels at text scale 1, in windows up to `common_window`
constexpr PixelSize common_window{1600, 900};  // text grows with larger windows, which are seen from further away
constexpr double caret_blink = 0.4;            // seconds
constexpr int frames_an_event = 3;             // hover and layout settle in the frames after an event
constexpr int most_without_letters = 3;        // frames one after another that are not shown since letters are missing

struct ImGuiContextOwner {
    explicit ImGuiContextOwner(bool opengl) : draws(opengl) {
        IMGUI_CHECKVERSION();
        shim::set_up_memory();
        context = ImGui::CreateContext();
        ImGui::SetCurrentContext(context);
        if (!draws) {
            shim::do_without_opengl();
            return;
        }
        if (!ImGui_ImplOpenGL3_Init("#version 330 core")) throw Error("ImGui’s OpenGL backend did not start");
        shim::set_up_fonts();
    }
    ~ImGuiContextOwner() {
        if (draws) {
            shim::tear_down_fonts();
            ImGui_ImplOpenGL3_Shutdown();
        }
        shim::tear_down_clipboard();
        ImGui::DestroyContext(context);
    }
    ImGuiContext* context;
    bool draws;  // with OpenGL
};

/// Whether the mouse counts as lying still: from the start, a key that goes somewhere, and what lets it rest
/// (Interaction::let_mouse_rest()), until the mouse is used again.
bool mouse_rests(const Input& input, bool before) {
    if (input.mouse_moved.x != 0 || input.mouse_moved.y != 0 || input.wheel.y != 0) return false;
    for (const bool down : input.went_down)
        if (down) return false;
    for (const KeyPress& press : input.keys) {
        const bool digit = press.key >= Key::digit_0 && press.key <= Key::digit_9;
        const bool arrow = press.key >= Key::left && press.key <= Key::page_down;
        if (!input.typing && (digit || arrow || press.key == Key::backspace)) return true;
    }
    return before;
}

void set_style(const Theme& theme, float em) {
    const auto colour = [](Colour c) { return ImVec4(c.r, c.g, c.b, c.a); };
    ImGuiStyle& style = ImGui::GetStyle();
    style = ImGuiStyle();
    style.WindowPadding = style.FramePadding = {0, 0};
    style.WindowBorderSize = style.FrameBorderSize = style.PopupBorderSize = 0;
    style.WindowRounding = 0;
    style.CurveTessellationTol = 1.0f;
    style.CircleTessellationMaxError = 0.2f;
    style.ScrollbarSize = 0.6f * em;
    // Only text fields are drawn by ImGui, and their box is ours.
    for (ImVec4& c : style.Colors) c = {0, 0, 0, 0};
    style.Colors[ImGuiCol_Text] = colour(theme.text);
    style.Colors[ImGuiCol_TextDisabled] = colour(theme.muted);
    style.Colors[ImGuiCol_TextSelectedBg] = colour(theme.accent.faded(0.35f));
}

}  // namespace

struct Gui::State {
    State(Platform& p, const GuiOptions& options)
        : platform(p),
          context(p.has_opengl()),
          fonts(options.fonts, p.has_opengl()),
          heatmaps(p.has_opengl()),
          theme(options.theme ? options.theme : all_themes().front()) {
        if (platform.has_opengl()) lists.emplace();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.LogFilename = nullptr;
        io.ConfigFlags |= ImGuiConfigFlags_NoMouseCursorChange;
        shim::set_up_keys(io);
        shim::set_up_clipboard(platform, clipboard);
        scale = std::clamp(options.text_scale, smallest_text, largest_text);
    }

    float em() const {
        const PixelSize size = platform.size();
        const float asked = platform.content_scale();
        const float larger = std::min(static_cast<float>(size.width) / static_cast<float>(common_window.width),
                                      static_cast<float>(size.height) / static_cast<float>(common_window.height));
        return std::max(std::round(body_size * asked * std::min(scale * std::max(larger / asked, 1.0F), largest_text)),
                        least);
    }
    float pixel_scale() const {
        const PixelSize logical = platform.size(), pixels = platform.framebuffer();
        return logical.width > 0 ? static_cast<float>(pixels.width) / static_cast<float>(logical.width) : 1;
    }
    void enter();
    bool wait();
    void take_mouse_out();
    void keep_mouse_away();
    void show_frozen();
    void draw(const std::function<void(Ui&)>& picture);
    void prepare_fonts(float pixel_ratio);
    void begin_imgui(float pixel_ratio, double elapsed);
    Rect new_frame();
    void untouched(const std::function<void(Ui&)>& picture, Painter& on);

    Platform& platform;
    ImGuiContextOwner context;
    Fonts fonts;
    HeatmapGl heatmaps;
    std::optional<ListRenderer> lists;  // nothing without OpenGL
    ImGuiPainter painter{fonts, heatmaps};
    Interaction interaction;
    Input input;
    const Theme* theme;
    std::string clipboard;
    float scale = 1, least = 0, fonts_em = 0, fonts_scale = 0;
    double longest_sleep = std::numeric_limits<double>::infinity(), last_frame = 0;
    int pending = frames_an_event;
    bool awake = false, caret = false, streams = false, rests = true, takes_mouse = false, frozen = false, away = false;
    bool passes = false;      // the frame that is drawn is not to be seen
    int without_letters = 0;  // frames, one after another
    PixelSize seen;           // of the frame that the window shows
    double frame_seconds = 0;
    TakenMouse taken;
    std::optional<FrozenPicture> kept;  // shown while frozen
    std::function<double()> beside;
    double beside_sleep = 0;
    std::uint64_t frames = 0;
};

/// There may be two windows, each with contexts of its own.
void Gui::State::enter() {
    platform.make_current();
    ImGui::SetCurrentContext(context.context);
}

/// False where nothing happened and nothing is to be drawn.
bool Gui::State::wait() {
    const bool busy = pending > 0 || awake || platform.headless();
    const double sleep = caret ? std::min(longest_sleep, caret_blink) : longest_sleep;
    const double own = std::isinf(sleep) ? sleep : std::max(0.0, last_frame + sleep - platform.now());
    platform.begin_frame(busy ? 0 : beside ? std::min(own, beside_sleep) : own);
    if (beside) {
        beside_sleep = beside();
        enter();
    }
    if (!platform.events().empty())
        pending = std::max(pending, streams && platform.events().redraws_only() ? 1 : frames_an_event);
    else if (!busy && platform.now() - last_frame >= sleep)
        pending = 1;
    return pending > 0 || busy;
}

void Gui::State::prepare_fonts(float pixel_ratio) {
    if (!fonts.stale() && fonts_em == em() && fonts_scale == pixel_ratio) return;
    fonts.rebuild(fonts_em = em(), fonts_scale = pixel_ratio);
    set_style(*theme, em());
}

void Gui::State::begin_imgui(float pixel_ratio, double elapsed) {
    const PixelSize logical = platform.size();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(logical.width), static_cast<float>(logical.height)};
    io.DisplayFramebufferScale = {pixel_ratio, pixel_ratio};
    io.DeltaTime = static_cast<float>(platform.headless() ? 1.0 / 60 : elapsed);
}

/// Opens the one ImGui window, over everything; returns its place.
Rect Gui::State::new_frame() {
    const ImGuiIO& io = ImGui::GetIO();
    if (context.draws) ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    const Rect window{0, 0, io.DisplaySize.x, io.DisplaySize.y};
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(io.DisplaySize);
    ImGui::Begin("window", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse);
    painter.begin_frame(*theme, em(), window);
    return window;
}

/// A frame without input, with controls of its own: the state of the window's controls stays as it was.
void Gui::State::untouched(const std::function<void(Ui&)>& picture, Painter& on) {
    const Rect window = new_frame();
    Interaction own = interaction;
    Input nothing;
    own.focus(0, false);
    own.begin_frame(nothing);
    bool moves = false, blinks = false, news = false;
    CursorShape shape = CursorShape::arrow;
    LegiblePainter legible(on, least);
    Ui ui{least > 0 ? static_cast<Painter&>(legible) : on,
          nothing,
          *theme,
          platform,
          window,
          em(),
          platform.now(),
          1e-4,
          frame_seconds,
          &moves,
          &blinks,
          &news,
          &shape,
          own,
          painter};
    picture(ui);
    ImGui::End();
}

/// Out of the input, into `taken`.
void Gui::State::take_mouse_out() {
    if (!takes_mouse) {
        taken = {};
        return;
    }
    taken = {.mouse = input.mouse, .pressed = input.pressed(Button::left), .down = input.is_down(Button::left)};
    input.mouse = outside;
    input.mouse_moved = input.wheel = {};
    input.down = input.went_down = input.went_up = {};
    input.double_click = input.dragging = false;
}

/// Out of the input, as long as nobody uses it.
void Gui::State::keep_mouse_away() {
    const bool pressed = std::ranges::any_of(input.went_down, [](bool down) { return down; });
    if (input.mouse_moved.x != 0 || input.mouse_moved.y != 0 || input.wheel.y != 0 || pressed) away = false;
    if (away && !takes_mouse) input.mouse = outside;
}

/// Instead of what was just drawn, which nobody is to see.
void Gui::State::show_frozen() {
    if (!frozen) {
        kept.reset();
        return;
    }
    if (!platform.draws_pixels()) return;
    if (!kept) kept.emplace(platform.framebuffer());
    kept->show(platform.framebuffer());
}

void Gui::State::draw(const std::function<void(Ui&)>& picture) {
    const auto begin = std::chrono::steady_clock::now();
    const PixelSize pixels = platform.framebuffer();
    const float pixel_ratio = pixel_scale();
    prepare_fonts(pixel_ratio);
    const double now = platform.now();
    const double elapsed = std::clamp(now - last_frame, 1e-4, 0.1);
    last_frame = now;

    ImGuiIO& io = ImGui::GetIO();
    begin_imgui(pixel_ratio, elapsed);
    input = platform.events().next_frame(interaction.editing, now);
    interaction.editing = false;
    keep_mouse_away();
    take_mouse_out();
    const bool asked = interaction.takes_rest();
    rests = mouse_rests(input, rests || asked);
    input.at_rest = rests;
    interaction.begin_frame(input);
    shim::feed(io, input, interaction.text_under_mouse());

    heatmaps.begin_frame({static_cast<float>(pixels.width), static_cast<float>(pixels.height)}, pixel_ratio);
    const Rect window = new_frame();

    awake = caret = passes = false;
    const bool streamed = std::exchange(streams, false);
    CursorShape cursor = CursorShape::arrow;
    LegiblePainter legible(painter, least);
    Painter& on = least > 0 ? static_cast<Painter&>(legible) : painter;
    Ui ui{on,     input,  *theme,   platform, window,      em(),   now, elapsed, frame_seconds,
          &awake, &caret, &streams, &cursor,  interaction, painter};
    picture(ui);

    ImGui::End();
    ImGui::Render();
    interaction.end_frame();
    without_letters = fonts.stale() ? without_letters + 1 : 0;
    const bool lacks = without_letters > 0 && without_letters <= most_without_letters;
    platform.pass_frame(seen == pixels && (passes || lacks));
    if (!platform.passes_frame()) seen = platform.draws_pixels() ? pixels : PixelSize{};
    platform.set_cursor(away && !takes_mouse ? CursorShape::hidden : cursor);
    if (platform.draws_pixels()) {
        glClearColor(theme->background.r, theme->background.g, theme->background.b, 1);
        glDisable(GL_SCISSOR_TEST);
        glClear(GL_COLOR_BUFFER_BIT);
        lists->draw(*ImGui::GetDrawData());
    } else {
        ListRenderer::leave_out(*ImGui::GetDrawData());
    }
    heatmaps.end_frame();
    show_frozen();
    if (streams) {
        if (context.draws) glFinish();  // the pixels are part of what it takes
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        frame_seconds = frame_seconds > 0 ? 0.75 * frame_seconds + 0.25 * took.count() : took.count();
    }
    platform.end_frame();

    ++frames;
    if (pending > 0) --pending;
    if (heatmaps.waits()) pending = std::max(pending, 1);
    if (input.more || fonts.stale() || (streamed && !streams)) pending = frames_an_event;
}

Gui::Gui(Platform& platform, const GuiOptions& options) : state_(std::make_unique<State>(platform, options)) {}
Gui::~Gui() { state_->enter(); }

bool Gui::frame(const std::function<void(Ui&)>& draw) {
    state_->enter();
    while (!state_->wait()) {
    }
    state_->draw(draw);
    return !state_->input.close;
}

float Gui::em() const { return state_->em(); }

Image Gui::picture(const std::function<void(Ui&)>& draw, float scale) {
    State& s = *state_;
    if (!s.lists) throw NoOpenGl(texts::platform::paper_has_no_opengl);
    s.enter();
    const PixelSize logical = s.platform.size();
    const MemoryTarget target({static_cast<int>(std::lround(static_cast<float>(logical.width) * scale)),
                               static_cast<int>(std::lround(static_cast<float>(logical.height) * scale))});
    const PixelSize pixels = target.size();
    // A character that was not met before is drawn once the atlas has it.
    for (int tries = 0; tries < 3 && (tries == 0 || s.fonts.stale()); ++tries) {
        s.prepare_fonts(scale);
        s.begin_imgui(scale, 1e-4);
        s.heatmaps.begin_frame({static_cast<float>(pixels.width), static_cast<float>(pixels.height)}, scale, true);
        s.untouched(draw, s.painter);
        ImGui::Render();
        target.clear(s.theme->background);
        s.lists->draw(*ImGui::GetDrawData());
        s.heatmaps.end_frame();
    }
    s.pending = frames_an_event;
    return target.read();
}

void Gui::draw_on(Painter& painter, const std::function<void(Ui&)>& draw) {
    State& s = *state_;
    s.enter();
    s.prepare_fonts(s.pixel_scale());
    s.begin_imgui(s.pixel_scale(), 1e-4);
    s.heatmaps.begin_frame({1, 1}, 1, true);
    s.untouched(draw, painter);
    ImGui::EndFrame();
    s.heatmaps.end_frame();
    s.pending = frames_an_event;
}

void Gui::settle(const std::function<void(Ui&)>& draw, int most) {
    do frame(draw);
    while (needs_frame() && --most > 0);
}

bool Gui::needs_frame() const { return state_->pending > 0 || state_->awake || !state_->platform.events().empty(); }
void Gui::set_longest_sleep(double seconds) { state_->longest_sleep = seconds; }
void Gui::sleep_at_most(double seconds) { state_->longest_sleep = std::min(state_->longest_sleep, seconds); }
void Gui::draw_again() { state_->pending = std::max(state_->pending, 1); }
void Gui::take_mouse(bool take) { state_->takes_mouse = take; }
const TakenMouse& Gui::taken() const { return state_->taken; }
void Gui::put_mouse_away() {
    state_->away = true;
    state_->pending = frames_an_event;
}
void Gui::freeze(bool held) {
    state_->frozen = held;
    state_->pending = frames_an_event;
}
bool Gui::frozen() const { return state_->frozen; }
void Gui::pass_frame() { state_->passes = true; }
bool Gui::lacks_something() const { return state_->heatmaps.waits() || state_->fonts.stale(); }
void Gui::set_beside(std::function<double()> beside) {
    state_->beside = std::move(beside);
    state_->beside_sleep = 0;
}
void Gui::set_theme(const Theme& theme) {
    state_->enter();
    state_->theme = &theme;
    set_style(theme, state_->em());
    state_->pending = frames_an_event;
}
void Gui::set_text_scale(float scale) {
    state_->scale = std::clamp(scale, smallest_text, largest_text);
    state_->pending = frames_an_event;
}
void Gui::set_least_text(float pixels) {
    state_->least = pixels;
    state_->pending = frames_an_event;
}
float Gui::least_text() const { return state_->least; }
void Gui::set_limits(const ColourLimits& limits) {
    state_->painter.set_limits(limits);
    state_->pending = frames_an_event;
}
const ColourLimits& Gui::limits() const { return state_->painter.limits(); }
const Theme& Gui::theme() const { return *state_->theme; }
float Gui::text_scale() const { return state_->scale; }
const std::map<std::string, float>& Gui::scrolled() const { return state_->interaction.offsets(); }

void Gui::set_scrolled(const std::map<std::string, float>& offsets) { state_->interaction.set_offsets(offsets); }

void Gui::hold_pages(float share) { state_->interaction.hold_pages(share); }

std::uint64_t Gui::frames() const { return state_->frames; }
const std::string& Gui::message() const { return state_->fonts.message(); }

}  // namespace glassformer
