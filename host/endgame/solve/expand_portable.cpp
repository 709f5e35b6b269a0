#include "count/kernels_bmi2.h"
#include "endgame/solve/expand_impl.h"

namespace plyforge {
namespace {

struct Portable;

}  // namespace

Expand portable_expand() { return detail::expand<Portable>; }

Expand expand_kernel() { return has_fast_pext() && avx2_expand() != nullptr ? avx2_expand() : portable_expand(); }

}  // namespace plyforge
