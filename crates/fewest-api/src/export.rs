//! `export`: a position or a plan as a file.

use fewest_puzzles::puzzle::Moves;
use fewest_render::theme::Theme;
use fewest_render::{Animation, AnimationOptions, Picture};
use serde::{Deserialize, Serialize};

use crate::position::Place;
use crate::{Api, ApiError};

const SVG: &str = "image/svg+xml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    position: Place,
    /// The moves of a plan from there.
    #[serde(default)]
    plan: Vec<String>,
    form: Form,
    /// The text format, for positions and plans as texts.
    format: Option<String>,
    #[serde(default)]
    dark: bool,
}

/// What to make.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Form {
    /// The position as text.
    Text,
    /// The plan as text.
    Plan,
    /// A picture of the position.
    Picture,
    /// The plan as an animated SVG.
    Animation,
    /// The plan as a page of its own.
    Page,
    /// The plan as a GIF.
    Gif,
}

/// A file: its ending, and its content as text or as bytes in base 64.
#[derive(Serialize)]
pub(crate) struct Exported {
    ending: &'static str,
    media_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
}

pub(crate) fn export(api: &Api, ask: &Ask) -> Result<Exported, ApiError> {
    let [_, now] = ask.position.read(api)?;
    let theme = if ask.dark { Theme::Dark } else { Theme::Light };
    let format = |known: &[fewest_puzzles::puzzle::Choice]| {
        let first = known.first().map_or("", |format| format.name);
        ask.format.clone().unwrap_or_else(|| first.to_string())
    };
    let moves = || -> Result<Moves, ApiError> { Ok(now.read_plan(&ask.plan.join("\n"))?.moves) };
    let animation = || Ok::<_, ApiError>(Animation::new(&*now, &moves()?)?);
    let options = AnimationOptions { theme: Some(theme), ..AnimationOptions::default() };
    let file =
        |ending, media_type, text| Exported { ending, media_type, text: Some(text), base64: None };
    Ok(match ask.form {
        Form::Text => file("txt", "text/plain", now.print(&format(&now.puzzle().formats()))?),
        Form::Plan => {
            let format = format(&now.puzzle().plan_formats());
            file("txt", "text/plain", now.write_plan(&moves()?, &format)?)
        }
        Form::Picture => {
            let picture = Picture { theme, ..Picture::default() }.svg(&now.scene())?;
            file("svg", SVG, picture.to_string())
        }
        Form::Animation => file("svg", SVG, animation()?.svg(&options)?.to_string()),
        Form::Page => {
            let page = AnimationOptions { theme: None, ..options };
            file("html", "text/html", animation()?.html(&page)?)
        }
        Form::Gif => gif(&animation()?, &options)?,
    })
}

#[cfg(feature = "gif")]
fn gif(animation: &Animation, options: &AnimationOptions) -> Result<Exported, ApiError> {
    use base64::Engine;
    let gif = animation.gif(options)?;
    let base64 = Some(base64::engine::general_purpose::STANDARD.encode(gif));
    Ok(Exported { ending: "gif", media_type: "image/gif", text: None, base64 })
}

#[cfg(not(feature = "gif"))]
fn gif(_: &Animation, _: &AnimationOptions) -> Result<Exported, ApiError> {
    Err(ApiError::bad("this engine makes no GIF; `fewest serve` does"))
}
