#include "app/widgets/gui.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/widgets/imgui_painter.h"
#include "app/widgets/imgui_shim.h"
#include "app/widgets/interaction.h"
#include "core/error.h"

namespace glassformer {

namespace {

constexpr float body_size = 15;      // logical pixels at text scale 1
constexpr double caret_blink = 0.4;  // seconds
constexpr int frames_an_event = 3;   // hover and layout settle in the frames after an event

struct ImGuiContextOwner {
    ImGuiContextOwner() {
        IMGUI_CHECKVERSION();
        context = ImGui::CreateContext();
        ImGui::SetCurrentContext(context);
        if (!ImGui_ImplOpenGL3_Init("#version 330 core")) throw Error("ImGui's OpenGL backend does not start");
    }
    ~ImGuiContextOwner() {
        ImGui_ImplOpenGL3_Shutdown();
        shim::tear_down_clipboard();
        ImGui::DestroyContext(context);
    }
    ImGuiContext* context;
};

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
        : platform(p), fonts(options.font_family), theme(options.theme ? options.theme : all_themes().front()) {
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.LogFilename = nullptr;
        io.ConfigFlags |= ImGuiConfigFlags_NoMouseCursorChange;
        shim::set_up_keys(io);
        shim::set_up_clipboard(platform, clipboard);
        scale = std::clamp(options.text_scale, 1.0f, 3.0f);
    }

    float em() const { return std::round(body_size * scale); }
    float pixel_scale() const {
        const PixelSize logical = platform.size(), pixels = platform.framebuffer();
        return logical.width > 0 ? static_cast<float>(pixels.width) / static_cast<float>(logical.width) : 1;
    }
    bool wait();
    void draw(const std::function<void(Ui&)>& picture);

    Platform& platform;
    ImGuiContextOwner context;
    Fonts fonts;
    HeatmapGl heatmaps;
    ImGuiPainter painter{fonts, heatmaps};
    Interaction interaction;
    Input input;
    const Theme* theme;
    std::string clipboard;
    float scale = 1, fonts_em = 0, fonts_scale = 0;
    double longest_sleep = std::numeric_limits<double>::infinity(), last_frame = 0;
    int pending = frames_an_event;
    bool awake = false, caret = false;
    std::uint64_t frames = 0;
};

/// False where nothing happened and nothing is to be drawn.
bool Gui::State::wait() {
    const bool busy = pending > 0 || awake || platform.headless();
    const double sleep = caret ? std::min(longest_sleep, caret_blink) : longest_sleep;
    platform.begin_frame(busy ? 0 : sleep);
    if (!platform.events().empty())
        pending = frames_an_event;
    else if (!busy && platform.now() - last_frame >= sleep)
        pending = 1;
    return pending > 0 || busy;
}

void Gui::State::draw(const std::function<void(Ui&)>& picture) {
    const PixelSize logical = platform.size(), pixels = platform.framebuffer();
    const float pixel_ratio = pixel_scale();
    if (fonts.stale() || fonts_em != em() || fonts_scale != pixel_ratio) {
        fonts.rebuild(fonts_em = em(), fonts_scale = pixel_ratio);
        set_style(*theme, em());
    }
    const double now = platform.now();
    const double elapsed = std::clamp(now - last_frame, 1e-4, 0.1);
    last_frame = now;

    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(logical.width), static_cast<float>(logical.height)};
    io.DisplayFramebufferScale = {pixel_ratio, pixel_ratio};
    io.DeltaTime = static_cast<float>(platform.headless() ? 1.0 / 60 : elapsed);

    input = platform.events().next_frame(interaction.editing, now);
    interaction.editing = false;
    interaction.begin_frame(input);
    shim::feed(io, input, interaction.text_under_mouse());

    heatmaps.begin_frame({static_cast<float>(pixels.width), static_cast<float>(pixels.height)}, pixel_ratio);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    const Rect window{0, 0, io.DisplaySize.x, io.DisplaySize.y};
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(io.DisplaySize);
    ImGui::Begin("window", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse);
    painter.begin_frame(*theme, em(), window);

    awake = caret = false;
    CursorShape cursor = CursorShape::arrow;
    Ui ui{painter, input, *theme, platform, window, em(), now, elapsed, &awake, &caret, &cursor, interaction, painter};
    picture(ui);

    ImGui::End();
    ImGui::Render();
    interaction.end_frame();
    platform.set_cursor(cursor);
    glClearColor(theme->background.r, theme->background.g, theme->background.b, 1);
    glDisable(GL_SCISSOR_TEST);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    heatmaps.end_frame();
    platform.end_frame();

    ++frames;
    if (pending > 0) --pending;
    if (input.more || fonts.stale()) pending = frames_an_event;
}

Gui::Gui(Platform& platform, const GuiOptions& options) : state_(std::make_unique<State>(platform, options)) {}
Gui::~Gui() = default;

bool Gui::frame(const std::function<void(Ui&)>& draw) {
    while (!state_->wait()) {
    }
    state_->draw(draw);
    return !state_->input.close;
}

void Gui::settle(const std::function<void(Ui&)>& draw, int most) {
    do frame(draw);
    while (needs_frame() && --most > 0);
}

bool Gui::needs_frame() const { return state_->pending > 0 || state_->awake || !state_->platform.events().empty(); }
void Gui::set_longest_sleep(double seconds) { state_->longest_sleep = seconds; }
void Gui::set_theme(const Theme& theme) {
    state_->theme = &theme;
    set_style(theme, state_->em());
    state_->pending = frames_an_event;
}
void Gui::set_text_scale(float scale) {
    state_->scale = std::clamp(scale, 1.0f, 3.0f);
    state_->pending = frames_an_event;
}
const Theme& Gui::theme() const { return *state_->theme; }
float Gui::text_scale() const { return state_->scale; }
std::uint64_t Gui::frames() const { return state_->frames; }
const std::string& Gui::message() const { return state_->fonts.message(); }

}  // namespace glassformer
