#include "service/jobs/events.h"

#include <algorithm>
#include <memory>
#include <thread>

#include "service/http/problem.h"

namespace plyforge {
namespace {

constexpr double kLongestSilence = 10;  // seconds; then a comment shows whether the client is still there
constexpr double kLookSeconds = 0.25;   // seconds between looks at whether server or client end
constexpr auto kPause = std::chrono::milliseconds(250);

/// One stream: what was said last, and when.
struct Stream {
  std::int64_t job;
  std::uint64_t version = 0;
  Clock::time_point said = Clock::now();
};

bool say(Stream& stream, httplib::DataSink& sink, const std::string& text) {
  stream.said = Clock::now();
  return sink.write(text.data(), text.size());
}

}  // namespace

void EventStreams::stream(const Call& call, Jobs& jobs, std::int64_t job) {
  jobs.show(job);  // or Problem
  if (++open_ > most_) {
    --open_;
    throw Problem(ProblemKind::too_many,
                  "the limit on open event streams has been reached; poll the job "
                  "instead");
  }
  const auto stream = std::make_shared<Stream>(Stream{.job = job});
  const auto send = [this, &jobs, stream](httplib::DataSink& sink) {
    const Jobs::News news = jobs.wait(stream->job, stream->version, kLookSeconds);
    if (closing_.begun() || !sink.is_writable()) {
      sink.done();
      return true;
    }
    if (!news.ended && news.version == stream->version) {
      return seconds_since(stream->said) < kLongestSilence || say(*stream, sink, ": still there\n\n");
    }
    stream->version = news.version;
    if (!say(*stream, sink, "event: job\ndata: " + news.job.dump() + "\n\n")) return false;
    if (news.ended) {
      sink.done();
    } else {
      std::this_thread::sleep_for(kPause);
    }
    return true;
  };
  const auto provide = [send](std::size_t /*offset*/, httplib::DataSink& sink) {
    try {
      return send(sink);
    } catch (const std::exception&) {  // the job has been forgotten: nothing will come any more
      sink.done();
      return true;
    }
  };
  call.response.status = 200;
  call.response.set_header("Cache-Control", "no-store");
  call.response.set_header("X-Accel-Buffering", "no");  // for nginx in front
  call.response.set_chunked_content_provider("text/event-stream", provide, [this](bool /*success*/) { --open_; });
}

}  // namespace plyforge
