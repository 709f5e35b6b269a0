#include "service/http/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "app/session/text_format.h"

namespace plyforge {

Log::Log() : logger_(std::make_shared<spdlog::logger>("serve", std::make_shared<spdlog::sinks::stderr_sink_mt>())) {
  logger_->set_pattern("%Y-%m-%dT%H:%M:%SZ %l %v", spdlog::pattern_time_type::utc);
  logger_->flush_on(spdlog::level::info);
}

// Texts of clients come in: a log obeys nobody.
void Log::info(const std::string& message) const { logger_->info("{}", without_controls(message)); }
void Log::warn(const std::string& message) const { logger_->warn("{}", without_controls(message)); }
void Log::error(const std::string& message) const { logger_->error("{}", without_controls(message)); }

}  // namespace plyforge
