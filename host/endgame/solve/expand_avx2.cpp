// Compiled for AVX2 and BMI2 (see cmake/CompileOptions.cmake); nothing here may run on other processors.
#if defined(__x86_64__) && defined(__AVX2__)

#include "endgame/solve/expand_impl.h"

namespace plyforge {
namespace {

struct Avx2;

}  // namespace

Expand avx2_expand() { return detail::expand<Avx2>; }

}  // namespace plyforge

#else

#include "endgame/solve/expand.h"

namespace plyforge {

Expand avx2_expand() { return nullptr; }

}  // namespace plyforge

#endif
