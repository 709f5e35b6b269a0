# The installed tree: the program, and the libraries for find_package(plyforge).

include(CMakePackageConfigHelpers)

set_target_properties(plyforge_core PROPERTIES EXPORT_NAME core)
set_target_properties(plyforge_counting PROPERTIES EXPORT_NAME counting)
set_target_properties(plyforge_games PROPERTIES EXPORT_NAME games)
add_library(plyforge::core ALIAS plyforge_core)
add_library(plyforge::counting ALIAS plyforge_counting)
add_library(plyforge::games ALIAS plyforge_games)

install(TARGETS plyforge)
install(TARGETS plyforge_core plyforge_counting plyforge_games EXPORT plyforge)

# The public headers, by name: what is not here may change at any time.
set(public_headers
    src/board/bitboard.h
    src/board/board.h
    src/board/host_device.h
    src/board/move.h
    src/board/moved_piece.h
    src/board/position.h
    src/board/position_hash.h
    src/diagnosis/fault_kind.h
    src/diagnosis/illegal_move.h
    src/diagnosis/move_refusal.h
    src/diagnosis/seen_move.h
    src/diagnosis/strata.h
    src/endgame/material.h
    src/endgame/value.h
    src/leaf/leaf.h
    src/leaf/move_stats.h
    src/leaf/outcome.h
    src/leaf/wide.h
    src/movegen/attacks.h
    src/movegen/legal.h
    src/movegen/make.h
    src/movegen/movegen.h
    src/movegen/replies.h
    src/notation/epd.h
    src/notation/fen.h
    src/notation/move_pattern.h
    src/notation/notation.h
    src/notation/text.h
    src/planning/planner.h
    src/planning/range.h
    src/rules/dead_position.h
    src/rules/game_play.h
    cuda/interface/batch_backend.h
    host/base/errors.h
    host/base/memory.h
    host/base/progress.h
    host/count/count_options.h
    host/count/counting.h
    host/count/devices.h
    host/games/game.h
    host/games/game_reader.h
    host/games/move_remark.h
    host/games/pgn_scanner.h
)
foreach(header IN LISTS public_headers)
  string(REGEX REPLACE "^[^/]+/(.*/)?[^/]+$" "\\1" folder ${header})
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/plyforge/${folder})
endforeach()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/plyforge)
install(EXPORT plyforge NAMESPACE plyforge:: FILE plyforge-targets.cmake DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/plyforge-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/plyforge-config.cmake ${PROJECT_BINARY_DIR}/plyforge-config-version.cmake
        DESTINATION ${package_dir})
