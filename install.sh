#!/usr/bin/env bash
# Builds all programs and installs them with their data, completions and manual pages. Nothing is written outside of the prefix and the
# build folder; only missing system libraries are asked of apt.
#
#   bash install.sh                    into ~/.local
#   bash install.sh --prefix DIR       elsewhere, such as /opt/geocode
#   bash install.sh --built DIR        programs that are built already and lie in this folder
#   bash install.sh --uninstall        removes what it installed; --prefix says from where
set -euo pipefail
. "$(dirname "$0")/.ci/usage"

prefix=${HOME:+$HOME/.local}
built=
uninstall=
# Swift's runtime inside the programs: they start sooner, and run on machines without Swift. Installed programs are stripped: what is not
# written for debuggers makes the build a fifth shorter.
building=(-c release --static-swift-stdlib -debug-info-format none)
while [ $# -gt 0 ]; do
  option=$1
  case $1 in
  --prefix) prefix=${2:-} && shift ;;
  --prefix=*) prefix=${1#*=} ;;
  --built)
    built=${2:-}
    [ -n "$built" ] || usage --built
    shift
    ;;
  --uninstall) uninstall=yes ;;
  *) usage "$1" ;;
  esac
  shift || usage "$option"
done
[ -n "$prefix" ] || usage --prefix
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
[ -z "$built" ] || built=$(cd -- "$built" && pwd)
cd "$(dirname "$script")"

programs=(geocode geocoded geocode-map geocode-update)
bash=$prefix/share/bash-completion/completions zsh=$prefix/share/zsh/site-functions fish=$prefix/share/fish/vendor_completions.d
manual=$prefix/share/man/man1 data=$prefix/share/geocode

if [ -n "$uninstall" ]; then
  for program in "${programs[@]}"; do
    rm -f "$prefix/bin/$program" "$bash/$program" "$zsh/_$program" "$fish/$program.fish" "$manual/$program"*.1
  done
  rm -rf "$data"
  echo "Removed from $prefix. Prepared default stores stay in ${XDG_CACHE_HOME:-${HOME:-~}/.cache}/geocode."
  exit
fi

if [ -z "$built" ]; then
  command -v swift >/dev/null || { echo "install.sh: Swift is not on the path; see https://www.swift.org/install" >&2 && exit 1; }
  bash .ci/packages --programs
  for program in "${programs[@]}"; do swift build "${building[@]}" --product "$program"; done
  built=$(swift build "${building[@]}" --show-bin-path)
fi

mkdir -p "$prefix/bin" "$bash" "$zsh" "$fish" "$manual" "$data"
for program in "${programs[@]}"; do
  # Renamed into place, as one that runs cannot be written to.
  # It keeps its date, which manual pages have, too.
  install -ps -m 755 "$built/$program" "$prefix/bin/.$program.new"
  mv -f "$prefix/bin/.$program.new" "$prefix/bin/$program"
done
# Now that each finds the others: `geocode help map` asks geocode-map.
for program in "${programs[@]}"; do
  "$prefix/bin/$program" --generate-completion-script bash >"$bash/$program"
  "$prefix/bin/$program" --generate-completion-script zsh >"$zsh/_$program"
  "$prefix/bin/$program" --generate-completion-script fish >"$fish/$program.fish"
  bash Packaging/manual "$prefix/bin/$program" "$manual"
done
install -m 644 data/*.osm.pbf data/README.md data/LICENSE-ODbL data/NOTICES "$data"

echo "Installed in $prefix: ${programs[*]}, map data, completions, manual pages."
case :$PATH: in
*":$prefix/bin:"*) ;;
*) echo "Put the programs on your path:  export PATH=$prefix/bin:\$PATH" ;;
esac
