# Installs BUILD_DIR to a folder of its own, builds the example of SOURCE_DIR against it, and runs it.

set(work ${BUILD_DIR}/install-example)
file(REMOVE_RECURSE ${work})

execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --config ${CONFIG} --prefix ${work}/prefix
                COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
# Where they have been made, completion and man pages are where shells and man look for them.
foreach(pair completion/bash=bash-completion/completions/plyforge completion/zsh=zsh/site-functions/_plyforge
             completion/fish=fish/vendor_completions.d/plyforge.fish man/plyforge-perft.1=man/man1/plyforge-perft.1)
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 made)
  list(GET pair 1 installed)
  if(EXISTS ${BUILD_DIR}/documentation/${made} AND NOT EXISTS ${work}/prefix/share/${installed})
    message(FATAL_ERROR "not installed: share/${installed}")
  endif()
endforeach()

execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${work}/build -G ${GENERATOR} -DCMAKE_BUILD_TYPE=${CONFIG}
                        -DCMAKE_PREFIX_PATH=${work}/prefix -DCMAKE_CXX_COMPILER=${CXX_COMPILER}
                        -DCMAKE_CXX_FLAGS=${CXX_FLAGS}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${work}/build COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${work}/build/example COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE printed)
if(NOT printed MATCHES "perft\\(5\\) = 4865609\n")
  message(FATAL_ERROR "the example printed: ${printed}")
endif()

file(WRITE ${work}/games.pgn "1. f3 e5 2. g4 Qh4# 0-1\n")
execute_process(COMMAND ${work}/build/games_example INPUT_FILE ${work}/games.pgn COMMAND_ERROR_IS_FATAL ANY
                OUTPUT_VARIABLE printed)
if(NOT printed MATCHES "^rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3 checkmate\n")
  message(FATAL_ERROR "the example of games printed: ${printed}")
endif()
