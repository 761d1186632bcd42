#!/usr/bin/env bash
# Benchmarks a release build of cardvault.
#   bash Tests/benchmark.sh                    whole commands as a person starts them, next to zbarimg in the same run
#   bash Tests/benchmark.sh reading [ARGS...]  the reader in process, next to libvips with ZXing-C++ at their defaults;
#                                              `reading --help` lists the subcommands
#   bash Tests/benchmark.sh certainty [DIR...] how many of the codes returned as sure are right, by symbology: for the
#                                              photos in ../shared/corpus, and for each DIR of drawn pictures, there with the
#                                              share of codes that are sure and with ZXing-C++ in the same run
#   bash Tests/benchmark.sh saving [ARGS...]   10,000 cards added at once, and single edits, in process with every fsync
#   bash Tests/benchmark.sh vault [ARGS...]    whole commands on vaults of 10,000 cards, with KeePassXC in the same run
#   bash Tests/benchmark.sh sync [ARGS...]     a sync of 10,000 cards with 10 changed on each side, next to git and
#                                              rclone bisync with as many small files in the same run
#   bash Tests/benchmark.sh moving [ARGS...]   a person who names 77 drafts: keystrokes, and waits between drafts; with
#                                              --catima, one who moves in from a Catima file of 80 cards
#   bash Tests/benchmark.sh importing [ARGS...] 1,000 passes, a Catima zip of 1,000 cards with pictures, and the most
#                                              costly texts: time and memory
#   bash Tests/benchmark.sh till [ARGS...]     from Enter to the code on the screen, and from Tab to the names, with 60 and
#                                              1,000 cards
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/setup

case "${1-}" in
  reading)
    shift
    export CARDVAULT_BENCHMARKS=reading
    # It starts the reader that is beside it.
    for product in cardvault-reader ReadingBenchmark; do
      swift_build --quiet -c release --static-swift-stdlib --product "$product" >&2
    done
    exec "$(swift_build -c release --static-swift-stdlib --show-bin-path)/ReadingBenchmark" "$@"
    ;;
  certainty)
    shift
    built="$(build_programs)"
    exec Tests/Benchmarks/certainty --executable "$built/cardvault" "$@"
    ;;
  saving)
    shift
    export CARDVAULT_BENCHMARKS=saving
    swift_build --quiet -c release --static-swift-stdlib --product SavingBenchmark >&2
    exec "$(swift_build -c release --static-swift-stdlib --show-bin-path)/SavingBenchmark" "$@"
    ;;
  vault)
    shift
    setup_packages keepassxc time
    built="$(build_programs)"
    exec Tests/Benchmarks/vault --executable "$built" "$@"
    ;;
  sync)
    shift
    setup_packages rclone
    built="$(build_programs)"
    exec Tests/Benchmarks/sync --executable "$built" "$@"
    ;;
  importing)
    shift
    setup_packages time
    built="$(build_programs)"
    exec Tests/Benchmarks/importing --executable "$built" "$@"
    ;;
  moving | till)
    setup_packages tmux
    built="$(build_programs)"
    exec "Tests/Benchmarks/$1" --executable "$built" "${@:2}"
    ;;
  "") ;;
  *)
    stop "unknown benchmark “$1”" "the benchmarks are reading, certainty, saving, vault, sync, moving, importing and till" \
      "bash Tests/benchmark.sh, which times whole commands"
    ;;
esac

setup_packages zbar-tools libvips-tools
built="$(build_programs)"

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
export CARDVAULT_HOME="$work/home" CARDVAULT_EXECUTABLE="$built/cardvault"
mkdir "$CARDVAULT_HOME"
say "making a vault of 100 cards"
env HOME="$CARDVAULT_HOME" "$built/cardvault" init --quiet >/dev/null
for number in $(seq 1 100); do
  env HOME="$CARDVAULT_HOME" "$built/cardvault" add --quiet --name "Card $number" --tag "shop$((number % 7))" \
    --code "$((100000 + number))" --symbology code128 >/dev/null
done
export CARDVAULT_LARGE_PHOTO="$PWD/Samples/pictures/large-12mp.jpg"
CARDVAULT_SMALL_PHOTOS="$(find "$PWD/Samples/pictures" -maxdepth 1 \( -name '*.jpg' -o -name '*.png' \) ! -name 'large-*' \
  ! -name 'broken*' | sort | head -n 30)"
export CARDVAULT_SMALL_PHOTOS

say "timing (a first build of the benchmark takes minutes)"
export CARDVAULT_BENCHMARKS=commands
swift_package --scratch-path .build-benchmarks --disable-sandbox benchmark --target Commands --format markdown --no-progress
