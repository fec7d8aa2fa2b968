// Tables of results as papers printed them, each measure on an axis of its own. Nothing on the page is computed by a
// model here, and it says so.
#pragma once

#include <string>
#include <vector>

#include "app/views/experiments/frame/page.h"
#include "core/experiments/published_results.h"

namespace glassformer {

class ResultsPage final : public ExperimentPage {
public:
    ResultsPage();
    void follow(ViewContext& context) override { static_cast<void>(context); }
    std::string sentence() const override;
    void draw(ViewContext& context, const Rect& area) override;
    float least_height(float width) const override;
    void describe(State& state) const override;
    std::vector<NamedNumber> numbers() const override;
    std::string table_title() const override;
    void write_table(const std::function<void(const std::string& piece)>& write) const override;
    bool run(Command command, ViewContext& context) override;
    PageKeys keys() const override;
    ViewValues save() const override;
    void load(const ViewValues& from) override;

private:
    const PublishedResults& table() const;
    std::vector<std::size_t> order() const;  // indices of the rows, from the top
    std::size_t row() const;                 // that is selected; of the table
    void select(std::size_t row);
    std::string figures(std::size_t row) const;
    std::string compared(std::size_t row, std::size_t measure) const;

    void key(ViewContext& context, Rect line) const;
    void measure(ViewContext& context, Rect column, std::size_t measure, float line) const;

    float least_line_height() const;                                            // em
    bool narrow(float width) const { return width < names_ + least_measures; }  // em

    static constexpr float least_measures = 33;  // em: of all measures beside each other
    float names_ = 17;                           // em: of the names' column, in the last frame
    int row_ = -1;                               // −1: the one that the table begins with
    int of_table_ = 0;                           // in which it was selected; the others begin with their own
};

}  // namespace glassformer
