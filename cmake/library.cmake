# The engine as a library for other programs: headers, two archives, find_package(Glassformer). docs/engine.md shows its use.
include(CMakePackageConfigHelpers)
if(GLASSFORMER_DISPATCH)
  # The plain kernels once more, from the same objects: for any processor, in whatever program.
  add_library(glassformer_kernels_archive STATIC $<TARGET_OBJECTS:glassformer_kernels>)
  set_target_properties(glassformer_kernels_archive PROPERTIES OUTPUT_NAME glassformer_kernels LINKER_LANGUAGE CXX)
  set(archives glassformer_core glassformer_kernels_archive)
else()
  set(archives glassformer_core glassformer_kernels)
endif()
install(TARGETS ${archives} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/glassformer COMPONENT development
        FILES_MATCHING PATTERN "*.h" PATTERN gl EXCLUDE)
set(papers ${CMAKE_INSTALL_DATADIR}/doc/libglassformer-dev)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/example DESTINATION ${papers} COMPONENT development)
install(FILES ${CMAKE_SOURCE_DIR}/docs/engine.md ${CMAKE_SOURCE_DIR}/docs/formats.md DESTINATION ${papers} COMPONENT development)

if(NOT engine_has_onednn)
  set(engine_has_onednn OFF)
endif()
set(include ${CMAKE_INSTALL_INCLUDEDIR}/glassformer)
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/GlassformerConfig.cmake.in ${CMAKE_BINARY_DIR}/GlassformerConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Glassformer PATH_VARS CMAKE_INSTALL_LIBDIR include)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/GlassformerConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/GlassformerConfig.cmake ${CMAKE_BINARY_DIR}/GlassformerConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Glassformer COMPONENT development)
