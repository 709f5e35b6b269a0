#pragma once

namespace plyforge {

/// Adds the named members of `part` to those of `into`: for reports that threads fill apart and then sum.
template <class T, class... Member>
void add_members(T& into, const T& part, Member T::*... members) {
  ((into.*members += part.*members), ...);
}

}  // namespace plyforge
