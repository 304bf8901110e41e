//! What an attempt leaves: a small set of numbers.

/// A set of a few numbers out of perhaps thousands. They stand in a list, in order, as
/// there are few; a word with a bit for each of them answers most queries without the
/// list (Bloom 1970).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<u32>", into = "Vec<u32>"))]
pub struct Remains {
    bits: u64,
    members: Box<[u32]>,
}

impl Remains {
    /// The set of these numbers.
    pub fn of(members: impl IntoIterator<Item = u32>) -> Self {
        let mut members: Vec<u32> = members.into_iter().collect();
        members.sort_unstable();
        members.dedup();
        // Neighbours have different bits, by the golden ratio (Knuth 1973).
        let bit = |&member: &u32| 1 << (member.wrapping_mul(0x9e37_79b9) >> 26);
        let bits = members.iter().map(bit).fold(0_u64, |bits, bit: u64| bits | bit);
        Remains { bits, members: members.into() }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether nothing remains.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.members.iter().copied()
    }

    /// Whether the other set has all of this one's numbers.
    #[inline]
    pub fn is_subset(&self, other: &Remains) -> bool {
        if self.bits & !other.bits != 0 || self.len() > other.len() {
            return false;
        }
        let mut others = other.iter();
        self.iter().all(|member| others.any(|other| other == member))
    }
}

impl From<Vec<u32>> for Remains {
    fn from(members: Vec<u32>) -> Self {
        Remains::of(members)
    }
}

impl From<Remains> for Vec<u32> {
    fn from(remains: Remains) -> Self {
        remains.members.into_vec()
    }
}
