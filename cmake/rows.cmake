# Lists of rows that stand in files of their own: an operation, its kernel, its picture, an encoding, a view. A file that
# defines a row is in the list; nothing else names it.
#   glassformer_rows(LIST OUTPUT <name> TYPE <type> FUNCTION <name> HEADER <file> NAMESPACE <of the function>
#                    [ROWS <namespace of the rows>] [SORTED_BY <member>] FILES <sources>)
# sets LIST to a generated source that defines `std::span<const TYPE> FUNCTION()`. A row begins with a line
# `extern const TYPE name{` or `TYPE name() {` of one of the sources; what has no name, `{""`, is no row.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(glassformer_rows_script ${CMAKE_CURRENT_LIST_FILE})
  function(glassformer_rows list)
    cmake_parse_arguments(ARG "" "OUTPUT;TYPE;FUNCTION;HEADER;NAMESPACE;ROWS;SORTED_BY" "FILES" ${ARGN})
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${ARG_OUTPUT})
    list(TRANSFORM ARG_FILES REPLACE "^([^/].*)" "${CMAKE_CURRENT_SOURCE_DIR}/\\1")
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -D OUTPUT=${output} -D TYPE=${ARG_TYPE} -D FUNCTION=${ARG_FUNCTION} -D HEADER=${ARG_HEADER}
              -D NAMESPACE=${ARG_NAMESPACE} -D ROWS=${ARG_ROWS} -D SORTED_BY=${ARG_SORTED_BY} -D "FILES=${ARG_FILES}"
              -P ${glassformer_rows_script}
      DEPENDS ${ARG_FILES} ${glassformer_rows_script}
      VERBATIM)
    set_source_files_properties(${output} PROPERTIES UNITY_GROUP rows)  # they are short, and include much of the same
    set(${list} ${output} PARENT_SCOPE)
  endfunction()
  return()
endif()

set(names "")
set(declarations "")
foreach(file IN LISTS FILES)
  file(STRINGS ${file} lines REGEX "^(extern const ${TYPE} [a-z0-9_]+{|${TYPE} [a-z0-9_]+\\(\\) {)")
  foreach(line IN LISTS lines)
    if(line MATCHES "{\"\"")
      continue()
    elseif(line MATCHES "^extern const ${TYPE} ([a-z0-9_]+){")
      list(APPEND names ${CMAKE_MATCH_1})
      string(APPEND declarations "extern const ${TYPE} ${CMAKE_MATCH_1};\n")
    elseif(line MATCHES "^${TYPE} ([a-z0-9_]+)\\(\\) {")
      list(APPEND names "${CMAKE_MATCH_1}()")
      string(APPEND declarations "${TYPE} ${CMAKE_MATCH_1}();\n")
    endif()
  endforeach()
endforeach()
if(NOT names)
  message(FATAL_ERROR "no file defines a row of the type ${TYPE}")
endif()
list(JOIN names ", " rows)
if(ROWS)
  set(declarations "namespace ${ROWS} {\n${declarations}}\n")
  set(using "    using namespace ${ROWS};\n")
endif()
set(sorted "")
if(SORTED_BY)
  set(sorted "        std::ranges::sort(all, {}, &${TYPE}::${SORTED_BY});\n")
endif()
file(WRITE ${OUTPUT} "// Made by cmake/rows.cmake: every row of the type ${TYPE}.
#include <algorithm>
#include <array>
#include <span>

#include \"${HEADER}\"

namespace ${NAMESPACE} {
${declarations}
std::span<const ${TYPE}> ${FUNCTION}() {
${using}    static const auto list = [] {
        std::array all{${rows}};
${sorted}        return all;
    }();
    return list;
}
}  // namespace ${NAMESPACE}
")
