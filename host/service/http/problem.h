#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include "app/report/json.h"

namespace plyforge {

/// The kinds of problems that a client can tell apart.
enum class ProblemKind {
  bad_input,
  bad_fen,
  too_costly,
  unauthorized,
  not_found,
  no_table,
  method_not_allowed,
  conflict,
  too_large,
  unsupported_media_type,
  misdirected,
  too_many,
  internal,
  unavailable,
};

/// A request that cannot be answered. what() says what was wrong, where, and what would be right; it goes to the client
/// as a problem document (RFC 9457).
class Problem : public std::runtime_error {
 public:
  /// `parameter`: what is to blame, by its name; `column`: the character of its text, from 1.
  explicit Problem(ProblemKind kind, const std::string& detail, std::string parameter = {}, std::size_t column = 0);

  /// The HTTP status.
  int status() const;
  /// The character to blame; 0: none.
  std::size_t column() const { return column_; }
  /// The document.
  Json json() const;

  /// The media type of such documents.
  static constexpr const char* kMediaType = "application/problem+json";

 private:
  ProblemKind kind_;
  std::string parameter_;
  std::size_t column_;
};

/// What httplib itself refuses: a problem of that HTTP status.
Problem problem_of_status(int status);

}  // namespace plyforge
