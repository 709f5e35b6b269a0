#pragma once

#include <stdexcept>

namespace plyforge {

/// The user asked for something that cannot be: what() says what was wrong and what would be right. Exit code 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace plyforge
