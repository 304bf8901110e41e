//! Pictures as files: their formats, and writing them whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use fewest_puzzles::puzzle::{Moves, Position};
use fewest_render::svg::Svg;
use fewest_render::{Animation, AnimationOptions, RenderError};

use crate::failure::{Failure, Result};

/// The extension of a file, which must be one of these, in either case.
pub(crate) fn ending(path: &Path, endings: &[&'static str]) -> Result<&'static str> {
    let found = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let known = endings.iter().copied().find(|ending| ending.eq_ignore_ascii_case(found));
    match known {
        Some("png") if !cfg!(feature = "png") => return Err(unsupported("png")),
        Some("gif") if !cfg!(feature = "gif") => return Err(unsupported("gif")),
        Some("parquet") if !cfg!(feature = "parquet") => return Err(unsupported("parquet")),
        _ => {}
    }
    known.ok_or_else(|| {
        let listed = endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>();
        let (last, others) = listed.split_last().map_or(("", &[][..]), |(l, o)| (l.as_str(), o));
        Failure::usage(format!(
            "unsupported file extension: {}; use {} or {last}",
            path.display(),
            others.join(", ")
        ))
    })
}

/// The error for a format that this build does not include.
fn unsupported(feature: &str) -> Failure {
    Failure::usage(format!(
        "{} is not supported by this build; rebuild with --features {feature}",
        feature.to_uppercase()
    ))
}

/// A drawing as PNG.
#[cfg(feature = "png")]
pub(crate) fn png(svg: &Svg, scale: f32) -> Result<Vec<u8>> {
    Ok(fewest_render::png::png(svg, scale)?)
}

#[cfg(not(feature = "png"))]
pub(crate) fn png(_: &Svg, _: f32) -> Result<Vec<u8>> {
    Err(unsupported("png"))
}

/// An animation as GIF.
#[cfg(feature = "gif")]
pub(crate) fn gif(animation: &Animation, options: &AnimationOptions) -> Result<Vec<u8>> {
    Ok(animation.gif(options)?)
}

#[cfg(not(feature = "gif"))]
pub(crate) fn gif(_: &Animation, _: &AnimationOptions) -> Result<Vec<u8>> {
    Err(unsupported("gif"))
}

/// A plan as GIF, with a frame for every few moves.
#[cfg(feature = "gif")]
pub(crate) fn time_lapse(
    position: &dyn Position,
    moves: &Moves,
    every: usize,
    options: &AnimationOptions,
    failure: impl Fn(RenderError) -> Failure,
) -> Result<Vec<u8>> {
    let lapse = fewest_render::TimeLapse::new(position, moves, every).map_err(failure)?;
    Ok(lapse.gif(options)?)
}

#[cfg(not(feature = "gif"))]
pub(crate) fn time_lapse(
    _: &dyn Position,
    _: &Moves,
    _: usize,
    _: &AnimationOptions,
    _: impl Fn(RenderError) -> Failure,
) -> Result<Vec<u8>> {
    Err(unsupported("gif"))
}

/// A file to write or replace. It is checked before anything is drawn.
#[derive(Debug)]
pub(crate) struct Target {
    path: PathBuf,
}

impl Target {
    /// The file of this name, unless it is one that was read.
    pub(crate) fn new(path: &Path, inputs: &[&Path]) -> Result<Target> {
        let name = path.display();
        let target = match path.canonicalize() {
            Ok(there) if there.is_dir() => {
                return Err(Failure::file(format!("cannot write {name}: it is a directory")));
            }
            Ok(there) => there,
            Err(_) => path.to_path_buf(),
        };
        let is_read = |input: &&Path| input.canonicalize().is_ok_and(|input| input == target);
        if inputs.iter().any(is_read) {
            return Err(Failure::usage(format!("the output would overwrite the input {name}")));
        }
        let folder = folder(&target);
        if !folder.is_dir() {
            return Err(Failure::file(format!("cannot write {name}: folder not found")));
        }
        Ok(Target { path: target })
    }

    /// Writes it: the old file is replaced only by a complete new one.
    pub(crate) fn write(&self, bytes: &[u8]) -> Result {
        self.replace(bytes).map_err(|error| {
            let name = self.path.display();
            Failure::file(match error.kind() {
                ErrorKind::PermissionDenied => format!("cannot write {name}: permission denied"),
                _ => format!("cannot write {name}: {error}"),
            })
        })
    }

    fn replace(&self, bytes: &[u8]) -> io::Result<()> {
        // Devices and pipes can't be replaced.
        if fs::metadata(&self.path).is_ok_and(|there| !there.is_file()) {
            return fs::write(&self.path, bytes);
        }
        let mut name = OsString::from(".");
        name.push(self.path.file_name().unwrap_or_default());
        name.push(format!(".{}", std::process::id()));
        let new = folder(&self.path).join(name);
        let written = fs::write(&new, bytes).and_then(|()| fs::rename(&new, &self.path));
        if written.is_err() {
            // The partial file is useless; the first failure is the one to report.
            let _ = fs::remove_file(&new);
        }
        written
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::TooLarge { unit: "pixels", .. } => {
                Failure::usage(error.to_string()).with_help("to draw it smaller, use --size")
            }
            RenderError::TooLarge { .. } | RenderError::TooSmall { .. } => {
                Failure::usage(error.to_string())
            }
            RenderError::Move { .. } => Failure::input(error.to_string()),
            RenderError::Pixels(_) | RenderError::Code(_) => Failure::file(error.to_string()),
        }
    }
}
