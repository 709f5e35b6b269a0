#pragma once

/// Marks a function that both the host and a CUDA device may call. Under a plain C++ compiler only the inlining
/// remains.
///
/// Inlining is forced so that one source can be compiled for several instruction sets in one program: no out-of-line
/// copy exists that the linker could pick from the wrong set (see host/kernels.h).
#if defined(__CUDACC__)
#define PLYFORGE_HD __host__ __device__ __forceinline__
#elif defined(__GNUC__)
#define PLYFORGE_HD [[gnu::always_inline]] inline
#else
#define PLYFORGE_HD inline
#endif
