# The sentences on the screen: every `texts.txt` of a room becomes a header beside the build, which sources include by the
# room's path ("app/views/walk/texts.h"). A line is a name and its text, in C++'s escapes:
#   namespace glassformer::texts::walk     in it are all that follow
#   # a comment
#   title: Walk                            const char*
#   before_name: "Open "                   in quotes where a space begins or ends it
#   steps[]: Stage | Row | Cell            an array of const char*
# Made when CMake runs, which it does again where one of them has changed.
function(glassformer_texts)
  foreach(source IN LISTS ARGN)
    set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${source})
    string(REGEX REPLACE "\\.txt$" ".h" header "${CMAKE_BINARY_DIR}/texts/${source}")
    file(READ ${CMAKE_SOURCE_DIR}/${source} text)
    set(text "\n${text}")
    while(text MATCHES "\n[a-z0-9_]+\\[\\]: [^\n]* \\| ")
      string(REGEX REPLACE "(\n[a-z0-9_]+\\[\\]: [^\n]*) \\| " "\\1\", \"" text "${text}")
    endwhile()
    string(REGEX REPLACE "\n([a-z0-9_]+)\\[\\]: ([^\n]*)" "\ninline constexpr std::array \\1{\"\\2\"};" text "${text}")
    string(REGEX REPLACE "\n([a-z0-9_]+): \"([^\n]*)\"" "\ninline constexpr const char* \\1 = \"\\2\";" text "${text}")
    string(REGEX REPLACE "\n([a-z0-9_]+): ([^\n]*)" "\ninline constexpr const char* \\1 = \"\\2\";" text "${text}")
    string(REGEX REPLACE "\n# ?([^\n]*)" "\n// \\1" text "${text}")
    if(NOT text MATCHES "\nnamespace ([a-z_:]+)\n")
      message(FATAL_ERROR "${source}: no line says the namespace of its texts, as cmake/texts.cmake wants it")
    endif()
    set(namespace ${CMAKE_MATCH_1})
    string(REPLACE "\nnamespace ${namespace}\n" "\n" others "${text}")
    string(REGEX REPLACE "\n(inline constexpr|//)[^\n]*" "" others "${others}")
    if(others MATCHES "([^\n]+)")
      message(FATAL_ERROR "${source}: '${CMAKE_MATCH_1}' is no line of texts, which cmake/texts.cmake says")
    endif()
    string(REPLACE "\nnamespace ${namespace}\n" "\nnamespace ${namespace} {\n" text "${text}")
    string(REGEX REPLACE "\n+$" "" text "${text}")
    set(text "// Made by cmake/texts.cmake from ${source}.\n#pragma once\n\n#include <array>\n${text}\n\n}  // namespace ${namespace}\n")
    set(before "")
    if(EXISTS ${header})
      file(READ ${header} before)
    endif()
    if(NOT before STREQUAL text)
      file(WRITE ${header} "${text}")
    endif()
  endforeach()
endfunction()
