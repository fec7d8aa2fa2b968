# Packages for Debian by CPack: the program, and the engine as a library. scripts/package.sh calls it.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME glassformer)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "see every number inside a transformer")
set(CPACK_PACKAGE_CONTACT "The Glassformer authors <glassformer@users.noreply.github.com>" CACHE STRING "Who maintains the packages")
set(CPACK_PACKAGE_VENDOR "The Glassformer authors")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL program development)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/app/${to_libraries})
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME glassformer)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION education)
# What is opened while the program runs, which no list of linked libraries says.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "fonts-open-sans, fonts-dejavu-core, fonts-dejavu-extra, libegl1, libgl1")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "libgl1-mesa-dri, xdg-utils")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS ffmpeg)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Type a sentence and step through every stage of a real, trained transformer:
embeddings, positions, queries, keys, values, scores, softmax, heads,
residual connections, norms, MLP, logits, and backwards the gradients.
Any number says where it came from and can be changed; positional encodings
are compared, small models are trained before a class, published checkpoints
are opened, and lectures are played that are written in a text file.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libglassformer-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "g++, pkg-config, nlohmann-json3-dev, libutf8proc-dev, libpcre2-dev, libmd4c-dev, libdnnl-dev, ocl-icd-opencl-dev, libgomp1")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "The engine of Glassformer for other programs: headers, static libraries,
find_package(Glassformer), and an example that reads attention weights of
a published model.")

# Debian's own papers. The day of the change log is the commit's.
function(install_papers package component)
  install(FILES ${CMAKE_SOURCE_DIR}/packaging/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
  install(CODE "
    set(papers \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/doc/${package}\")
    execute_process(COMMAND git -C ${CMAKE_SOURCE_DIR} log -1 --format=%cD OUTPUT_VARIABLE day
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT day)
      string(TIMESTAMP day \"%a, %d %b %Y %H:%M:%S +0000\" UTC)
    endif()
    file(WRITE \${papers}/changelog.Debian \"glassformer (${PROJECT_VERSION}-1) unstable; urgency=medium\n\n  * What is new in ${PROJECT_VERSION}: see changelog.gz.\n\n -- ${CPACK_PACKAGE_CONTACT}  \${day}\n\")
    configure_file(${CMAKE_SOURCE_DIR}/CHANGELOG.md \${papers}/changelog COPYONLY)
    execute_process(COMMAND gzip -9nf \${papers}/changelog \${papers}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
  " COMPONENT ${component})
endfunction()
install_papers(glassformer program)
install_papers(libglassformer-dev development)
include(CPack)
