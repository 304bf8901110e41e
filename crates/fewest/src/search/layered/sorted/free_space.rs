//! The free space of a disk.

use std::path::Path;

/// The bytes that a program may still write to the disk of a directory, if the system
/// tells.
pub(super) fn free_space(path: &Path) -> Option<u64> {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        use std::os::unix::ffi::OsStrExt;
        let path = std::ffi::CString::new(path.as_os_str().as_bytes()).ok()?;
        let mut found = std::mem::MaybeUninit::<libc::statvfs>::uninit();
        #[expect(unsafe_code, reason = "the system's function has no safe form")]
        // SAFETY: the path ends with a zero, and the structure is read only if the call
        // says that it has been filled.
        let found = unsafe {
            if libc::statvfs(path.as_ptr(), found.as_mut_ptr()) != 0 {
                return None;
            }
            found.assume_init()
        };
        Some((found.f_bavail as u64).saturating_mul(found.f_frsize as u64))
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    {
        let _ = path;
        None
    }
}
