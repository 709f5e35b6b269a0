#include "service/http/metrics.h"

#include <sstream>

namespace plyforge {
namespace {

struct CounterText {
  const char* name;
  const char* help;
};

/// By Counter.
constexpr std::array<CounterText, kCounters> kTexts = {{
    {"plyforge_jobs_submitted_total", "Jobs submitted, by kind"},
    {"plyforge_jobs_ended_total", "Jobs that have ended, by kind and state"},
    {"plyforge_leaves_counted_total", "Leaves counted, of jobs and at once"},
    {"plyforge_count_seconds_total", "Seconds spent on these counts"},
    {"plyforge_probes_total", "Positions looked up in endgame tables"},
    {"plyforge_cache_hits_total", "Answers served from the cache"},
    {"plyforge_cache_misses_total", "Cacheable answers that had to be computed"},
    {"plyforge_connections_refused_total", "Connections beyond the limit"},
    {"plyforge_requests_dropped_total", "Connections dropped in the middle of a request, slow or broken"},
}};

std::string braces(const std::string& labels) { return labels.empty() ? "" : "{" + labels + "}"; }

void head(std::ostream& out, const std::string& name, const std::string& help, const char* type) {
  out << "# HELP " << name << ' ' << help << "\n# TYPE " << name << ' ' << type << '\n';
}

}  // namespace

void Metrics::add(Counter counter, double by, const std::string& labels) {
  const std::lock_guard lock(mutex_);
  counters_[static_cast<std::size_t>(counter)][labels] += by;
}

void Metrics::answered(const std::string& method, const std::string& route, int status, double seconds) {
  const std::lock_guard lock(mutex_);
  ++requests_["method=\"" + method + "\",route=\"" + route + "\",status=\"" + std::to_string(status) + "\""];
  Times& times = times_["route=\"" + route + "\""];
  for (std::size_t i = 0; i < kBounds.size(); ++i) times.up_to[i] += seconds <= kBounds[i] ? 1 : 0;
  ++times.count;
  times.seconds += seconds;
}

void Metrics::gauge(std::string name, std::string help, std::string labels, std::function<double()> value) {
  const std::lock_guard lock(mutex_);
  gauges_.push_back({std::move(name), std::move(help), std::move(labels), std::move(value)});
}

std::string Metrics::text() const {
  std::ostringstream out;
  out.precision(15);
  std::vector<Gauge> gauges;
  {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < kCounters; ++i) {
      head(out, kTexts[i].name, kTexts[i].help, "counter");
      if (counters_[i].empty()) out << kTexts[i].name << " 0\n";
      for (const auto& [labels, value] : counters_[i]) out << kTexts[i].name << braces(labels) << ' ' << value << '\n';
    }
    head(out, "plyforge_requests_total", "Requests answered", "counter");
    for (const auto& [labels, value] : requests_)
      out << "plyforge_requests_total" << braces(labels) << ' ' << value << '\n';
    head(out, "plyforge_request_seconds", "Seconds from a complete request to the start of its answer", "histogram");
    for (const auto& [labels, times] : times_) {
      for (std::size_t i = 0; i < kBounds.size(); ++i) {
        out << "plyforge_request_seconds_bucket{" << labels << ",le=\"" << kBounds[i] << "\"} " << times.up_to[i]
            << '\n';
      }
      out << "plyforge_request_seconds_bucket{" << labels << ",le=\"+Inf\"} " << times.count << '\n'
          << "plyforge_request_seconds_sum{" << labels << "} " << times.seconds << '\n'
          << "plyforge_request_seconds_count{" << labels << "} " << times.count << '\n';
    }
    gauges = gauges_;
  }
  std::string last;
  for (const Gauge& gauge : gauges) {  // they may take locks of their own
    if (gauge.name != last) head(out, gauge.name, gauge.help, "gauge");
    last = gauge.name;
    out << gauge.name << braces(gauge.labels) << ' ' << gauge.value() << '\n';
  }
  return out.str();
}

}  // namespace plyforge
