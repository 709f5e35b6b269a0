#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plyforge {

/// Whether only this machine reaches what listens on an address: 127.0.0.1, ::1, localhost.
bool is_loopback(std::string_view address);

/// Who may ask. Without a token everybody on this machine may.
class Gate {
 public:
  /// `token_file`: its first line is the token. `address`: what the server listens on. Throws InputError where the
  /// token is missing but needed, or too short.
  Gate(const std::optional<std::string>& token_file, const std::string& address);

  bool has_token() const { return !token_.empty(); }

  /// Whether an Authorization header has the token; always, where there is none.
  bool admits(std::string_view authorization) const;

  /// Whether a Host header names this server. Without a token only names of this machine do, so that a page from
  /// elsewhere, whose host name leads to 127.0.0.1, cannot ask in its reader's place.
  bool knows_host(std::string_view host) const;

 private:
  std::string token_;
};

}  // namespace plyforge
