// A recorded forward pass: an ordered list of records, each a named tensor with the operation and the operands that
// made it. Read-only; the tape writes it. Views, `explain`, export and tests all read this.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ops/derivation.h"
#include "core/ops/operation.h"
#include "core/tape/stage.h"
#include "core/tensor/tensor.h"

namespace glassformer {

/// "This cell of this record has this value": applied after the record is computed; what follows, follows. Records are
/// stages, parameters and masks, whose cells are 0 or 1.
struct Edit {
    std::string record;  // full name: "blocks.0.attn.weights" or a parameter's name
    Cell cell;  // or a selection of cells (core/tensor/selection.h): [1,*,*] of "blocks.0.attn.heads" is head 1
    float value = 0;
    bool operator==(const Edit&) const = default;
};

class Readback;

struct Record {
    enum class Kind : std::uint8_t { input, parameter, computed };
    Kind kind = Kind::computed;
    const Stage* stage = nullptr;
    Site site;
    std::string name;           // "blocks.0.attn.q"; a parameter's own name
    std::string symbol;         // formula markup
    OperationPtr operation;     // null for inputs and parameters
    std::vector<int> operands;  // ids of earlier records
    Shape shape;
    const float* value = nullptr;               // null before the first evaluation; read it with view() or at()
    const float* gradient = nullptr;            // d loss / d value; null before the first backward pass, and for inputs
    bool value_kept = true;                     // false: a later record reuses the memory (Tape::Keep); reading throws
    bool gradient_kept = true;                  // the same for the gradient
    std::vector<std::pair<Cell, float>> edits;  // selections and their values, the later one wins
    const Readback* readback = nullptr;         // of values on a device, of which `value` is a partial copy; else null
    int id = -1;

    bool differentiable() const { return kind != Kind::input; }
    // Reading throws Error naming the stage if its values were not kept.
    /// All entries, copied from the device first if it computes them.
    ConstView view() const;
    ConstView gradient_view() const;
    /// Entries first … first + count - 1, the only ones copied from a device; null before the first evaluation.
    const float* entries(std::size_t first, std::size_t count) const;
    /// One entry, of which a device copies a page at most.
    float at(const Cell& cell) const;
    /// The value that the edits give the cell; empty where none selects it.
    std::optional<float> edited(const Cell& cell) const;
    /// d loss / d one entry. Throws Error where there was no backward pass.
    float gradient_at(const Cell& cell) const;

private:
    void expect_kept(bool kept) const;
};

class Trace {
public:
    const std::vector<Record>& records() const { return records_; }
    const Record& record(int id) const { return records_[static_cast<std::size_t>(id)]; }
    int find(std::string_view name) const;  // id of the first record with that name, or -1
    /// The record with the name and the shape of one of another run, wherever it is in the order; null: there is none.
    const Record* same_stage(const Record& other) const;

    /// Ids of the computed records, in order: the stages of the contract.
    const std::vector<int>& stages() const { return stages_; }
    /// Place in stages() of a computed record, or of the one that first reads a parameter or an input; −1: none does.
    int stage_index(int id) const { return stage_indices_[static_cast<std::size_t>(id)]; }
    /// Heads of the stage that has most of them; at least 1.
    int heads() const { return heads_; }

    float value(int id, const Cell& cell) const { return record(id).at(cell); }

    /// How the cell came about. Factors of kind `operand` number the record's operands. An edited cell answers with the
    /// edit and a note of what was computed. Inputs and parameters answer with their value and a note.
    Derivation derive(int id, const Cell& cell) const;

    /// The records by which the scores of a softmax were closed, through scalings of them; -1: there is none. Empty
    /// where the record is no softmax, or reads what nothing computed.
    struct ClosedBy {
        int before = -1, sees = -1, padding = -1;
    };
    std::optional<ClosedBy> closed_by(int id) const;
    /// Whether the row of the cell has open scores, all of which are −∞ although no mask closes them. Of a softmax.
    bool overflows(int id, const Cell& cell) const;

    /// The operation's formula with the symbols of this record and its operands, in markup with meanings.
    std::string formula(int id) const;
    /// \meaning{query}{Q}: the record's symbol in its colour.
    std::string coloured_symbol(int id) const;

    Cost cost(int id) const;

private:
    friend class Tape;
    struct NameHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
    };
    /// Adds a record, whose id is its place, to what is looked up.
    void append(Record record);

    std::vector<Record> records_;
    std::vector<int> stages_;
    std::vector<int> stage_indices_;  // of each record
    std::unordered_map<std::string, int, NameHash, std::equal_to<>> ids_;
    int heads_ = 1;
};

}  // namespace glassformer
