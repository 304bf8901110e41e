#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    fuzz_bodies::run("blocks_boards", bytes);
});
