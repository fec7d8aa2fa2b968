# Writes the commit that SOURCE stands at into OUTPUT, as C++: app/about/commit.h. It is run with every build, and OUTPUT is
# left alone where its text stays the same, so that nothing is compiled without need. Without a repository the answer is
# in cmake/commit.txt, where `git archive` put it; without that it is not known.
cmake_minimum_required(VERSION 3.25)
set(hash "")
set(date "")
set(changed false)
set(found "")
if(EXISTS ${SOURCE}/.git)
  find_program(git git)
  if(git)
    execute_process(COMMAND ${git} -C ${SOURCE} log -1 "--format=%H %cs"
                    OUTPUT_VARIABLE found RESULT_VARIABLE failed ERROR_QUIET)
    # Without the lock that a build beside another command of git would wait for.
    execute_process(COMMAND ${git} --no-optional-locks -C ${SOURCE} status --porcelain
                    OUTPUT_VARIABLE differing ERROR_QUIET)
    if(failed)
      set(found "")
    elseif(differing)
      set(changed true)
    endif()
  endif()
elseif(EXISTS ${SOURCE}/cmake/commit.txt)
  file(READ ${SOURCE}/cmake/commit.txt found)
endif()
if(found MATCHES "^([0-9a-f]+) ([0-9-]+)")
  string(SUBSTRING ${CMAKE_MATCH_1} 0 10 hash)
  set(date ${CMAKE_MATCH_2})
endif()
set(text "// Made by cmake/commit.cmake.
#include \"app/about/commit.h\"

namespace glassformer {
Commit built_from() { return {.hash = \"${hash}\", .date = \"${date}\", .changed = ${changed}}; }
}  // namespace glassformer
")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
  if(text STREQUAL before)
    return()
  endif()
endif()
file(WRITE ${OUTPUT} "${text}")
