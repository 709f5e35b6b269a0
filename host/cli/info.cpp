#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <memory>
#include <thread>

#include "app/report/json.h"
#include "app/session/text_format.h"
#include "base/memory.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "count/counting.h"
#include "interface/batch_backend.h"

namespace plyforge {
namespace {

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "g++ " __VERSION__;
#else
  return "unknown";
#endif
}

/// What /proc/cpuinfo calls the processor; it gives ARM processors no name.
std::string processor_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
#if defined(__aarch64__)
  return "aarch64";
#else
  return "unknown";
#endif
}

/// The features of the processor that matter for counting.
std::vector<std::string> processor_features() {
  std::vector<std::string> features;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("popcnt")) features.emplace_back("popcnt");
  if (__builtin_cpu_supports("avx2")) features.emplace_back("avx2");
  if (__builtin_cpu_supports("bmi2")) features.emplace_back("bmi2");
  if (__builtin_cpu_supports("avx512f")) features.emplace_back("avx512f");
#endif
  return features;
}

std::size_t installed_memory() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::vector<std::string> backends(const Result<BatchDevices>& cuda) {
  if (!cuda.ok() || cuda.value().devices.empty()) return {"cpu"};
  return {"cpu", "cuda"};
}

/// "12.4", from 12040.
std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

Json cuda_json(const Result<BatchDevices>& cuda) {
  if (!cuda.ok()) return {{"error", cuda.error().message()}};
  Json devices = Json::array();
  for (const BatchDevice& device : cuda.value().devices) {
    devices.push_back({{"device", device.index},
                       {"name", device.name},
                       {"architecture", device.architecture},
                       {"memory_bytes", device.memory_bytes},
                       {"free_bytes", device.free_bytes},
                       {"multiprocessors", device.multiprocessors}});
  }
  return {{"driver", version_text(cuda.value().driver_version)},
          {"runtime", version_text(cuda.value().runtime_version)},
          {"devices", devices}};
}

std::string device_lines(const Result<BatchDevices>& cuda) {
  if (!cuda.ok()) return "cuda: " + cuda.error().message() + "\n";
  const BatchDevices& found = cuda.value();
  std::string text = "cuda " + version_text(found.runtime_version) + ", driver for " +
                     version_text(found.driver_version) + (found.devices.empty() ? ", no GPU" : "") + "\n";
  for (const BatchDevice& device : found.devices) {
    text += "           " + std::to_string(device.index) + ": " + device.name + ", " + device.architecture + ", " +
            size_text(device.memory_bytes) + ", " + size_text(device.free_bytes) + " free\n";
  }
  return text;
}

void run_info(Style style, Session& session) {
  const std::vector<std::string> features = processor_features();
  const unsigned threads = std::thread::hardware_concurrency();
  const std::size_t budget = default_memory_bytes();
  const Result<BatchDevices> cuda = find_batch_devices();
  if (style == Style::json) {
    session.out.print(json_line({{"version", PLYFORGE_VERSION},
                                 {"build", PLYFORGE_BUILD_TYPE},
                                 {"compiler", compiler()},
                                 {"processor", processor_model()},
                                 {"features", features},
                                 {"sliders", slider_method()},
                                 {"threads", threads},
                                 {"memory_bytes", installed_memory()},
                                 {"default_budget_bytes", budget},
                                 {"backends", backends(cuda)},
                                 {"cuda", cuda_json(cuda)}}));
    return;
  }
  std::string feature_list;
  for (const std::string& feature : features) feature_list += feature + ", ";
  session.out.print("version    " PLYFORGE_VERSION
                    "\n"
                    "build      " PLYFORGE_BUILD_TYPE ", " +
                    compiler() + "\n" + "processor  " + processor_model() + "\n" + "features   " + feature_list +
                    "sliders by " + slider_method() + "\n" + "threads    " + std::to_string(threads) + "\n" +
                    "memory     " + size_text(installed_memory()) + ", default budget " + size_text(budget) + "\n" +
                    "devices    " + device_lines(cuda));
}

}  // namespace

void add_info(CLI::App& app, Session& session) {
  const auto style = std::make_shared<Style>(Style::text);
  CLI::App* const verb = app.add_subcommand("info", "Version, build, processor, memory, devices");
  add_json(*verb, *style);
  verb->footer(help_footer("", "  plyforge info"));
  verb->callback([style, &session] { run_info(*style, session); });
}

}  // namespace plyforge
