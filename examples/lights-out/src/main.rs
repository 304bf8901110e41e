//! The command `fewest` with Lights Out.

fn main() -> std::process::ExitCode {
    fewest_cli::run(fewest_cli::Registry::standard().with::<lights_out::LightsOut>())
}
