#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "board/bitboard.h"
#include "board/move.h"
#include "notation/fen.h"

namespace plyforge {

/// A rule of move generation, or a trap in one, that a position shows.
enum class Stratum : std::uint8_t {
  castle_white_king,
  castle_white_queen,
  castle_black_king,
  castle_black_queen,
  castle_out_of_check,
  castle_through_attack,
  castle_into_attack,
  castle_rook_attacked,
  castle_gives_check,
  castle_king_in_place,
  castle_rook_in_place,
  castle_swap,
  castle_rook_shields,
  rook_with_right_taken,
  en_passant,
  en_passant_by_two,
  en_passant_exposes_rank,
  en_passant_exposes_diagonal,
  en_passant_exposes_file,
  en_passant_evades,
  en_passant_discovers,
  promotion,
  promotion_takes,
  promotion_takes_right,
  promotion_evades,
  underpromotion_checks,
  pinned_diagonal,
  pinned_orthogonal,
  pinned_pawn,
  pinned_still,
  check,
  double_check,
  gives_discovered_check,
  gives_double_check,
  checkmate,
  stalemate,
  dead,
};

constexpr std::size_t kStrata = static_cast<std::size_t>(Stratum::dead) + 1;

/// The name of a stratum, and what it holds.
struct StratumInfo {
  std::string_view name;
  std::string_view holds;
  bool chess960_only = false;  ///< never found in standard chess
};

/// By Stratum.
extern const std::array<StratumInfo, kStrata> kStratumInfo;

/// The stratum of a name, or nothing.
std::optional<Stratum> stratum_from_name(std::string_view name);

/// A set of strata, by Stratum.
using Strata = std::bitset<kStrata>;

/// A position with the square that a pawn's double push has just passed over, if any, whether or not a capture there is
/// legal (the position itself has it only where one is).
struct Candidate {
  FenRecord record;
  std::optional<Square> ep_square;
};

/// The record after a legal move, with the square passed over.
Candidate play_candidate(const FenRecord& record, Move move);

/// All strata that a position belongs to.
Strata strata_of(const Candidate& candidate);

/// The FEN, with the en passant square wherever a pawn stands ready to capture there, legally or not: so that readers
/// of the FEN meet the trap.
std::string to_fen_with_ep_square(const Candidate& candidate);

}  // namespace plyforge
