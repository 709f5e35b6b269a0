#pragma once

#include "app/session/requests.h"
#include "app/session/session.h"

namespace plyforge {

/// Counts and prints what is asked; with `divided`, by first move. Throws what reading, counting and storing throw.
void run_count(const CountRequest& request, bool divided, Session& session);

}  // namespace plyforge
