//! Saving a store, and going on from what was saved.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use emberlane_files::sync_folder;
use emberlane_stores::{DrawnRows, EmbeddingError};

use super::TieredRows;
use crate::error::TierError;
use crate::image;
use crate::lanes::Initial;
use crate::manifest::{Manifest, Saved, Shape, TablesAbout};
use crate::settings::Settings;

impl TieredRows {
    /// Goes on from what was saved; says what was said of tables beside it.
    pub(crate) fn load_with(&mut self, folder: &Path, checksum: u32) -> Result<Option<TablesAbout>, EmbeddingError> {
        self.guarded(|store| store.load_from(folder, checksum))
    }

    /// Saves it in its own folder, as [`save_with`](Self::save_with), and takes nothing more.
    pub(crate) fn close_with(&mut self, tables: Option<TablesAbout>) -> Result<(), EmbeddingError> {
        self.guarded(|store| {
            let folder = store.settings.directory.clone();
            store.save_to(&folder, tables)?;
            store.is_usable = false;
            Ok(())
        })
    }

    /// Saves it, and what whoever has tables beside it says of them.
    pub(crate) fn save_with(&mut self, folder: &Path, tables: Option<TablesAbout>) -> Result<u32, EmbeddingError> {
        if !self.is_usable {
            return Err(TierError::Failed.into());
        }
        // What cannot be saved harms nothing of what is here.
        Ok(self.save_to(folder, tables)?)
    }

    fn save_to(&mut self, folder: &Path, tables: Option<TablesAbout>) -> Result<u32, TierError> {
        if let Some(announced) = Some(self.announced.len()).filter(|announced| *announced > 0) {
            return Err(TierError::other(folder, format!("{announced} batches are announced and not trained")));
        }
        let saved = Saved {
            drawn: match &self.initial {
                Initial::Zeros => None,
                Initial::Drawn(drawn) => Some(drawn.seed()),
            },
            next: self.hierarchy.next(),
            counts: self.hierarchy.counts,
            course: self.hierarchy.course.clone(),
            reads: self.reads,
            traffic: self.traffic,
            media: self.media.about(),
            caches: image::save(folder, &self.hierarchy, &self.arena)?,
            tables,
            block: self.block.save(folder)?,
        };
        let checksum = Manifest::new(Shape::of(&self.settings), Some(saved)).write(folder)?;
        sync_folder(folder).map_err(TierError::io(folder, None, "cannot be made to last"))?;
        Ok(checksum)
    }

    /// Takes what was saved; says what was said of tables beside it.
    fn load_from(&mut self, folder: &Path, checksum: u32) -> Result<Option<TablesAbout>, TierError> {
        let saved = Manifest::saved(folder, checksum, &Shape::of(&self.settings))?;
        (self.announced, self.current) = (VecDeque::new(), None);
        self.block.load(folder, &saved.block)?;
        let Settings { rows, shape, .. } = &self.settings;
        self.initial = match saved.drawn {
            None => Initial::Zeros,
            Some(seed) => Initial::Drawn(Arc::new(DrawnRows::new(seed, rows, shape.dimension))),
        };
        self.hierarchy.begin_restoring(saved.next, saved.counts, saved.course);
        image::load(folder, shape.width(), saved.caches, &mut self.hierarchy, &mut self.arena)?;
        (self.reads, self.traffic) = (saved.reads, saved.traffic);
        self.media.restore(saved.media);
        Ok(saved.tables)
    }
}
