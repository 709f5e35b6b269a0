#include "service/http/router.h"

#include <optional>

#include "base/clock.h"
#include "base/errors.h"
#include "count/counting.h"
#include "service/http/problem.h"
#include "service/http/static_files.h"

namespace plyforge {
namespace {

/// What stands for {...} where the path fits the pattern; empty where the pattern has none.
std::optional<std::string> match(std::string_view pattern, std::string_view path) {
  const std::size_t open = pattern.find('{');
  if (open == std::string_view::npos) return pattern == path ? std::optional<std::string>("") : std::nullopt;
  const std::string_view before = pattern.substr(0, open);
  const std::string_view after = pattern.substr(pattern.find('}') + 1);
  if (path.size() <= before.size() + after.size() || !path.starts_with(before) || !path.ends_with(after)) {
    return std::nullopt;
  }
  const std::string_view variable = path.substr(before.size(), path.size() - before.size() - after.size());
  if (variable.find('/') != std::string_view::npos) return std::nullopt;
  return std::string(variable);
}

void answer_problem(const httplib::Request& request, httplib::Response& response, const Problem& problem) {
  Json document = problem.json();
  if (!request.path.empty()) document["instance"] = request.path;
  response.status = problem.status();
  response.set_content(document.dump(-1, ' ', false, Json::error_handler_t::replace), Problem::kMediaType);
  response.set_header("Cache-Control", "no-store");
  if (problem.status() == 401) response.set_header("WWW-Authenticate", "Bearer");
  if (problem.status() == 429 || problem.status() == 503) response.set_header("Retry-After", "5");
  // What was sent with the request is perhaps unread (HttpServer closes then).
  if (request.has_header("Content-Length") || request.has_header("Transfer-Encoding")) {
    response.set_header("Connection", "close");
  }
}

void answer_static_file(const StaticFile& file, httplib::Response& response) {
  const std::string type(media_type(file.path));
  response.status = 200;
  response.set_header("Cache-Control", "no-cache");
  if (type.starts_with("text/html")) {
    response.set_header("Content-Security-Policy",
                        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; "
                        "form-action 'none'; frame-ancestors 'none'");
  }
  response.set_content(file.content.data(), file.content.size(), type);
}

bool is_json(const httplib::Request& request) {
  const std::string type = request.get_header_value("Content-Type");
  return type.substr(0, type.find(';')) == "application/json" && !request.has_header("Content-Encoding");
}

}  // namespace

void Call::answer(const Json& json, int status) const {
  response.status = status;
  response.set_header("Cache-Control", "no-store");
  response.set_content(json.dump(-1, ' ', false, Json::error_handler_t::replace), "application/json");
}

void Router::get(std::string pattern, Access access, Handler handler) {
  routes_.push_back({"GET", std::move(pattern), access, std::move(handler)});
}

void Router::remove(std::string pattern, Access access, Handler handler) {
  routes_.push_back({"DELETE", std::move(pattern), access, std::move(handler)});
}

void Router::post(std::string path, Access access, Handler handler) {
  routes_.push_back({"POST", std::move(path), access, std::move(handler)});
}

void Router::install(HttpServer& server) {
  using Handled = httplib::Server::HandlerResponse;
  server.set_default_headers({{"X-Content-Type-Options", "nosniff"}});
  // Everything is decided here, but for what needs a body: that is read by httplib between the two.
  server.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
    if (request.method != "POST") {
      handle(request, response);
      return Handled::Handled;
    }
    bool admitted = false;
    guarded(request, response, [&] {
      std::string variable;
      check(request, response, variable);
      admitted = true;
    });
    if (!admitted) metrics_.answered(request.method, "none", response.status, 0);
    return admitted ? Handled::Unhandled : Handled::Handled;
  });
  for (const Route& route : routes_) {
    if (route.method != "POST") continue;
    server.Post(route.pattern,
                [this](const httplib::Request& request, httplib::Response& response) { handle(request, response); });
  }
  // What httplib itself refuses: bad requests, bodies that are too large.
  server.set_error_handler([this](const httplib::Request& request, httplib::Response& response) {
    if (!response.body.empty() || response.get_header_value("Content-Type") == Problem::kMediaType) return;
    metrics_.answered(request.method, "none", response.status, 0);
    answer_problem(request, response, problem_of_status(response.status));
  });
}

/// The route of a request; null for a static file. Throws Problem where there is none, or the method is another: then
/// the response says which may be.
const Router::Route* Router::find(const httplib::Request& request, httplib::Response& response,
                                  std::string& variable) const {
  const std::string method = request.method == "HEAD" ? "GET" : request.method;
  std::string allowed;
  for (const Route& route : routes_) {
    const auto found = match(route.pattern, request.path);
    if (!found) continue;
    if (route.method == method) {
      variable = *found;
      return &route;
    }
    allowed += (allowed.empty() ? "" : ", ") + (route.method == "GET" ? std::string("GET, HEAD") : route.method);
  }
  if (allowed.empty() && find_static_file(request.path) != nullptr) {
    if (method == "GET") return nullptr;
    allowed = "GET, HEAD";
  }
  if (allowed.empty()) throw problem_of_status(404);
  response.set_header("Allow", allowed);
  throw Problem(ProblemKind::method_not_allowed, "method not allowed; allowed: " + allowed);
}

/// The route of a request that is admitted; null for a static file. Throws Problem.
const Router::Route* Router::check(const httplib::Request& request, httplib::Response& response,
                                   std::string& variable) const {
  if (!gate_.knows_host(request.get_header_value("Host"))) {
    throw Problem(ProblemKind::misdirected, "address this server as localhost or 127.0.0.1", "Host");
  }
  const Route* const route = find(request, response, variable);
  if (route == nullptr) return nullptr;
  if (route->access == Access::token && !gate_.admits(request.get_header_value("Authorization"))) {
    throw Problem(ProblemKind::unauthorized, "this request needs a valid header Authorization: Bearer TOKEN",
                  "Authorization");
  }
  if (route->method == "POST" && !is_json(request)) {
    throw Problem(ProblemKind::unsupported_media_type, "the body must be application/json, without a content encoding",
                  "Content-Type");
  }
  return route;
}

template <class Work>
void Router::guarded(const httplib::Request& request, httplib::Response& response, const Work& work) const {
  const auto refuse = [&](ProblemKind kind, const std::string& detail) {
    answer_problem(request, response, Problem(kind, detail));
  };
  try {
    work();
    return;
  } catch (const Problem& problem) {
    answer_problem(request, response, problem);
  } catch (const InputError& error) {
    refuse(ProblemKind::bad_input, error.what());
  } catch (const Interrupted&) {
    refuse(ProblemKind::unavailable, "this takes too long, or the server is shutting down");
  } catch (const std::overflow_error& error) {
    refuse(ProblemKind::bad_input, error.what());
  } catch (const ResourceError& error) {
    log_.error(request.path + ": " + error.what());
    refuse(ProblemKind::unavailable, error.what());
  } catch (const std::exception& error) {
    log_.error(request.path + ": " + error.what());
    answer_problem(request, response, problem_of_status(500));
  }
}

void Router::handle(const httplib::Request& request, httplib::Response& response) const {
  const Clock::time_point begun = Clock::now();
  std::string label = "none";
  guarded(request, response, [&] {
    std::string variable;
    const Route* const route = check(request, response, variable);
    label = route == nullptr ? "page" : route->pattern;
    if (route == nullptr) {
      answer_static_file(*find_static_file(request.path), response);
    } else {
      route->handler({request, response, variable});
    }
  });
  metrics_.answered(request.method, label, response.status, seconds_since(begun));
}

}  // namespace plyforge
