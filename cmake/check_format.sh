#!/usr/bin/env bash
# Checks the layout of all sources without changing them: check_format.sh [CLANG_FORMAT]
set -euo pipefail
cd "$(dirname "$0")/.."
find src cuda host tests bench -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' |
  xargs "${1:-clang-format}" --dry-run -Werror
