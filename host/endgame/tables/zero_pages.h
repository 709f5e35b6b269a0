#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace plyforge {

/// Memory for large arrays, straight from the system: zero from the start, allocated only where it is written to, and
/// in large pages where available, since the solver goes over its sets and values again and again.
template <class T>
struct ZeroPages {
  using value_type = T;

  ZeroPages() = default;
  template <class U>
  explicit ZeroPages(const ZeroPages<U>& /*other*/) {}

  T* allocate(std::size_t size) {
    void* const pages =
        mmap(nullptr, size * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    madvise(pages, size * sizeof(T), MADV_HUGEPAGE);  // advice only
    return static_cast<T*>(pages);
  }
  void deallocate(T* pages, std::size_t size) { munmap(pages, size * sizeof(T)); }

  /// New elements are zero as the system gives them: nothing is written.
  template <class U>
  void construct(U* /*element*/) {}
  template <class U, class... Arguments>
  void construct(U* element, Arguments&&... arguments) {
    ::new (static_cast<void*>(element)) U(std::forward<Arguments>(arguments)...);
  }

  friend bool operator==(const ZeroPages&, const ZeroPages&) { return true; }
};

/// An array that gets its size once; its elements are then zero.
template <class T>
using LargeArray = std::vector<T, ZeroPages<T>>;

}  // namespace plyforge
