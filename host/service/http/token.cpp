#include "service/http/token.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/errors.h"

namespace plyforge {
namespace {

constexpr std::size_t kShortestToken = 16;

std::string read_token(const std::string& path) {
  errno = 0;
  std::ifstream file(path);
  std::string token;
  if (!file || !std::getline(file, token)) {
    throw InputError("--token-file: cannot read " + path + ": " + (errno != 0 ? std::strerror(errno) : "it is empty"));
  }
  while (!token.empty() && (token.back() == '\r' || token.back() == ' ')) token.pop_back();
  const bool printable = std::ranges::all_of(token, [](char c) { return c > ' ' && c <= '~'; });
  if (!printable || token.size() < kShortestToken) {
    throw InputError("--token-file: the first line of " + path + " must have at least " +
                     std::to_string(kShortestToken) + " characters and no blanks: try openssl rand -hex 32");
  }
  return token;
}

/// Compares in a time that tells nothing of the secret.
bool is_same(std::string_view given, std::string_view secret) {
  volatile unsigned char difference = given.size() == secret.size() ? 0 : 1;
  for (std::size_t i = 0; i < given.size(); ++i) {
    difference = static_cast<unsigned char>(difference | (given[i] ^ secret[i % secret.size()]));
  }
  return difference == 0;
}

}  // namespace

bool is_loopback(std::string_view address) {
  return address == "localhost" || address == "::1" || address == "[::1]" || address.starts_with("127.");
}

Gate::Gate(const std::optional<std::string>& token_file, const std::string& address) {
  if (token_file) {
    token_ = read_token(*token_file);
  } else if (!is_loopback(address)) {
    throw InputError(
        "--listen " + address +
        " is reachable from other machines: give a --token-file, whose first line clients must send as a bearer "
        "token");
  }
}

bool Gate::admits(std::string_view authorization) const {
  constexpr std::string_view kScheme = "Bearer ";
  if (token_.empty()) return true;
  if (!authorization.starts_with(kScheme)) return false;
  authorization.remove_prefix(kScheme.size());
  return is_same(authorization, token_);
}

bool Gate::knows_host(std::string_view host) const {
  if (!token_.empty()) return true;
  const std::size_t colon = host.rfind(':');
  const bool has_port = colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos;
  // A name such as 127.evil.example begins like an address, and is none.
  const std::string_view name = has_port ? host.substr(0, colon) : host;
  const bool numeric = name.find_first_not_of("0123456789.") == std::string_view::npos;
  return name == "localhost" || name == "[::1]" || (numeric && is_loopback(name));
}

}  // namespace plyforge
