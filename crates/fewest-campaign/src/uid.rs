//! Names that nobody else has.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Sixteen random letters and digits.
pub(crate) fn fresh() -> String {
    format!("{:016x}", RandomState::new().build_hasher().finish())
}
