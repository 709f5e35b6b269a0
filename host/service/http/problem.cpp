#include "service/http/problem.h"

#include <array>
#include <utility>

namespace plyforge {
namespace {

struct KindText {
  int status;
  const char* name;
  const char* title;
};

/// By ProblemKind.
constexpr std::array<KindText, 14> kKinds = {{{400, "bad-input", "Bad input"},
                                              {400, "bad-fen", "Not a FEN"},
                                              {400, "too-costly", "Too costly"},
                                              {401, "unauthorized", "Unauthorized"},
                                              {404, "not-found", "Not found"},
                                              {404, "no-table", "No table"},
                                              {405, "method-not-allowed", "Method not allowed"},
                                              {409, "conflict", "Conflict"},
                                              {413, "too-large", "Too large"},
                                              {415, "unsupported-media-type", "Unsupported media type"},
                                              {421, "misdirected", "Misdirected request"},
                                              {429, "too-many", "Too many requests"},
                                              {500, "internal", "Internal error"},
                                              {503, "unavailable", "Unavailable"}}};

const KindText& text_of(ProblemKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

}  // namespace

Problem::Problem(ProblemKind kind, const std::string& detail, std::string parameter, std::size_t column)
    : std::runtime_error(detail), kind_(kind), parameter_(std::move(parameter)), column_(column) {}

int Problem::status() const { return text_of(kind_).status; }

Json Problem::json() const {
  const KindText& text = text_of(kind_);
  Json object = {{"type", "urn:plyforge:problem:" + std::string(text.name)},
                 {"title", text.title},
                 {"status", text.status},
                 {"detail", what()}};
  if (!parameter_.empty()) object["parameter"] = parameter_;
  if (column_ != 0) object["column"] = column_;
  return object;
}

Problem problem_of_status(int status) {
  switch (status) {
    case 404:
      return Problem(ProblemKind::not_found, "no such path; /openapi.json lists them all");
    case 413:
      return Problem(ProblemKind::too_large, "the body is too large; /api/info states the limit");
    case 414:
      return Problem(ProblemKind::bad_input, "the URL is too long; use a route that takes a body where there is one");
    case 500:
      return Problem(ProblemKind::internal, "internal error; see the server's log");
    default:
      return Problem(ProblemKind::bad_input, "malformed HTTP request");
  }
}

}  // namespace plyforge
