#!/usr/bin/env bash
# Solves endgames and prints what each took: seconds to solve, to write, both in processor seconds of the whole run, and
# the most memory. What an endgame leads to is solved before and not counted.
#
#   bench/endgames.sh                  KQRvKR, KBBvKN and KRPvKR, and all endgames of 3 and 4 men with verification
#   bench/endgames.sh KQPvKQ           other endgames
#
#   --threads N    of the program (default 1)
#   --plyforge P   the program to measure (default build/release/plyforge)
#   --dir DIR      folder of the tables (default: a temporary one, deleted at the end)
#
# Needs bash and awk, and 8 GB of memory for KRPvKR.
set -euo pipefail
export LC_ALL=C

main() {
  local endgames=() threads=1 whole=yes
  plyforge=$(dirname "$0")/../build/release/plyforge
  dir=''
  while (($# > 0)); do
    case "$1" in
      --threads) threads=${2:?--threads needs a number}; shift 2 ;;
      --plyforge) plyforge=${2:?--plyforge needs a path}; shift 2 ;;
      --dir) dir=${2:?--dir needs a folder}; shift 2 ;;
      -h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
      -*) echo "unknown option $1 (see --help)" >&2; exit 2 ;;
      *) endgames+=("$1"); whole=no; shift ;;
    esac
  done
  ((${#endgames[@]})) || endgames=(KQRvKR KBBvKN KRPvKR)
  if [[ -z $dir ]]; then
    dir=$(mktemp -d)
    trap 'rm -rf "$dir"' EXIT
  fi
  options=(--dir "$dir" --threads "$threads")
  if [[ $whole == yes ]]; then
    timed "3 and 4 men, solve and write" "$plyforge" endgame solve --backend cpu --men 3 --men 4 "${options[@]}"
    timed "3 and 4 men, verify" "$plyforge" endgame verify --men 3 --men 4 "${options[@]}"
  fi
  printf '%-8s %9s %9s %9s %9s %9s\n' endgame 'solve s' 'write s' 'CPU s' 'peak MB' MB
  for endgame in "${endgames[@]}"; do one "$endgame"; done
}

# "WHAT: wall and processor seconds" of a command that prints nothing of interest.
timed() {
  local what=$1 TIMEFORMAT='%R s, %U + %S s of processor time'
  shift
  printf '%s: ' "$what"
  { time "$@" >/dev/null; } 2>&1
}

# Solves an endgame twice: the first run leaves the tables that the second, measured one needs.
one() {
  local endgame=$1 line cpu TIMEFORMAT='%U %S'
  "$plyforge" endgame solve --backend cpu "$endgame" "${options[@]}" >/dev/null
  rm "$dir/$endgame.pft"
  cpu=$({ time "$plyforge" endgame solve --backend cpu "$endgame" "${options[@]}" --csv >"$dir/result"; } 2>&1)
  line=$(grep "^$endgame," "$dir/result")
  awk -F, -v cpu="$cpu" '{
    split(cpu, part, " ")
    printf "%-8s %9.2f %9.2f %9.2f %9.0f %9.1f\n", $1, $2, $3, part[1] + part[2], $6 / 1e6, $4 / 1e6
  }' <<<"$line"
}

main "$@"
