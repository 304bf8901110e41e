//! The open list of best-first search: nodes in buckets of equal priority.
//!
//! Priorities in puzzles take few values, so a bucket each, as a list threaded
//! through the nodes themselves, costs four bytes per node and no sifting.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::algorithm::Ties;
use super::budget::Meter;
use super::outcome::Stop;
use super::store::{NO_NODE, NodeId};

/// What nodes are ordered by: the priority, and the tie-break.
type Key = (i64, u32);

#[derive(Debug)]
pub(crate) struct Open {
    buckets: BTreeMap<Key, Bucket>,
    ties: Ties,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    head: NodeId,
    tail: NodeId,
}

/// A bucket in the tree of buckets, with its share of the tree's own memory.
const BUCKET_BYTES: usize = 2 * size_of::<(Key, Bucket)>();

/// The nodes that the lists are threaded through.
pub(crate) trait Links {
    fn link(&self, id: NodeId) -> NodeId;
    fn set_link(&mut self, id: NodeId, next: NodeId);
}

impl Open {
    pub(crate) fn new(ties: Ties) -> Self {
        Open { buckets: BTreeMap::new(), ties }
    }

    pub(crate) fn push(
        &mut self,
        id: NodeId,
        priority: i64,
        h: u32,
        links: &mut impl Links,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let key = (priority, if self.ties == Ties::LowH { h } else { 0 });
        match self.buckets.entry(key) {
            Entry::Vacant(vacant) => {
                meter.take(BUCKET_BYTES)?;
                links.set_link(id, NO_NODE);
                vacant.insert(Bucket { head: id, tail: id });
            }
            Entry::Occupied(mut occupied) => {
                let bucket = occupied.get_mut();
                if self.ties == Ties::Fifo {
                    links.set_link(id, NO_NODE);
                    links.set_link(bucket.tail, id);
                    bucket.tail = id;
                } else {
                    links.set_link(id, bucket.head);
                    bucket.head = id;
                }
            }
        }
        Ok(())
    }

    /// Takes out a node of the least priority.
    pub(crate) fn pop(&mut self, links: &impl Links, meter: &mut Meter) -> Option<(NodeId, i64)> {
        let mut first = self.buckets.first_entry()?;
        let priority = first.key().0;
        let bucket = first.get_mut();
        let id = bucket.head;
        bucket.head = links.link(id);
        if bucket.head == NO_NODE {
            first.remove();
            meter.give_back(BUCKET_BYTES);
        }
        Some((id, priority))
    }
}
