# Writes a C++ source with the content of files, for host/service/http/static_files.h. Run as a script:
#   cmake -DOUTPUT=FILE -DPAGE=FOLDER -DOPENAPI=FILE -P EmbedFiles.cmake

file(GLOB_RECURSE page_files RELATIVE ${PAGE} ${PAGE}/*)
list(SORT page_files)

set(arrays "")
set(entries "")
set(number 0)
function(embed path file)
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  set(arrays "${arrays}constexpr unsigned char kFile${number}[] = {${bytes}0};\n" PARENT_SCOPE)
  set(entries "${entries}    {\"${path}\", text(kFile${number}, sizeof kFile${number} - 1)},\n" PARENT_SCOPE)
  math(EXPR next "${number} + 1")
  set(number ${next} PARENT_SCOPE)
endfunction()

embed("/openapi.json" ${OPENAPI})
foreach(file IN LISTS page_files)
  embed("/${file}" ${PAGE}/${file})
endforeach()

file(WRITE ${OUTPUT} "// Made by cmake/EmbedFiles.cmake.
#include <array>

#include \"service/http/static_files.h\"

namespace plyforge {
namespace {

${arrays}
std::string_view text(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace

std::span<const StaticFile> static_files() {
  static const std::array<StaticFile, ${number}> files = {{
${entries}  }};
  return files;
}

}  // namespace plyforge
")
