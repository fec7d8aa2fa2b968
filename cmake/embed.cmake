# Writes FILES into OUTPUT as C++ string constants: heatmap.frag becomes NAMESPACE::heatmap_frag, and with TABLE set a
# list of all of them by file name, NAMESPACE::all and NAMESPACE::count. With HASHES set NAMESPACE::heatmap_frag_sha256 is
# the hash of its bytes.
set(text "// Made by cmake/embed.cmake.\nnamespace ${NAMESPACE} {\n")
set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  string(REPLACE "." "_" constant ${name})
  file(READ ${file} source)
  string(APPEND text "extern const char* const ${constant};\nconst char* const ${constant} = R\"glsl(${source})glsl\";\n")
  if(HASHES)
    file(SHA256 ${file} hash)
    string(APPEND text "extern const char* const ${constant}_sha256;\nconst char* const ${constant}_sha256 = \"${hash}\";\n")
  endif()
  string(APPEND rows "    {\"${name}\", ${constant}},\n")
endforeach()
if(TABLE)
  string(APPEND text "struct Source {\n    const char* name;\n    const char* text;\n};\n"
                     "extern const Source all[];\nextern const int count;\n"
                     "const Source all[] = {\n${rows}};\nconst int count = sizeof(all) / sizeof(all[0]);\n")
endif()
file(WRITE ${OUTPUT} "${text}}  // namespace ${NAMESPACE}\n")
