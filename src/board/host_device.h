#pragma once

/// Marks a function that both the host and a CUDA device may call. Under a C++ compiler without CUDA it only forces
/// inlining.
///
/// PLYFORGE_HD_CALL marks a template that is too large to be inlined everywhere. A slider method must be among its
/// parameters.
///
/// Inlining is forced so that one source can be compiled for several instruction sets in one program: no out-of-line
/// copy exists that the linker could pick from the wrong set (see host/count/kernels.h). Templates over the slider
/// method share no copy either, since each method is compiled for one instruction set only.
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
