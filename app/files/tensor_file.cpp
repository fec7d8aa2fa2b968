#include "app/files/tensor_file.h"

#include <variant>

#include "app/files/export_formats.h"
#include "core/base/error.h"
#include "core/base/json.h"

namespace glassformer {

bool is_tensor_file(const std::filesystem::path& file) {
    const ExportFormat* format = find_export_format(file);
    return format != nullptr && format->kind == ExportKind::tensor;
}

ConstView numbers_of(const Record* record) {
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
    for (const auto& [key, value] : record.operation->attributes())
        std::visit([&, k = key](const auto& plain) { json["attributes"][k] = plain; }, value);
    for (const int operand : record.operands) json["operands"].push_back(trace.record(operand).name);
    return json.dump();
}

}  // namespace glassformer
