#!/usr/bin/env bash
# Sets this machine up, then checks the form of the code and runs all tests.
#   bash Tests/run.sh          what CI runs
#   bash Tests/run.sh --long   with the long storms: many more random edits, flipped bits and pictures
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/setup
setup_packages strace python3-venv protobuf-compiler rclone syncthing

case "${1-}" in
  "") ;;
  --long) export CARDVAULT_LONG=1 ;;
  *) stop "“$1” is not an option" "this script knows --long only" "bash Tests/run.sh --long" ;;
esac

say "checking the form of the code"
swift format lint --strict --recursive --parallel Package.swift Sources Tests
say "looking for circles between a module's folders"
Tests/Structure/check
# Optimised, as it ships: the reader's arithmetic takes thirty times as long without. A build beside the one that is
# installed, as tests look at what modules keep to themselves (@testable); to open all of that to every module of the
# package, so that one build would do, costs more than the minutes.
optimised=(-c release -Xswiftc -enable-testing --scratch-path .build-tests)
say "building (a first build takes minutes)"
swift_build --quiet "${optimised[@]}" --build-tests
[ -d ../shared/corpus ] || say "skipping the tests on real photos: there is no ../shared/corpus"
[ -d ../shared/exchange-samples ] || say "skipping the tests on files by others: there is no ../shared/exchange-samples"
[ "$(id -u)" -eq 0 ] || say "skipping the tests that mount small disks or read another process's memory: not root"
say "setting up the independent reader of the format"
bash Tests/Independent/setup
say "testing"
# Many tests wait for processes of their own; where hundreds of these run at once, they keep one another waiting.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$((4 * $(nproc)))
swift_test "${optimised[@]}" --skip-build
say "holding the format's vectors against the independent reader"
bash Tests/Independent/check
say "storms: processes killed, disks full, power lost, eight writers at once"
built="$(swift_build "${optimised[@]}" --show-bin-path)"
Tests/Storms/run --executable "$built" ${CARDVAULT_LONG:+--long}
say "carriers: Syncthing, WebDAV, SFTP, git and folders between devices that edit apart"
Tests/Carriers/run --executable "$built" ${CARDVAULT_LONG:+--long}
[ -z "${CARDVAULT_LONG-}" ] || {
  say "fuzzing"
  bash Tests/fuzz.sh 600
}
