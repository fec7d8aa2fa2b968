// What views keep: whether a scene's "VIEW.NAME: value" says something that the view can use.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/lessons/scene.h"
#include "app/views/shared/view.h"

namespace glassformer {

class KeptValues {
public:
    /// New views, which nobody looks at.
    explicit KeptValues(std::vector<std::unique_ptr<AppView>> views);

    /// Why the scene cannot set this value of a view, among all those that it sets; "": it can.
    std::string refusal(const LessonScene& scene, const ViewValueName& of) const;

private:
    struct Place {
        std::unique_ptr<AppView> view;
        ViewValues first;  // of a new view
    };
    std::vector<Place> places_;
};

}  // namespace glassformer
