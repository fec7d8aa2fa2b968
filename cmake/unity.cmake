# Compiles the sources of a folder together, a dozen at a time: most of a build is the parsing of headers, and this
# parses them once a dozen. Names in the anonymous namespaces of one folder therefore differ from each other; a clash is
# an error of the compiler that names both. Sources include what they use: scripts/tidy.sh looks at each by itself.
option(GLASSFORMER_UNITY "Compile the sources of a folder together" OFF)
set(glassformer_unity_size 12)

# Groups what TARGET is made of. ARGN: sources, relative to the current folder, that are compiled alone.
function(glassformer_unity target)
  if(NOT GLASSFORMER_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # Takes each source for a header that others include too.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
  get_target_property(sources ${target} SOURCES)
  list(SORT sources)
  set(previous "?")  # of no folder
  foreach(source IN LISTS sources)
    file(RELATIVE_PATH name ${CMAKE_CURRENT_SOURCE_DIR} ${source})
    if(name IN_LIST ARGN OR name MATCHES "^\\.\\.")
      continue()
    endif()
    get_filename_component(folder ${name} DIRECTORY)
    if(NOT "${folder}" STREQUAL "${previous}")
      set(count 0)
      set(previous "${folder}")
    endif()
    math(EXPR group "${count} / ${glassformer_unity_size}")
    math(EXPR count "${count} + 1")
    string(MAKE_C_IDENTIFIER "in_${folder}_${group}" group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()
