//! A sweep, written down for other schedulers. Each line runs one point, as the sweep itself does.

use std::path::Path;

use super::plan::Sweep;

/// Quotes a word for a shell, where it needs that.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-=+:,@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

fn command(program: &Path, sweep: &Sweep, out: &Path, only: &str) -> String {
    let [program, file, out] = [program, &sweep.file, out].map(|path| quoted(&path.to_string_lossy()));
    format!("{program} sweep {file} --out {out} --only {only}")
}

/// A command a line, for GNU parallel or `xargs`; all paths as they are given.
#[must_use]
pub fn list(program: &Path, sweep: &Sweep, out: &Path) -> String {
    let lines = sweep.points.iter().map(|point| command(program, sweep, out, &point.number.to_string()) + "\n");
    lines.collect()
}

/// A Slurm job array with a task a point. The folder has to be one that all nodes see.
#[must_use]
pub fn slurm(program: &Path, sweep: &Sweep, out: &Path) -> String {
    let name = sweep.file.file_stem().map_or_else(|| "sweep".into(), |name| name.to_string_lossy());
    let last = sweep.points.len().saturating_sub(1);
    let logs = quoted(&out.join("logs/slurm-%a.log").to_string_lossy());
    let command = command(program, sweep, out, "\"$SLURM_ARRAY_TASK_ID\"");
    format!(
        "#!/usr/bin/env bash\n# {last_and_one} points; a point that is done is not run again. A site's MaxArraySize may be less: then in parts, --array=0-999.\n\
         #SBATCH --job-name={name}\n#SBATCH --array=0-{last}\n#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=1\n#SBATCH --output={logs}\n\
         set -euo pipefail\nexec {command}\n",
        last_and_one = last + 1,
        name = quoted(&name),
    )
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_where_a_shell_would_read_them() {
        assert_eq!(quoted("out/a-1.toml"), "out/a-1.toml");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
