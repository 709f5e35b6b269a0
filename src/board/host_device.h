#pragma once

/// Marks a function that both the host and a CUDA device may call. Under a plain C++ compiler only the inlining
/// remains.
///
/// PLYFORGE_HD_CALL marks a template that is too large to be inlined everywhere. It must have a slider method among its
/// parameters.
///
/// Inlining is forced so that one source can be compiled for several instruction sets in one program: no out-of-line
/// copy exists that the linker could pick from the wrong set (see host/kernels.h). A template over the slider method
/// has no such copy in common either, since each method is compiled for one instruction set only.
#if defined(__CUDACC__)
#define PLYFORGE_HD __host__ __device__ __forceinline__
#define PLYFORGE_HD_CALL __host__ __device__
#elif defined(__GNUC__)
#define PLYFORGE_HD [[gnu::always_inline]] inline
#define PLYFORGE_HD_CALL
#else
#define PLYFORGE_HD inline
#define PLYFORGE_HD_CALL
#endif
