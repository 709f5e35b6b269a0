# Finds a CUDA compiler as PLYFORGE_CUDA asks for. PLYFORGE_HAS_CUDA tells the rest of the build.

set(PLYFORGE_HAS_CUDA OFF)
if(PLYFORGE_CUDA)
  include(CheckLanguage)
  # nvcc often lies where its installer puts it, outside of PATH.
  if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(PLYFORGE_NVCC nvcc PATHS /usr/local/cuda/bin)
    mark_as_advanced(PLYFORGE_NVCC)
    if(PLYFORGE_NVCC)
      set(CMAKE_CUDA_COMPILER ${PLYFORGE_NVCC})
    endif()
  endif()
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    set(PLYFORGE_HAS_CUDA ON)
    message(STATUS "CUDA: found ${CMAKE_CUDA_COMPILER} (no part of this version uses it yet)")
  elseif(PLYFORGE_CUDA STREQUAL "AUTO")
    message(STATUS "CUDA: no compiler found, skipped")
  else()
    message(FATAL_ERROR "PLYFORGE_CUDA is ON, but no CUDA compiler was found. Put nvcc into PATH or CUDACXX, "
                        "or use PLYFORGE_CUDA=AUTO to build without it.")
  endif()
endif()
