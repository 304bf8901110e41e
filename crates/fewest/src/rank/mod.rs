//! Perfect hashing.
