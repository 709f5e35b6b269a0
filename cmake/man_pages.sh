#!/usr/bin/env bash
# Makes a man page of the program and of each verb from its --help, with help2man:
#
#   man_pages.sh PLYFORGE FOLDER    writes plyforge.1, plyforge-perft.1, plyforge-endgame-solve.1 and so on
set -euo pipefail
plyforge=$1
folder=$2
version=$("$plyforge" --version)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

main() {
  mkdir -p "$folder"
  page
  for verb in $(verbs_of); do
    page "$verb" &
    for below in $(verbs_of "$verb"); do
      page "$verb" "$below" &
    done
    wait
  done
}

# The verbs that a help text lists.
verbs_of() {
  "$plyforge" "$@" --help | sed -n '/^Subcommands:$/,/^$/ s/^  \([a-z0-9]*\) .*/\1/p'
}

# Makes the page of one verb. help2man runs a program that prints the help text.
page() {
  local name help description
  name=$(IFS=-; echo "plyforge${*:+-$*}")
  help=$("$plyforge" "$@" --help)
  description=$(sed -n -e 's/^Plyforge //' -e 's/\.$//' -e '1s/^./\L&/p' <<<"$help")
  for_help2man <<<"$help" >"$work/$name.txt"
  printf '#!/bin/sh\ncat "%s"\n' "$work/$name.txt" >"$work/$name"
  chmod +x "$work/$name"
  printf '[see also]\n%s\n' "$(see_also "$@")" >"$work/$name.h2m"
  help2man --no-info --name="$description" --version-string="${version#* }" --source="$version" --manual=Plyforge \
           --include="$work/$name.h2m" "$work/$name" | keep_lines >"$folder/$name.1"
}

# The help text with headings that help2man knows: what follows the list of options becomes notes, and lines of two columns there are
# indented, which makes a list of them.
for_help2man() {
  awk '
    NR == 1 { next }
    /^Positionals:$/ { print "*Arguments*"; next }
    /^Subcommands:$/ { print "*Verbs*"; next }
    /^(Options|Usage):/ { print; next }
    /^Example:$/ { print "Examples:"; notes = examples = 1; next }
    /^[^ ]/ && !notes { print "*Notes*\n"; notes = 1 }
    /^[^ ].*[^ ]   +[^ ]/ && !examples { print "  " $0; next }
    { print }'
}

# Indented text, examples above all, keeps its lines.
keep_lines() {
  awk '
    within && /^\./ { print ".fi"; within = 0 }
    { print }
    /^\.IP$/ { print ".nf"; within = 1 }'
}

# The pages of the verbs below and above.
see_also() {
  local pages=() above below
  for above in plyforge ${2:+"plyforge-$1"}; do (($# == 0)) || pages+=("$above"); done
  for below in $(verbs_of "$@"); do pages+=("$(IFS=-; echo "plyforge${*:+-$*}")-$below"); done
  printf '.BR %s (1),\n' "${pages[@]}" | sed '$ s/,$//'
}

main
