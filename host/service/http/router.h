#pragma once

#include <functional>
#include <string>
#include <vector>

#include "service/http/arguments.h"
#include "service/http/http_server.h"
#include "service/http/log.h"
#include "service/http/metrics.h"
#include "service/http/token.h"

namespace plyforge {

/// A request on its way to its handler.
struct Call {
  const httplib::Request& request;
  httplib::Response& response;
  std::string variable;  ///< what stands for {...} in the path

  Arguments query() const { return Arguments::of_query(request.params); }
  Arguments body() const { return Arguments::of_body(request.body); }

  /// Answers with JSON.
  void answer(const Json& json, int status = 200) const;
};

/// Finds the handler of a request, and answers what is wrong with requests: as problem documents, always.
class Router {
 public:
  using Handler = std::function<void(const Call&)>;

  /// Whether a route is for everybody, or needs the token where there is one.
  enum class Access { open, token };

  Router(const Gate& gate, Metrics& metrics, const Log& log) : gate_(gate), metrics_(metrics), log_(log) {}

  /// `pattern`: a path, in which one part may be a name in braces. Handlers throw Problem, or what work throws.
  void get(std::string pattern, Access access, Handler handler);
  void remove(std::string pattern, Access access, Handler handler);
  /// The body must be JSON.
  void post(std::string path, Access access, Handler handler);

  /// Makes the server ask this router, which must outlive it.
  void install(HttpServer& server);

 private:
  struct Route {
    std::string method;
    std::string pattern;
    Access access;
    Handler handler;
  };

  const Route* find(const httplib::Request& request, httplib::Response& response, std::string& variable) const;
  const Route* check(const httplib::Request& request, httplib::Response& response, std::string& variable) const;
  void handle(const httplib::Request& request, httplib::Response& response) const;
  template <class Work>
  void guarded(const httplib::Request& request, httplib::Response& response, const Work& work) const;

  const Gate& gate_;
  Metrics& metrics_;
  const Log& log_;
  std::vector<Route> routes_;
};

}  // namespace plyforge
