# How our own code is compiled: warnings, and the instruction sets of the CPU kernels.

set(cxx_options -Wall -Wextra -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND cxx_options -Wno-restrict)  # false alarms on "text" + std::string: GCC bug 105651
endif()
if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_COMPILE_WARNING_AS_ERROR)
  set(CMAKE_COMPILE_WARNING_AS_ERROR ON)
endif()

# On x86-64 everything runs on any processor from 2013 on; the files that get PLYFORGE_X86_64_V3 alone may
# use what newer ones have, and are called only where the processor has it. Other processors get what their compiler takes for granted.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  list(APPEND cxx_options -march=x86-64-v2)
  set(PLYFORGE_X86_64_V3 -march=x86-64-v3)
endif()

add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:${cxx_options}>")
