//! Reading and writing files, with errors that name them.

use crate::stores::{PRESET_EXTENSION, is_preset_file, preset_path};
use anyhow::{Context, Result, anyhow};
use game::text::{Place, nearest};
use games::Files;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// No position and no ruleset is anywhere near as large; a file that is (or that never ends, like
/// some devices) is the wrong one.
const LARGEST_FILE: u64 = 16 << 20;

/// The files of this machine, for games and players whose text names one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LocalFiles;

impl Files for LocalFiles {
    fn read(&self, path: &str) -> Result<String, String> {
        File::open(path)
            .map_err(|error| error.to_string())
            .and_then(read_text)
    }

    fn preset(&self, name: &str) -> Result<String, String> {
        let path = preset_path(name).map_err(|error| error.to_string())?;
        let at_path = |reason: String| format!("{}: {reason}", path.display());
        match File::open(&path) {
            Ok(file) => read_text(file).map_err(at_path),
            Err(error) if error.kind() == ErrorKind::NotFound && !is_preset_file(name) => {
                Err(missing_preset(name, &path))
            }
            Err(error) => Err(at_path(error.to_string())),
        }
    }

    fn network(&self, path: &str) -> Result<Vec<u8>, String> {
        File::open(path)
            .map_err(|error| error.to_string())
            .and_then(read_all)
    }
}

/// Where a preset was looked for, and those that are there.
fn missing_preset(name: &str, path: &Path) -> String {
    let directory = path.parent().unwrap_or(path);
    let mut names: Vec<String> = fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|ending| ending == PRESET_EXTENSION)
        })
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .filter(|name| preset_path(name).is_ok())
        .collect();
    names.sort_unstable();
    let directory = directory.display();
    match nearest(name, names.iter().map(String::as_str)) {
        _ if names.is_empty() => format!("there are no presets in {directory}"),
        Some(near) => format!(
            "it is not in {directory} (did you mean {near:?}?), where there are {}",
            names.join(", ")
        ),
        None => format!(
            "it is not in {directory}, where there are {}",
            names.join(", ")
        ),
    }
}

/// A text file's name for messages, and its content; `-` is the standard input.
pub(crate) fn read(path: &Path, input: &mut dyn Read) -> Result<(String, String)> {
    let (name, content) = if path == Path::new("-") {
        ("standard input".to_string(), read_text(input))
    } else {
        let content = File::open(path)
            .map_err(|error| error.to_string())
            .and_then(read_text);
        (path.display().to_string(), content)
    };
    match content {
        Ok(content) => Ok((name, content)),
        Err(reason) => Err(anyhow!("cannot read {name}: {reason}")),
    }
}

/// Writes a file, over an old one if there is one.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<()> {
    fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// A file's content, whatever it is.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    let content = File::open(path)
        .map_err(|error| error.to_string())
        .and_then(read_all);
    content.map_err(|reason| anyhow!("cannot read {}: {reason}", path.display()))
}

fn read_all(reader: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    reader
        .take(LARGEST_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error: io::Error| error.to_string())?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(format!("it is larger than {} MiB", LARGEST_FILE >> 20));
    }
    Ok(bytes)
}

fn read_text(reader: impl Read) -> Result<String, String> {
    let bytes = read_all(reader)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let beginning = String::from_utf8_lossy(&error.as_bytes()[..valid]);
        let Place { line, column } = Place::of_offset(&beginning, valid);
        let byte = error.as_bytes()[valid];
        format!("it is not UTF-8 text: byte 0x{byte:02x} at line {line}, column {column}")
    })?;
    // Some editors put a byte order mark first; it is not part of the text.
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_string(),
        None => text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_refused_in_place() {
        assert_eq!(
            read_text(&b"7/7\n7\xff7"[..]),
            Err("it is not UTF-8 text: byte 0xff at line 2, column 2".to_string())
        );
        assert_eq!(read_text(&b"\xef\xbb\xbf7/7"[..]), Ok("7/7".to_string()));
    }

    #[test]
    fn endless_files_are_refused() {
        assert_eq!(
            read_text(io::repeat(b'x')),
            Err("it is larger than 16 MiB".to_string())
        );
    }
}
