# `cmake --build --preset debug --target lint`: the layout of every source, and clang-tidy over what this build compiles, each source by
# itself.
find_program(CLANG_FORMAT clang-format)
find_program(RUN_CLANG_TIDY NAMES run-clang-tidy run-clang-tidy-14)
mark_as_advanced(CLANG_FORMAT RUN_CLANG_TIDY)

set(lint_commands)
if(CLANG_FORMAT)
  list(APPEND lint_commands COMMAND ${PROJECT_SOURCE_DIR}/cmake/check_format.sh ${CLANG_FORMAT})
else()
  list(APPEND lint_commands COMMAND ${CMAKE_COMMAND} -E echo "clang-format is not installed: layout not checked")
endif()
if(RUN_CLANG_TIDY)
  list(APPEND lint_commands COMMAND ${RUN_CLANG_TIDY} -quiet -p ${PROJECT_BINARY_DIR})
else()
  list(APPEND lint_commands COMMAND ${CMAKE_COMMAND} -E echo "clang-tidy is not installed: not run")
endif()
add_custom_target(lint ${lint_commands} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} USES_TERMINAL VERBATIM)
