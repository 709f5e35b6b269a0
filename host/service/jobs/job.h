#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "service/questions/job_question.h"

namespace plyforge {

enum class JobState { queued, running, done, failed, cancelled };

std::string_view state_name(JobState state);
/// The names of all states.
std::vector<std::string_view> state_names();
/// `failed` for what is no state's name.
JobState state_of(std::string_view name);

inline bool has_ended(JobState state) { return state != JobState::queued && state != JobState::running; }

/// A job as it is stored.
struct Job {
  std::int64_t id = 0;  ///< from 1, never used twice
  JobQuestion question;
  double leaves = 0;     ///< to be expected
  std::string client{};  ///< address of who submitted it
  JobState state = JobState::queued;
  std::string created{};   ///< UTC, as 2026-01-31T12:00:00Z
  std::string started{};   ///< empty: not yet
  std::string finished{};  ///< empty: not yet
  std::string error{};     ///< why it failed
};

}  // namespace plyforge
