# find_package(plyforge) gives plyforge::core (positions, moves, notation), plyforge::counting (perft and the like) and
# plyforge::games (PGN and move texts, read and judged).
include(CMakeFindDependencyMacro)
find_dependency(TBB)
include(${CMAKE_CURRENT_LIST_DIR}/plyforge-targets.cmake)
