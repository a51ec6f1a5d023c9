#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    fuzz_targets::score_sheet(input);
});
