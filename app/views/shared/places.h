// Places of the window: what stands where in which view. A view that moves the cursor when it is opened does so for
// itself: the view that is left stands where it stood, unless a cell was chosen meanwhile. Backspace goes back over
// views and jumps.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/views/shared/cursor.h"

namespace glassformer {

class Places {
public:
    struct Place {
        std::string view;
        Cursor cursor;
        bool operator==(const Place&) const = default;
    };

    /// Takes the cursor from one view to the other; to be called before the other one is drawn.
    void change_view(const std::string& from, const std::string& to, Cursor& cursor);
    /// To be called after a view was drawn: notes where the view went by itself when it was opened.
    void drawn(const std::string& view, const Cursor& cursor);
    /// Remembers a place that a jump leaves.
    void left(Place place);
    /// The cursor was sent where it is on purpose, by a search: it goes along to the next view.
    void chosen() { visiting_.clear(); }
    /// The place before; none where there is none.
    std::optional<Place> back();
    /// Another session: nothing of the one before is gone back to.
    void clear();

private:
    struct Visit {
        Cursor before, own;  // what the view found, and where it stands
    };
    std::map<std::string, Visit> visits_;  // by view
    std::optional<Cursor> arriving_;       // the cursor that a view finds in its first frame
    std::string visiting_;                 // view that went elsewhere by itself; "": none
    std::vector<Place> history_;
};

}  // namespace glassformer
