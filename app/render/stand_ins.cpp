#include "app/render/stand_ins.h"

#include <algorithm>
#include <array>

namespace glassformer {

namespace {

struct StandIn {
    char32_t sign;
    std::string_view text;
};

/// By code point.
constexpr std::array stand_ins{
    StandIn{0x2010, "-"},   StandIn{0x2011, "-"},  StandIn{0x2012, "-"},    StandIn{0x2013, "-"},
    StandIn{0x2014, "-"},   StandIn{0x2016, "||"}, StandIn{0x2018, "'"},    StandIn{0x2019, "'"},
    StandIn{0x201C, "\""},  StandIn{0x201D, "\""}, StandIn{0x2022, "·"},    StandIn{0x2026, "..."},
    StandIn{0x2032, "'"},   StandIn{0x203A, ">"},  StandIn{0x2070, "^0"},   StandIn{0x2074, "^4"},
    StandIn{0x2075, "^5"},  StandIn{0x2076, "^6"}, StandIn{0x2077, "^7"},   StandIn{0x2078, "^8"},
    StandIn{0x2079, "^9"},  StandIn{0x207B, "^-"}, StandIn{0x2080, "_0"},   StandIn{0x2081, "_1"},
    StandIn{0x2082, "_2"},  StandIn{0x2083, "_3"}, StandIn{0x2084, "_4"},   StandIn{0x2190, "<-"},
    StandIn{0x2191, "up"},  StandIn{0x2192, "->"}, StandIn{0x2193, "down"}, StandIn{0x2194, "<->"},
    StandIn{0x21B5, "\\n"}, StandIn{0x2202, "d"},  StandIn{0x2205, "-"},    StandIn{0x2208, "in"},
    StandIn{0x2211, "sum"}, StandIn{0x2212, "-"},  StandIn{0x221A, "sqrt"}, StandIn{0x221E, "inf"},
    StandIn{0x2248, "~"},   StandIn{0x2260, "!="}, StandIn{0x2264, "<="},   StandIn{0x2265, ">="},
    StandIn{0x2299, "*"},   StandIn{0x22C5, "·"},  StandIn{0x2423, "_"},    StandIn{0x2581, "_"},
    StandIn{0x25CF, "·"},
};

}  // namespace

std::string_view stand_in(char32_t code_point) {
    static_assert(std::ranges::is_sorted(stand_ins, {}, &StandIn::sign));
    const auto found = std::ranges::lower_bound(stand_ins, code_point, {}, &StandIn::sign);
    return found != stand_ins.end() && found->sign == code_point ? found->text : std::string_view{};
}

}  // namespace glassformer
