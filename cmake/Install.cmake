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

file(GLOB core_headers CONFIGURE_DEPENDS src/*.h)
install(FILES ${core_headers} host/counting.h host/devices.h host/input_error.h host/game/game.h host/game/game_reader.h
              host/game/pgn_scanner.h cuda/batch_backend.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/plyforge)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/plyforge)
install(EXPORT plyforge NAMESPACE plyforge:: FILE plyforge-targets.cmake DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/plyforge-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/plyforge-config.cmake ${PROJECT_BINARY_DIR}/plyforge-config-version.cmake
        DESTINATION ${package_dir})
