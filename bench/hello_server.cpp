// The least that httplib can do: one answer, always the same. What bench/serve.sh measures the service against.

#include <httplib.h>

#include <cstdlib>
#include <iostream>

int main(int argc, char** argv) {
  httplib::Server server;
  server.set_tcp_nodelay(true);
  server.new_task_queue = [] { return new httplib::ThreadPool(64); };
  server.set_keep_alive_max_count(1'000'000);
  server.Get("/", [](const httplib::Request&, httplib::Response& response) {
    response.set_content(R"({"hello":"world"})", "application/json");
  });
  const int port = argc > 1 ? std::atoi(argv[1]) : 0;
  if (!server.listen("127.0.0.1", port)) {
    std::cerr << "hello_server: cannot listen on port " << port << '\n';
    return 1;
  }
  return 0;
}
