# Finds a CUDA compiler as PLYFORGE_CUDA asks for, and Thrust. PLYFORGE_HAS_CUDA and PLYFORGE_HAS_THRUST tell the rest of the
# build.

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
    message(STATUS "CUDA: found ${CMAKE_CUDA_COMPILER}")
  elseif(PLYFORGE_CUDA STREQUAL "AUTO")
    message(STATUS "CUDA: no compiler found, skipped")
  else()
    message(FATAL_ERROR "PLYFORGE_CUDA is ON, but no CUDA compiler was found. Put nvcc into PATH or CUDACXX, "
                        "or use PLYFORGE_CUDA=AUTO to build without it.")
  endif()
endif()

if(PLYFORGE_HAS_CUDA)
  set(PLYFORGE_CUDA_TARGETS "90" CACHE STRING
      "GPU architectures to build for (semicolons between them), or ALL: 80, 90, 100, 120 as far as nvcc knows them, and PTX")
  if(NOT PLYFORGE_CUDA_TARGETS STREQUAL "ALL")
    set(CMAKE_CUDA_ARCHITECTURES ${PLYFORGE_CUDA_TARGETS})
  else()
    execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --list-gpu-code OUTPUT_VARIABLE known)
    set(CMAKE_CUDA_ARCHITECTURES)
    foreach(target 80 90 100 120)
      if(known MATCHES "sm_${target}\n")
        list(APPEND CMAKE_CUDA_ARCHITECTURES ${target}-real)
        set(newest ${target})
      endif()
    endforeach()
    list(APPEND CMAKE_CUDA_ARCHITECTURES ${newest}-virtual)  # for what comes later
  endif()
  enable_language(CUDA)
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25 does not know it yet; nvcc does from 12.0 on
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
  endif()
  set(CMAKE_CUDA_STANDARD 20)
  set(CMAKE_CUDA_STANDARD_REQUIRED ON)
endif()

# Thrust for the tests of the pipeline on a CPU: that of the system, or of the toolkit. Its folder, or empty.
find_path(PLYFORGE_THRUST_INCLUDE thrust/version.h
          PATHS /usr/local/cuda/targets/x86_64-linux/include/cccl /usr/local/cuda/include /usr/local/cuda/include/cccl)
mark_as_advanced(PLYFORGE_THRUST_INCLUDE)
if(NOT PLYFORGE_THRUST_INCLUDE)
  message(STATUS "Thrust not found (libthrust-dev): the tests of the batched pipeline are not built")
endif()
