# find_package(plyforge) gives plyforge::core (positions, moves, notation) and plyforge::counting (perft and the like).
include(CMakeFindDependencyMacro)
find_dependency(TBB)
include(${CMAKE_CURRENT_LIST_DIR}/plyforge-targets.cmake)
