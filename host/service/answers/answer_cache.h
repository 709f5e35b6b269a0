#pragma once

#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "service/http/metrics.h"

namespace plyforge {

/// The last answers that took some work, by the whole of their questions. Safe to use from many threads.
class AnswerCache {
 public:
  AnswerCache(std::size_t most, Metrics& metrics) : most_(most), metrics_(metrics) {}

  std::optional<std::string> find(const std::string& question) {
    const std::lock_guard lock(mutex_);
    const auto found = answers_.find(question);
    metrics_.add(found == answers_.end() ? Counter::cache_misses : Counter::cache_hits);
    if (found == answers_.end()) return std::nullopt;
    order_.splice(order_.begin(), order_, found->second.place);
    return found->second.answer;
  }

  void keep(const std::string& question, const std::string& answer) {
    const std::lock_guard lock(mutex_);
    if (answers_.contains(question)) return;
    order_.push_front(question);
    answers_[question] = {answer, order_.begin()};
    if (answers_.size() <= most_) return;
    answers_.erase(order_.back());
    order_.pop_back();
  }

 private:
  struct Entry {
    std::string answer;
    std::list<std::string>::iterator place;
  };

  std::size_t most_;
  Metrics& metrics_;
  std::mutex mutex_;
  std::list<std::string> order_;  ///< questions, the last asked first
  std::map<std::string, Entry> answers_;
};

}  // namespace plyforge
