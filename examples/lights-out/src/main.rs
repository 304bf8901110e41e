fn main() -> std::process::ExitCode {
    fewest_cli::run(fewest_puzzles::Registry::standard().with::<lights_out::LightsOut>())
}
