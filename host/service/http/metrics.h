#pragma once

#include <array>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace plyforge {

/// What is counted since the start.
enum class Counter {
  jobs_submitted,
  jobs_ended,
  leaves,
  count_seconds,
  probes,
  cache_hits,
  cache_misses,
  connections_refused,
  requests_dropped,
};
constexpr std::size_t kCounters = 9;

/// Figures for Prometheus. Safe to use from many threads.
class Metrics {
 public:
  /// `labels`: as Prometheus writes them between braces, or none.
  void add(Counter counter, double by = 1, const std::string& labels = "");

  /// A request that was answered.
  void answered(const std::string& method, const std::string& route, int status, double seconds);

  /// A figure that is asked for when the metrics are. `labels` as above.
  void gauge(std::string name, std::string help, std::string labels, std::function<double()> value);

  /// The text format, version 0.0.4.
  std::string text() const;

 private:
  static constexpr std::array<double, 9> kBounds = {0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10};  // seconds

  struct Times {
    std::array<std::uint64_t, kBounds.size()> up_to{};
    std::uint64_t count = 0;
    double seconds = 0;
  };
  struct Gauge {
    std::string name;
    std::string help;
    std::string labels;
    std::function<double()> value;
  };

  mutable std::mutex mutex_;
  std::array<std::map<std::string, double>, kCounters> counters_;
  std::map<std::string, std::uint64_t> requests_;
  std::map<std::string, Times> times_;
  std::vector<Gauge> gauges_;
};

}  // namespace plyforge
