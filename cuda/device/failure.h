#pragma once

#include <exception>
#include <string>
#include <utility>

#include "interface/batch_backend.h"

namespace plyforge {

/// How errors travel inside the pipeline; at its interface they become values.
class BatchFailure : public std::exception {
 public:
  explicit BatchFailure(BatchError error) : error_(std::move(error)), message_(error_.message()) {}
  const BatchError& error() const { return error_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  BatchError error_;
  std::string message_;
};

/// Device memory that does not exist or exceeds the budget: the one failure that the pipeline itself can handle, by
/// smaller chunks.
class OutOfDeviceMemory : public BatchFailure {
 public:
  using BatchFailure::BatchFailure;
};

}  // namespace plyforge
