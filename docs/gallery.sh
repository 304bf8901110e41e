#!/bin/sh
# Makes every picture of gallery.md with the command itself.
set -eu
cd "$(dirname "$0")/.."
cargo build --release --quiet
fewest=$PWD/target/release/fewest
out=docs/gallery
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

board=boards/8-puzzle.txt
$fewest show $board -o $out/board.svg --quiet
$fewest solve $board --algorithm astar --heuristic manhattan --trace "$work/astar.csv" --quiet > "$work/plan.txt"
$fewest animate $board "$work/plan.txt" -o $out/solution.gif --size 240 --quiet
for kind in priority moves histogram graph; do
    $fewest plot "$work/astar.csv" --kind $kind -o $out/$kind.svg
done
$fewest plot "$work/astar.csv" --kind graph --theme dark -o $out/graph-dark.svg

for algorithm in greedy bidirectional weighted-astar; do
    $fewest solve $board --algorithm $algorithm --trace "$work/$algorithm.csv" --quiet > /dev/null
done
$fewest plot "$work/greedy.csv" --kind graph -o $out/greedy.svg
$fewest plot "$work/bidirectional.csv" --kind graph -o $out/bidirectional.svg
$fewest plot "$work/astar.csv" "$work/greedy.csv" --kind moves -o $out/moves-two.svg
$fewest plot "$work/astar.csv" "$work/weighted-astar.csv" --kind priority -o $out/weighted.svg

for heuristic in misplaced manhattan strongest; do
    $fewest solve $board --algorithm astar --heuristic $heuristic --trace "$work/$heuristic.csv" --quiet > /dev/null
done
$fewest plot "$work/misplaced.csv" "$work/manhattan.csv" "$work/strongest.csv" --kind histogram -o $out/heuristics.svg

$fewest solve boards/15-puzzle.txt --algorithm idastar --heuristic manhattan \
    --trace "$work/ida.csv" --trace-every 100 --quiet > /dev/null
$fewest plot "$work/ida.csv" --kind iterations -o $out/iterations.svg

$fewest solve $board --algorithm table --trace "$work/layers.csv" --quiet > /dev/null
$fewest plot "$work/layers.csv" --kind layers -o $out/layers.svg

$fewest generate numbers --level 600 --quiet > "$work/600.txt"
$fewest solve "$work/600.txt" --threads 2 --trace "$work/walks.csv" --quiet > /dev/null
$fewest plot "$work/walks.csv" --kind score -o $out/score.svg

$fewest solve blocks:lantern --quiet > "$work/blocks.txt"
$fewest show blocks:lantern -o $out/blocks.svg --quiet
$fewest animate blocks:lantern "$work/blocks.txt" -o $out/blocks.gif --size 240 --quiet
$fewest solve coins:A-B --quiet > "$work/coins.txt"
$fewest show coins:A-B -o $out/coins.svg --quiet
$fewest animate coins:A-B "$work/coins.txt" -o $out/coins.gif --size 240 --quiet
$fewest generate numbers --level 8 --quiet > "$work/8.txt"
$fewest solve "$work/8.txt" --quiet > "$work/numbers.txt"
$fewest show "$work/8.txt" -o $out/numbers.svg --quiet
$fewest animate "$work/8.txt" "$work/numbers.txt" -o $out/numbers.gif --size 240 --quiet
