# Writes FILES into OUTPUT as C++ string constants, each named by its file: heatmap.frag becomes shader::heatmap_frag.
set(text "// Made by app/embed.cmake from shaders/.\nnamespace glassformer::shader {\n")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  string(REPLACE "." "_" name ${name})
  file(READ ${file} source)
  string(APPEND text "extern const char* const ${name};\nconst char* const ${name} = R\"glsl(${source})glsl\";\n")
endforeach()
file(WRITE ${OUTPUT} "${text}}  // namespace glassformer::shader\n")
