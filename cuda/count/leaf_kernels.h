#pragma once

#include "count/leaves.h"

/// One pair of functions for each LeafKernel.
namespace plyforge::leaf_kernels {

Totals sum_set_wise_moves(DeviceContext& context, const LeafSource& source);
void add_set_wise_moves(DeviceContext& context, const LeafSource& source, const ItemSums& sums);

Totals sum_piece_wise_moves(DeviceContext& context, const LeafSource& source);
void add_piece_wise_moves(DeviceContext& context, const LeafSource& source, const ItemSums& sums);

Totals sum_two_plies(DeviceContext& context, const LeafSource& source);
void add_two_plies(DeviceContext& context, const LeafSource& source, const ItemSums& sums);

Totals sum_stats(DeviceContext& context, const LeafSource& source);
void add_stats(DeviceContext& context, const LeafSource& source, const ItemSums& sums);

Totals sum_outcome(DeviceContext& context, const LeafSource& source);
void add_outcome(DeviceContext& context, const LeafSource& source, const ItemSums& sums);

}  // namespace plyforge::leaf_kernels
