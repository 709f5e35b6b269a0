# What is made from the program's own options: shell completion, and man pages where help2man is installed; and the documentation as it
# is installed.

set(made ${PROJECT_BINARY_DIR}/documentation)

set(completion_dir ${made}/completion)
foreach(shell bash zsh fish)
  add_custom_command(OUTPUT ${completion_dir}/${shell}
                     COMMAND ${CMAKE_COMMAND} -E make_directory ${completion_dir}
                     COMMAND plyforge completion ${shell} > ${completion_dir}/${shell} DEPENDS plyforge VERBATIM)
endforeach()
add_custom_target(completion ALL DEPENDS ${completion_dir}/bash ${completion_dir}/zsh ${completion_dir}/fish)
# OPTIONAL: whoever built the program alone can install it.
install(FILES ${completion_dir}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME plyforge OPTIONAL)
install(FILES ${completion_dir}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _plyforge OPTIONAL)
install(FILES ${completion_dir}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME plyforge.fish
        OPTIONAL)

find_program(HELP2MAN help2man)
if(HELP2MAN)
  set(script ${PROJECT_SOURCE_DIR}/cmake/man_pages.sh)
  add_custom_command(OUTPUT ${made}/man/plyforge.1 COMMAND ${script} $<TARGET_FILE:plyforge> ${made}/man
                     DEPENDS plyforge ${script} VERBATIM)
  add_custom_target(man ALL DEPENDS ${made}/man/plyforge.1)
  install(DIRECTORY ${made}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL FILES_MATCHING PATTERN "*.1")
endif()

install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
