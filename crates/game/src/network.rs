//! Small networks that judge positions: one layer of hidden units between the numbers of a position
//! and its value, in whole numbers only, so that every machine finds the same.
//!
//! A game that can be judged this way says which numbers a network sees ([`Inputs`]) and fills them in
//! ([`Playable`](crate::Playable)); everything else is the same for all games. With inputs `x`, the
//! weights `w` and `b` of a hidden unit and the weights `v` and `c` of the output:
//!
//! ```text
//! hidden = clamp((b + Σ w·x) >> 8, 0, 255)
//! value  = (c + Σ v·hidden) >> 8
//! ```
//!
//! The value is for the side to move, in thousandths of a logit: 1000 · ln(p / (1 − p)) with p the
//! chance to win. docs/networks.md has the form of the files.

mod sums;

use std::fmt;
use sums::{BLOCK, Column, FOUR, weighted};
use thiserror::Error;

/// The most that a hidden unit passes on; it stands for 1.
pub const FULL: i32 = 255;
/// So many values are one logit.
pub const LOGIT: i32 = 1000;
/// How many binary digits of a hidden sum, and of the output, are behind the point.
pub const DIGITS: u32 = 8;
/// The greatest number a position may show a network; none is negative.
pub const GREATEST_INPUT: i16 = 255;
/// Inputs are filled up with zeros to a multiple of this.
const LANES: usize = 16;
/// The most inputs.
pub const MOST_INPUTS: usize = 1024;
/// The most hidden units.
pub const MOST_HIDDEN: usize = 1024;

/// The first bytes of a file.
const MAGIC: [u8; 8] = *b"PARTINET";
const VERSION: u16 = 1;
/// The longest name of a game, in bytes, and the longest list of names of inputs.
const LONGEST_GAME: usize = 64;
const LONGEST_NAMES: usize = 64 * MOST_INPUTS;

/// So many places an array must have that holds so many inputs.
#[must_use]
pub const fn padded(inputs: usize) -> usize {
    inputs.next_multiple_of(LANES)
}

/// What a network for a game sees of a position, declared once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inputs {
    /// The family of games that have these inputs, such as `amazons`, whatever the size of the board.
    pub game: String,
    /// What the numbers are called, in their order: words without line ends.
    pub names: Vec<String>,
}

/// A network as numbers: what a file has, and what training makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    /// For each hidden unit the weights of all inputs.
    pub hidden: Vec<Vec<i16>>,
    /// For each hidden unit what it begins with.
    pub biases: Vec<i32>,
    /// For each hidden unit its weight in the value.
    pub output: Vec<i16>,
    /// What the value begins with.
    pub output_bias: i32,
}

/// A network that judges positions of a game.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    inputs: Inputs,
    hidden: usize,
    blocks: Box<[Block]>,
    output_bias: i32,
}

/// Hidden units that are summed up together; behind the last one there are some that are always 0.
#[derive(Clone, PartialEq, Eq)]
struct Block {
    /// One for every two inputs, as many as [`padded`] asks for.
    columns: Box<[Column]>,
    biases: [i32; BLOCK],
    outputs: [i16; BLOCK],
}

/// Why a file, or numbers, are no network.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotANetwork {
    /// Something else altogether.
    #[error("it is no network: it does not begin with \"PARTINET\"")]
    Magic,
    /// Of a version that is not known here.
    #[error("it is of version {0}; only version {VERSION} is known")]
    Version(u16),
    /// It ends too early.
    #[error("it ends at byte {0}, in the middle of {1}")]
    CutOff(usize, &'static str),
    /// It does not end where it should.
    #[error("there are {0} bytes behind its end")]
    Longer(usize),
    /// Some of it was changed.
    #[error(
        "its checksum is {found:016x}, but that of its content is {computed:016x}: it is damaged"
    )]
    Checksum {
        /// The one in the file.
        found: u64,
        /// The one that would be right.
        computed: u64,
    },
    /// A text in it is none, or is too long.
    #[error("{0} cannot be read")]
    Text(&'static str),
    /// There are too many of something, or none.
    #[error("it has {count} {what}; expected 1 to {most}")]
    Count {
        /// Of what.
        what: &'static str,
        /// How many.
        count: usize,
        /// At most so many.
        most: usize,
    },
    /// Lists that belong together are not equally long.
    #[error("its lists of weights do not fit each other")]
    Shape,
    /// Sums might not be exact.
    #[error("the weights of {0} are so large that sums might overflow")]
    TooLarge(String),
    /// It is for another game.
    #[error("it is for {found}, and not for {expected}")]
    Game {
        /// Which one.
        found: String,
        /// And which one was asked for.
        expected: String,
    },
    /// It sees other numbers of a position.
    #[error("it has other inputs: {0}")]
    Inputs(String),
}

impl Network {
    /// A network for a game with these inputs; an error if the numbers do not fit each other, or are
    /// so large that a sum might overflow.
    pub fn new(inputs: Inputs, weights: &Weights) -> Result<Network, NotANetwork> {
        let count = |what, count, most| match count {
            1.. if count <= most => Ok(()),
            _ => Err(NotANetwork::Count { what, count, most }),
        };
        count("inputs", inputs.names.len(), MOST_INPUTS)?;
        count("hidden units", weights.hidden.len(), MOST_HIDDEN)?;
        if inputs.game.is_empty() || inputs.game.len() > LONGEST_GAME {
            return Err(NotANetwork::Text("the name of the game"));
        }
        let is_word = |name: &String| !name.is_empty() && !name.contains(char::is_control);
        if !inputs.names.iter().all(is_word) || inputs.names.join("\n").len() > LONGEST_NAMES {
            return Err(NotANetwork::Text("the names of the inputs"));
        }
        let size = inputs.names.len();
        if weights.hidden.iter().any(|row| row.len() != size)
            || weights.biases.len() != weights.hidden.len()
            || weights.output.len() != weights.hidden.len()
        {
            return Err(NotANetwork::Shape);
        }
        for (number, (row, bias)) in weights.hidden.iter().zip(&weights.biases).enumerate() {
            if !fits(row, *bias, GREATEST_INPUT.into()) {
                return Err(NotANetwork::TooLarge(format!("hidden unit {}", number + 1)));
            }
        }
        if !fits(&weights.output, weights.output_bias, FULL) {
            return Err(NotANetwork::TooLarge("the output".to_string()));
        }
        let blocks = (0..weights.hidden.len()).step_by(BLOCK);
        Ok(Network {
            hidden: weights.hidden.len(),
            blocks: blocks.map(|first| Block::new(weights, first)).collect(),
            output_bias: weights.output_bias,
            inputs,
        })
    }

    /// Its numbers.
    #[must_use]
    pub fn weights(&self) -> Weights {
        let size = self.inputs.names.len();
        let units = (0..self.hidden).map(|unit| (&self.blocks[unit / BLOCK], unit % BLOCK));
        let row = |(block, unit): (&Block, usize)| {
            let columns = block.columns.iter();
            let pairs = columns.flat_map(|column| column.as_flattened()[unit]);
            pairs.take(size).collect()
        };
        Weights {
            hidden: units.clone().map(row).collect(),
            biases: units
                .clone()
                .map(|(block, unit)| block.biases[unit])
                .collect(),
            output: units.map(|(block, unit)| block.outputs[unit]).collect(),
            output_bias: self.output_bias,
        }
    }

    /// What it sees.
    #[must_use]
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// How many hidden units it has.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Makes sure that it sees just these numbers of a position.
    pub fn check(&self, expected: &Inputs) -> Result<(), NotANetwork> {
        let found = &self.inputs;
        if found.game != expected.game {
            return Err(NotANetwork::Game {
                found: found.game.clone(),
                expected: expected.game.clone(),
            });
        }
        let pairs = found.names.iter().zip(&expected.names).enumerate();
        for (number, (found, expected)) in pairs {
            if found != expected {
                let number = number + 1;
                return Err(NotANetwork::Inputs(format!(
                    "number {number} is {found}, and not {expected}"
                )));
            }
        }
        match (found.names.len(), expected.names.len()) {
            (found, expected) if found != expected => {
                Err(NotANetwork::Inputs(format!("{found}, and not {expected}")))
            }
            _ => Ok(()),
        }
    }

    /// The value of a position with these numbers to its side to move: as many as the network has
    /// inputs, then zeros.
    ///
    /// # Panics
    ///
    /// If the array has not just the places that [`padded`] asks for.
    #[inline]
    #[must_use]
    pub fn evaluate<const PLACES: usize>(&self, inputs: &[i16; PLACES]) -> i32 {
        assert_eq!(PLACES, padded(self.inputs.names.len()), "other inputs");
        let (pairs, _) = inputs.as_chunks();
        self.value_of(pairs.iter().copied())
    }

    /// The same for inputs without zeros behind them, in any number: for those who have time.
    #[must_use]
    pub fn value(&self, inputs: &[i16]) -> i32 {
        let pairs = inputs.chunks(2);
        self.value_of(pairs.map(|pair| [pair[0], pair.get(1).copied().unwrap_or(0)]))
    }

    /// The value for inputs two by two.
    #[inline]
    fn value_of(&self, inputs: impl Iterator<Item = [i16; 2]> + Clone) -> i32 {
        // No sum overflows: see [`fits`].
        let mut value = self.output_bias;
        for block in &self.blocks {
            let sums = weighted(&block.columns, inputs.clone());
            for (unit, sum) in sums.into_iter().enumerate() {
                let active = ((block.biases[unit] + sum) >> DIGITS).clamp(0, FULL);
                value += active * i32::from(block.outputs[unit]);
            }
        }
        value >> DIGITS
    }

    /// The content of its file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let names = self.inputs.names.join("\n");
        let weights = self.weights();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        // The lengths were found to be small when the network was made.
        let short = |length: usize| (length as u16).to_le_bytes();
        bytes.extend(short(self.inputs.game.len()));
        bytes.extend(self.inputs.game.as_bytes());
        bytes.extend((names.len() as u32).to_le_bytes());
        bytes.extend(names.as_bytes());
        bytes.extend(short(self.inputs.names.len()));
        bytes.extend(short(self.hidden()));
        let rows = weights.hidden.iter().flatten();
        bytes.extend(rows.flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(weights.biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(
            weights
                .output
                .iter()
                .flat_map(|weight| weight.to_le_bytes()),
        );
        bytes.extend(weights.output_bias.to_le_bytes());
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the content of a file.
    ///
    /// ```
    /// use game::network::{Inputs, Network, NotANetwork, Weights};
    /// let inputs = Inputs {
    ///     game: "matches".to_string(),
    ///     names: vec!["left".to_string()],
    /// };
    /// let weights = Weights {
    ///     hidden: vec![vec![256]],
    ///     biases: vec![0],
    ///     output: vec![2560],
    ///     output_bias: 0,
    /// };
    /// let network = Network::new(inputs, &weights)?;
    /// let mut seen = [0; 16];
    /// seen[0] = 5;
    /// assert_eq!(network.evaluate(&seen), 50);
    /// let mut bytes = network.to_bytes();
    /// assert_eq!(Network::from_bytes(&bytes)?, network);
    /// bytes.pop();
    /// assert!(matches!(Network::from_bytes(&bytes), Err(NotANetwork::CutOff(..))));
    /// # Ok::<(), NotANetwork>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NotANetwork> {
        let mut reader = Reader { bytes, place: 0 };
        if reader.take(MAGIC.len(), "its first word") != Ok(&MAGIC) {
            return Err(NotANetwork::Magic);
        }
        match reader.short("its version")? {
            VERSION => {}
            other => return Err(NotANetwork::Version(other)),
        }
        let length = reader.short("the name of the game")?.into();
        let game = reader.text(length, LONGEST_GAME, "the name of the game")?;
        let length = reader.long("the names of the inputs")? as usize;
        let names = reader.text(length, LONGEST_NAMES, "the names of the inputs")?;
        let names: Vec<String> = names.split('\n').map(str::to_string).collect();
        let inputs = usize::from(reader.short("its dimensions")?);
        let hidden = usize::from(reader.short("its dimensions")?);
        if inputs != names.len() {
            return Err(NotANetwork::Shape);
        }
        if hidden > MOST_HIDDEN {
            return Err(NotANetwork::Count {
                what: "hidden units",
                count: hidden,
                most: MOST_HIDDEN,
            });
        }
        let mut rows = Vec::with_capacity(hidden);
        for _ in 0..hidden {
            rows.push(reader.shorts(inputs, "the weights of the hidden units")?);
        }
        let biases = reader.longs(hidden, "the biases of the hidden units")?;
        let output = reader.shorts(hidden, "the weights of the output")?;
        let output_bias = reader.long("the bias of the output")?.cast_signed();
        let content = reader.place;
        let found = reader.take(8, "its checksum")?;
        let found = found
            .iter()
            .rev()
            .fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        if reader.place < bytes.len() {
            return Err(NotANetwork::Longer(bytes.len() - reader.place));
        }
        let computed = checksum(&bytes[..content]);
        if found != computed {
            return Err(NotANetwork::Checksum { found, computed });
        }
        let weights = Weights {
            hidden: rows,
            biases,
            output,
            output_bias,
        };
        Network::new(Inputs { game, names }, &weights)
    }

    /// A number that tells it apart from other networks: the checksum in its file.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let bytes = self.to_bytes();
        checksum(&bytes[..bytes.len() - 8])
    }
}

impl Block {
    /// The units from `first` on.
    fn new(weights: &Weights, first: usize) -> Block {
        let rows: Vec<&[i16]> = weights.hidden[first..]
            .iter()
            .map(Vec::as_slice)
            .take(BLOCK)
            .collect();
        let weight = |unit: usize, input: usize| {
            let row = rows.get(unit).copied().unwrap_or(&[]);
            row.get(input).copied().unwrap_or(0)
        };
        let column = |column: usize| -> Column {
            std::array::from_fn(|four| {
                std::array::from_fn(|place| {
                    let unit = four * FOUR + place;
                    [0, 1].map(|input| weight(unit, 2 * column + input))
                })
            })
        };
        let size = rows.first().map_or(0, |row| row.len());
        Block {
            columns: (0..padded(size) / 2).map(column).collect(),
            biases: std::array::from_fn(|unit| {
                weights.biases.get(first + unit).copied().unwrap_or(0)
            }),
            outputs: std::array::from_fn(|unit| {
                weights.output.get(first + unit).copied().unwrap_or(0)
            }),
        }
    }
}

/// Not its thousands of weights.
impl fmt::Debug for Network {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Network")
            .field("game", &self.inputs.game)
            .field("inputs", &self.inputs.names.len())
            .field("hidden", &self.hidden)
            .field("fingerprint", &format_args!("{:016x}", self.fingerprint()))
            .finish()
    }
}

/// Whether a weighted sum of numbers from 0 to `greatest` is exact in 32 bits, in whichever order it
/// is summed up.
fn fits(weights: &[i16], bias: i32, greatest: i32) -> bool {
    let weights = weights
        .iter()
        .map(|weight| i64::from(weight.unsigned_abs()));
    let most = weights.sum::<i64>() * i64::from(greatest) + i64::from(bias.unsigned_abs());
    most <= i64::from(i32::MAX)
}

/// FNV-1a: enough to notice damage. It is no protection against those who mean harm.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Takes numbers off a file, little-endian.
struct Reader<'bytes> {
    bytes: &'bytes [u8],
    place: usize,
}

impl<'bytes> Reader<'bytes> {
    fn take(&mut self, count: usize, what: &'static str) -> Result<&'bytes [u8], NotANetwork> {
        let rest = &self.bytes[self.place..];
        let taken = rest.get(..count);
        let taken = taken.ok_or(NotANetwork::CutOff(self.bytes.len(), what))?;
        self.place += count;
        Ok(taken)
    }

    fn shorts(&mut self, count: usize, what: &'static str) -> Result<Vec<i16>, NotANetwork> {
        let (pairs, _) = self.take(2 * count, what)?.as_chunks();
        Ok(pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect())
    }

    fn longs(&mut self, count: usize, what: &'static str) -> Result<Vec<i32>, NotANetwork> {
        let (fours, _) = self.take(4 * count, what)?.as_chunks();
        Ok(fours.iter().map(|&four| i32::from_le_bytes(four)).collect())
    }

    fn short(&mut self, what: &'static str) -> Result<u16, NotANetwork> {
        Ok(self.shorts(1, what)?[0].cast_unsigned())
    }

    fn long(&mut self, what: &'static str) -> Result<u32, NotANetwork> {
        Ok(self.longs(1, what)?[0].cast_unsigned())
    }

    fn text(
        &mut self,
        length: usize,
        most: usize,
        what: &'static str,
    ) -> Result<String, NotANetwork> {
        if length > most {
            return Err(NotANetwork::Text(what));
        }
        let bytes = self.take(length, what)?.to_vec();
        String::from_utf8(bytes).map_err(|_| NotANetwork::Text(what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn inputs(count: usize) -> Inputs {
        Inputs {
            game: "matches".to_string(),
            names: (0..count)
                .map(|number| format!("number-{number}"))
                .collect(),
        }
    }

    fn weights() -> impl Strategy<Value = Weights> {
        (1_usize..40, 1_usize..70).prop_flat_map(|(inputs, hidden)| {
            let row = proptest::collection::vec(any::<i16>(), inputs);
            (
                proptest::collection::vec(row, hidden),
                proptest::collection::vec(-1_000_000..1_000_000, hidden),
                proptest::collection::vec(any::<i16>(), hidden),
                -1_000_000..1_000_000,
            )
                .prop_map(|(hidden, biases, output, output_bias)| Weights {
                    hidden,
                    biases,
                    output,
                    output_bias,
                })
        })
    }

    proptest! {
        #[test]
        fn networks_are_read_as_they_are_written(weights in weights()) {
            let network = Network::new(inputs(weights.hidden[0].len()), &weights).expect("small");
            prop_assert_eq!(&network.weights(), &weights);
            prop_assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
        }

        #[test]
        fn every_damage_is_noticed(weights in weights(), place: usize, change in 1_u8..) {
            let network = Network::new(inputs(weights.hidden[0].len()), &weights).expect("small");
            let bytes = network.to_bytes();
            let mut damaged = bytes.clone();
            let place = place % bytes.len();
            damaged[place] ^= change;
            prop_assert!(Network::from_bytes(&damaged).is_err(), "byte {}", place);
            prop_assert!(Network::from_bytes(&bytes[..place]).is_err(), "cut off at {}", place);
            damaged.clone_from(&bytes);
            damaged.push(change);
            prop_assert_eq!(Network::from_bytes(&damaged), Err(NotANetwork::Longer(1)));
        }

        #[test]
        fn values_are_what_the_weights_say(weights in weights(), numbers in proptest::collection::vec(0..=GREATEST_INPUT, 48)) {
            let size = weights.hidden[0].len();
            let network = Network::new(inputs(size), &weights).expect("small");
            let mut value = i64::from(weights.output_bias);
            for (unit, row) in weights.hidden.iter().enumerate() {
                let products = row.iter().zip(&numbers);
                let sum: i64 = products.map(|(&one, &two)| i64::from(one) * i64::from(two)).sum();
                let active = ((sum + i64::from(weights.biases[unit])) >> 8).clamp(0, 255);
                value += active * i64::from(weights.output[unit]);
            }
            fn filled<const PLACES: usize>(numbers: &[i16]) -> [i16; PLACES] {
                std::array::from_fn(|place| numbers.get(place).copied().unwrap_or(0))
            }
            let seen = &numbers[..size];
            let found = match padded(size) {
                16 => network.evaluate(&filled::<16>(seen)),
                32 => network.evaluate(&filled::<32>(seen)),
                _ => network.evaluate(&filled::<48>(seen)),
            };
            prop_assert_eq!(i64::from(found), value >> 8);
            prop_assert_eq!(network.value(seen), found);
        }

        #[test]
        fn any_bytes_can_be_read(bytes: Vec<u8>) {
            let mut begun = MAGIC.to_vec();
            begun.extend([1, 0]);
            begun.extend(&bytes);
            prop_assert!(Network::from_bytes(&bytes).is_err());
            prop_assert!(Network::from_bytes(&begun).is_err());
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let fine = Weights {
            hidden: vec![vec![1, 2, 3]; 2],
            biases: vec![0; 2],
            output: vec![1; 2],
            output_bias: 0,
        };
        let network = Network::new(inputs(3), &fine).expect("it fits");
        assert_eq!(Network::new(inputs(4), &fine), Err(NotANetwork::Shape));
        let mut wrong = fine.clone();
        wrong.biases[1] = i32::MAX;
        let error = Network::new(inputs(3), &wrong).expect_err("too large");
        assert_eq!(
            error.to_string(),
            "the weights of hidden unit 2 are so large that sums might overflow"
        );
        wrong = fine.clone();
        wrong.output_bias = i32::MIN;
        assert!(Network::new(inputs(3), &wrong).is_err());
        wrong = fine;
        wrong.hidden.clear();
        assert!(matches!(
            Network::new(inputs(3), &wrong),
            Err(NotANetwork::Count { count: 0, .. })
        ));
        let other = network.check(&Inputs {
            game: "bricks".to_string(),
            ..inputs(3)
        });
        assert_eq!(
            other.expect_err("another game").to_string(),
            "it is for matches, and not for bricks"
        );
        assert_eq!(
            network.check(&inputs(4)).expect_err("more").to_string(),
            "it has other inputs: 3, and not 4"
        );
        let mut renamed = inputs(3);
        renamed.names[1] = "else".to_string();
        assert_eq!(
            network.check(&renamed).expect_err("another").to_string(),
            "it has other inputs: number 2 is number-1, and not else"
        );
        assert_eq!(network.check(&inputs(3)), Ok(()));
        assert_eq!(Network::from_bytes(b"PARTIDA!"), Err(NotANetwork::Magic));
        let mut newer = network.to_bytes();
        newer[8] = 7;
        assert_eq!(
            Network::from_bytes(&newer).expect_err("newer").to_string(),
            "it is of version 7; only version 1 is known"
        );
    }
}
