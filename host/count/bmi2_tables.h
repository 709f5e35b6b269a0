#pragma once

#include "movegen/table_sliders.h"

namespace plyforge {

/// The tables of the PEXT kernels, filled on the first call.
const AttackTables& attack_tables();

}  // namespace plyforge
