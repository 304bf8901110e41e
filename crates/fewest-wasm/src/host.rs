//! The border to the host: memory that it writes to, and functions that it lends.
#![allow(unsafe_code, reason = "pointers and names that the host and this crate agree on")]

use std::time::Duration;

mod imported {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds since any moment.
        pub(super) safe fn now() -> f64;
        /// Takes an event: the place and the length of its name, then of its JSON.
        pub(super) fn emit(name: *const u8, name_len: usize, json: *const u8, json_len: usize);
    }
}

/// Takes memory that the host writes a text to. [`call`] gives it back.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn take(bytes: usize) -> *mut u8 {
    Box::leak(vec![0; bytes].into_boxed_slice()).as_mut_ptr()
}

/// Answers a request: the place and the length of its name, then of its body. Both were
/// taken with [`take`] with just these lengths.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn call(name: *mut u8, name_len: usize, body: *mut u8, body_len: usize) {
    fewest::clock::follow(|| Duration::from_secs_f64(imported::now() / 1000.0));
    // SAFETY: the host passes what `take` gave, once, with the lengths that it took.
    let [name, body] = [(name, name_len), (body, body_len)].map(|(at, length)| unsafe {
        Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length))
    });
    let name = String::from_utf8_lossy(&name);
    crate::answer(&name, &body, &mut |name, json| {
        // SAFETY: the host reads these texts before it returns.
        unsafe { imported::emit(name.as_ptr(), name.len(), json.as_ptr(), json.len()) }
    });
}
