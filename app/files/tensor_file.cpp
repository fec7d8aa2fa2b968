#include "app/files/tensor_file.h"

#include "app/files/export_formats.h"
#include "core/base/error.h"
#include "core/base/json.h"

namespace glassformer {

bool is_tensor_file(const std::filesystem::path& file) {
    const ExportFormat* format = find_export_format(file);
    return format != nullptr && format->kind == ExportKind::tensor;
}

ConstView recorded_numbers(const Record* record) {
    if (record == nullptr) throw Error("there is no tensor to export yet");
    const ConstView view = record->view();
    if (view.data == nullptr) throw Error(record->name + " has no numbers yet");
    return view;
}

std::string record_description(const Trace& trace, const Record& record) {
    Json json;
    for (int d = 0; d < record.shape.rank(); ++d) json["axes"].push_back(name(record.shape.axis(d)));
    if (!record.operation) return json.dump();
    json["operation"] = record.operation->name();
    for (const Attribute& set : record.operation->attributes())
        json["attributes"][set.key] = set.is_number ? Json(set.number) : Json(set.word);
    for (const int operand : record.operands) json["operands"].push_back(trace.record(operand).name);
    return json.dump();
}

}  // namespace glassformer
