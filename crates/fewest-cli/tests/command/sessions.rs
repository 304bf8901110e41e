//! The sessions under `cmd/`, as a user sees them in a terminal.

#[test]
fn sessions() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").env("NO_COLOR", "1").env("COLUMNS", "100");
}
