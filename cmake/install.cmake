# What is installed: the program, its models, lessons and glossary, its manual pages and completions, and what a desktop knows it by.
include_guard()
install(TARGETS glassformer RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/assets/models ${CMAKE_SOURCE_DIR}/assets/lessons ${CMAKE_SOURCE_DIR}/assets/positions
                  ${CMAKE_SOURCE_DIR}/assets/ablations
        DESTINATION ${CMAKE_INSTALL_DATADIR}/glassformer COMPONENT program)
install(FILES ${CMAKE_SOURCE_DIR}/assets/glossary.md DESTINATION ${CMAKE_INSTALL_DATADIR}/glassformer COMPONENT program)

set(desktop ${CMAKE_SOURCE_DIR}/assets/desktop)
install(FILES ${desktop}/glassformer.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT program)
install(FILES ${desktop}/glassformer.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT program)
install(FILES ${desktop}/glassformer.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT program)
install(FILES ${desktop}/glassformer.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT program)
# The picture of a session file in a list of files; and both in the usual sizes, for desktops that draw no SVG.
install(FILES ${desktop}/glassformer.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/mimetypes
        RENAME application-x-glassformer-session.svg COMPONENT program)
find_program(RSVG_CONVERT rsvg-convert)
if(RSVG_CONVERT)
  foreach(size IN ITEMS 16 22 24 32 48 64 128 256 512)
    set(icon ${CMAKE_BINARY_DIR}/icons/${size}.png)
    add_custom_command(OUTPUT ${icon}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/icons
      COMMAND ${RSVG_CONVERT} -w ${size} -h ${size} -o ${icon} ${desktop}/glassformer.svg
      DEPENDS ${desktop}/glassformer.svg VERBATIM)
    list(APPEND icons ${icon})
    set(folder ${CMAKE_INSTALL_DATADIR}/icons/hicolor/${size}x${size})
    install(FILES ${icon} DESTINATION ${folder}/apps RENAME glassformer.png COMPONENT program)
    install(FILES ${icon} DESTINATION ${folder}/mimetypes RENAME application-x-glassformer-session.png COMPONENT program)
  endforeach()
  add_custom_target(glassformer_icons ALL DEPENDS ${icons})
endif()

# Written by the program that is installed, from the rows that its --help reads.
install(CODE "
  set(glassformer_executable [[$<TARGET_FILE:glassformer>]])
  set(share \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}\")
  function(written_by_program file)
    get_filename_component(folder \${file} DIRECTORY)
    file(MAKE_DIRECTORY \${folder})
    execute_process(COMMAND \${glassformer_executable} \${ARGN} OUTPUT_FILE \${file} COMMAND_ERROR_IS_FATAL ANY)
  endfunction()
  written_by_program(\${share}/bash-completion/completions/glassformer completion bash)
  written_by_program(\${share}/zsh/vendor-completions/_glassformer completion zsh)
  written_by_program(\${share}/fish/vendor_completions.d/glassformer.fish completion fish)
  file(MAKE_DIRECTORY \${share}/man/man1)
  execute_process(COMMAND \${glassformer_executable} manual --out \${share}/man/man1 OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB pages \${share}/man/man1/glassformer*.1)
  execute_process(COMMAND gzip -9nf \${pages} COMMAND_ERROR_IS_FATAL ANY)
  message(STATUS \"Installing: manual pages and completions in \${share}\")
" COMPONENT program)
