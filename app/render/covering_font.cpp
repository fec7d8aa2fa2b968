#include "app/render/covering_font.h"

#include <fontconfig/fontconfig.h>

#include <memory>

namespace glassformer {

namespace {

struct Destroy {
    void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};

std::string text_of(FcPattern* pattern, const char* object) {
    FcChar8* value = nullptr;
    return FcPatternGetString(pattern, object, 0, &value) == FcResultMatch ? reinterpret_cast<const char*>(value) : "";
}

}  // namespace

CoveringFont covering_font(char32_t code_point, FcConfig* config) {
    const std::unique_ptr<FcPattern, Destroy> pattern(FcPatternCreate());
    FcCharSet* set = FcCharSetCreate();
    FcCharSetAddChar(set, code_point);
    FcPatternAddCharSet(pattern.get(), FC_CHARSET, set);
    FcCharSetDestroy(set);
    FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
    FcConfigSubstitute(config, pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    FcResult result = FcResultNoMatch;
    const std::unique_ptr<FcPattern, Destroy> match(FcFontMatch(config, pattern.get(), &result));
    // fontconfig always answers with some font.
    FcCharSet* covered = nullptr;
    if (!match || FcPatternGetCharSet(match.get(), FC_CHARSET, 0, &covered) != FcResultMatch ||
        !FcCharSetHasChar(covered, code_point))
        return {};
    FcBool colour = FcFalse;
    FcPatternGetBool(match.get(), FC_COLOR, 0, &colour);
    if (colour) return {};
    CoveringFont found{text_of(match.get(), FC_FILE), 0, text_of(match.get(), FC_FAMILY)};
    FcPatternGetInteger(match.get(), FC_INDEX, 0, &found.index);
    return found;
}

bool family_installed(const std::string& family, FcConfig* config) {
    const std::unique_ptr<FcPattern, Destroy> pattern(FcPatternCreate());
    FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family.c_str()));
    FcConfigSubstitute(config, pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    FcResult result = FcResultNoMatch;
    const std::unique_ptr<FcPattern, Destroy> match(FcFontMatch(config, pattern.get(), &result));
    return match && text_of(match.get(), FC_FAMILY) == family;
}

}  // namespace glassformer
