//! What is around a brick, and how often such bricks were the best ones.

use super::{Brick, Bricks, Position};
use game::bits::Bits;

/// A brick has six cells around it: one at each end, two on each side.
const AROUND: usize = 6;
/// How many pictures there are: each cell is empty, own, the other's or beyond a wall.
const PICTURES: usize = 1 << (2 * AROUND);

/// The four ways to look at a brick: turned end to end, side to side, both, or as it is.
const VIEWS: [[usize; AROUND]; 4] = [
    [0, 1, 2, 3, 4, 5],
    [1, 0, 3, 2, 5, 4],
    [0, 1, 4, 5, 2, 3],
    [1, 0, 5, 4, 3, 2],
];

/// The parts of a game: while more than so many hundredths of the board are empty.
const PARTS: [u32; 3] = [70, 45, 0];

/// For each part of a game and each picture, except those that are another one seen from the other
/// end or side, a letter that says how much such a brick promises.
///
/// Fitted to the moves of 2800 games of the engine against itself on 10 × 10 and 11 × 11 cells, so
/// that the moves that were played become as likely as possible; pictures that hardly ever came up
/// have the mean of all.
const LETTERS: [&[&str]; PARTS.len()] = [
    &[
        r"5UiKNb`4GHfJg3T\3WG^OXM3,#INN>fZGJHC:&H?dZ33VC3PdD33cTLDSCJN]HT37#3RCG3D5333333V",
        r"33N_33]3DbXj3333bi]33333QVa33333c3333333LdQ33333h3Q33333>QFO3333b3P33333D)FS3333",
        r"TcM_3333UD_X333333333333GMJO333333333333DBDN3333_3V33333D\6b3333d3Va3333KT\[3333",
        r"33V33333G3J]333333333333DUDZ333333333333E<B333333WG333333PU33333333333333OG33333",
        r"333333333PG3333333333333<Yi3333#E\JTa333333333>QX3BJQ3333)MI;4JU33333333##5+NB[[",
        r"33333333]0YKA[MS3333333350LHC:NS33333333X0IT?233333@+3ENJ333333333bEC3OJ333333H3",
        r"Ug[33333b3333333333333333333333333333333=MJ33333K3333333333333333333333333333333",
        r"V3Ch33333333333333333333333333333333333333D3333333333333333333333333333333333333",
        r"aj3hc3333333333333333333333333333333XWV`33333333333333333333333333333Y3333333333",
        r"333333333333333333333O3333333333333333333333333333333333Xe^3333333333_V]33333333",
        r"33333333a3Z333333333`\[333333333333333339DHM3333333340LD3333333333333333I3U33333",
        r"3333UE333333333333333333U3Sb33333333:L1W3333333333333333333333333333d3S333333333",
        r"33333333O3C3333333333JG3333333333333333333333333333333333333333333333333Q\33333)",
        r"Y333333333333333CIO33333333350JH3333333333333333333333333333333HK333333333333333",
    ],
    &[
        r">STPLSJAEF[GWTQHJNBGGK>A86PKQF[NNLMFI3L:aX@@TDQGbFZL]PLHP?EA]H[I98@PHO@O=@@@a@@L",
        r"@XLa@@[@M`[_@@@@`c]Y@@@@X\ZX@@@@`[Z@@@@@TZWS@@@@_@U@@@@@MQPT@@@@\\JU@@@@AKQY@@@@",
        r"UdSb@@@@WE]Z@@@@]@_@@@@@NWUW@@@@ZZI\@@@@L@VC@@@@ZZZV@@@@H`Ja@@@@_@[`@@@@U\]^@@@@",
        r"@@[@@@@@T@O^@@@@@@@@@@@@SZNU@@@@^@@@@@@@CEB@@@@@WcS@@@@@TOZ@@@@@@@@@@@@@QYI@@@@@",
        r"@@@@@@@@SKN@@@@@@@@@@@@@JZ]@@@@(NWSV\[@@@@@@@@GHORPTY@@@@@HJ>KTW@@@@@@@@/#<6SG_W",
        r"@@@@@@@@`>ZEO\UW@@@@@@@@K7QNSEZW@@@@@@@@[8VO=?@@@@@=5@SJY@@@@@@@@@fBZ@ZW@@@@@cM@",
        r"Sc_@@@@@]@]@@@@@@@@@@@@@@@@@@@@@@@@@@@@@6NQ@@@@@K@S]@@@@@@@@@@@@@@@@@@[@@@@@@@@@",
        r"U@Kk@@@@@@V@@@@@@@@@@@@@@@@@@@@@@@@@@@@@L@B@@@@@P@R@@@@@@@@@@@@@@@@@@@@@@@@@@@@@",
        r"_i@`[@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@H\`fZ@@@@@@@@@@@@@@@@@@@@@@@@@@@Xc`@@@@@@@@@",
        r"@@@@@@@@@@@@@@@@@@@@IN@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@R`]]@@@@@@@@B`Z`@@@@@@@@",
        r"@@@@@@@@^@`@@@@@@@@@`e[@@@@@@@@@@@@@@@@@=FVS@@@@@@@@<2LB@@@@@@@@@@@@@@@@U`[b@@@@",
        r"@@@@X\]J@@@@@@@@@@@@@@@@M]Rd@@@@@@@@E\=_@@@@@@@@@@@@@@@@\@Z@@@@@@@@@h@^@@@@@@@@@",
        r"@@@@@@@@;K7@@@@@@@@@FDJ@@@@@@@@@@@@@@@@@V@Q@@@@@@@@@@cT@@@@@@@@@@@@@@@@@BZ@@@@@?",
        r"\]@@@@@@@@@@@@@@1GZZ@@@@@@@@A-TP@@@@@@@@@@@@@@@@@@@@@@@@8A@@@@@<H@@@@@@@@@@@@@@@",
    ],
    &[
        r"KTMTJMFHDCZEPGOKNIAIEHCHFHVI[KXFSRPHO8O:KKKKVNOI`IXEKOMCPIGEWBVH>HKVOZKXJKKKKKKN",
        r"KKO\KKXKSa^]KKKK^\]YKKKK[^WTKKKKUKKVKKKK[Y]ZKKKKWKUSKKKKRSTRKKKKS]FTKKKKJUV_KKKK",
        r"XbYbKKKK]SYNKKKK\[]WKKKKR^T[KKKKK]PYKKKKUHUEKKKK\XZTKKKKN`VeKKKKaK]YKKKKX]abKKKK",
        r"KKKKKKKK[KVaKKKKKKKKKKKKS^W\KKKKKKRKKKKKHPKKKKKK\\ZKKKKK[OaKKKKKKKKKKKKKV`SKKKKK",
        r"KKKKKKKKWOWKKKKKKKKKKKKKT^[KKKKBQGXX]XKKKKKKKKLGJDTTVKKKKGDHMUZ\KKKKKKKKA/K;\O]V",
        r"KKKKKKKK]>XGT^YWKKKKKKKKOELHWK\VKKKKKKKK[AWEOMKKKKKB;KYM^KKKKKKKKKZH\KZVKKKKKcSK",
        r"RK^KKKKK\KbKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKRWKKKKKXK^KKKKKKKKKKKKKKKKKKK\KKKKKKKKK",
        r"OYHdKKKKKKVKKKKKKKKKKKKKKKKKKKKKKKKKKKKKQQPKKKKKZKZKKKKKKKKKKKKKKKKKKKKKKKKKKKKK",
        r"R]K__KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKHQ\c`]KKKKKKKKKKKKKKKKKKKKKKKKKK[[aKKKKKKKKK",
        r"KKKKKKKKKKKKKKKKKKKKOJK[KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKO]\KKKKKKKKKOb]\KKKKKKKK",
        r"KKKKKKKK\K`KKKKKKKKK`^^YKKKKKKKKKKKKKKKKOH[SKKKKKKKKH?KGKKKKKKKKKKKKKKKKYZ^^KKKK",
        r"KKKK\]WXKKKKKKKKKKKKKKKKM]H^KKKKKKKKP_K^KKKKKKKKKKKKKKKK]K^KKKKKKKKKc`\ZKKKKKKKK",
        r"KKKKKKKKPJLKKKKKKKKKA=IKKKKKKKKKKKKKKKKKZKWKKKKKKKKK]`TKKKKKKKKKKKKKKKKKJZKKKKKN",
        r"^[KKKKKKKKKKKKKKPF\SKKKKKKKKNHVQKKKKKKKKKKKKKKKKKKKKKKKKOHKKKKKGCKKKKKKKKKKKKKKK",
    ],
];

/// By part of the game: what it promises to be so far from the walls, both cells together.
const FAR: [[i32; 8]; PARTS.len()] = [
    [-100, -53, -126, -75, -31, 0, 31, 57],
    [-72, -37, -51, -53, -55, -53, -47, 9],
    [-72, -44, -39, -50, -53, -22, 11, 50],
];

/// The letter that promises nothing, and what each letter above it does.
const NOTHING: i32 = 90;
const LETTER: i32 = 17;

/// What bricks promise, on boards of one size.
#[derive(Debug)]
pub(super) struct Promises {
    /// By part of the game and picture.
    pictures: [Vec<i32>; PARTS.len()],
    /// A part of a game lasts while more cells than this are empty.
    parts: [u32; PARTS.len()],
    /// For each brick, by its code, what of its picture is beyond the walls.
    walls: Vec<u16>,
    /// And how far from the walls its cells are, both together.
    far: Vec<u8>,
}

impl Promises {
    pub(super) fn new(size: usize) -> Promises {
        let cells = (size * size) as u32;
        Promises {
            pictures: LETTERS.map(read),
            parts: PARTS.map(|hundredths| hundredths * cells / 100),
            walls: walls_around(size),
            far: far_from_walls(size),
        }
    }
}

/// The promises that letters stand for, by picture.
fn read(lines: &[&str]) -> Vec<i32> {
    let mut letters = lines.iter().flat_map(|line| line.bytes());
    let mut promises = vec![0; PICTURES];
    for picture in 0..PICTURES {
        let same = simplest(picture);
        promises[picture] = if same < picture {
            promises[same]
        } else {
            let letter = letters.next().map_or(NOTHING, i32::from);
            (letter - NOTHING) * LETTER
        };
    }
    promises
}

/// Of the pictures that show the same seen from elsewhere, the one with the smallest number.
fn simplest(picture: usize) -> usize {
    let seen = |view: [usize; AROUND]| {
        let bit = |(place, &cell): (usize, &usize)| {
            (picture >> cell & 1) << place | (picture >> (cell + AROUND) & 1) << (place + AROUND)
        };
        view.iter().enumerate().map(bit).sum()
    };
    VIEWS.map(seen).into_iter().min().unwrap_or(picture)
}

/// For each brick, lying and standing ones in turn: the part of its picture that is beyond the
/// walls.
fn walls_around(size: usize) -> Vec<u16> {
    let bricks = (0..size * size).flat_map(|cell| [(cell, false), (cell, true)]);
    bricks
        .map(|(cell, vertical)| {
            let (row, column) = (cell / size, cell % size);
            let (along, across) = if vertical {
                (row, column)
            } else {
                (column, row)
            };
            let beyond = [
                along == 0,
                along + 2 >= size,
                across == 0,
                across == 0,
                across + 1 >= size,
                across + 1 >= size,
            ];
            let bit = |(place, &beyond): (usize, &bool)| u16::from(beyond) << place;
            let walls: u16 = beyond.iter().enumerate().map(bit).sum();
            walls | walls << AROUND
        })
        .collect()
}

/// For each brick, lying and standing ones in turn: how far its cells are from the walls.
fn far_from_walls(size: usize) -> Vec<u8> {
    let distance = |cell: usize| {
        let (row, column) = (cell / size % size, cell % size);
        row.min(column).min(size - 1 - row).min(size - 1 - column)
    };
    let bricks = (0..size * size).flat_map(|cell| [(cell, cell + 1), (cell, cell + size)]);
    bricks
        .map(|(first, second)| (distance(first) + distance(second)).min(7) as u8)
        .collect()
}

impl<B: Bits> Bricks<B> {
    /// The cells around a brick: for each a bit if it is the mover's, and another if it is the
    /// other's; both if there is none. The ends come first, then one side, then the other.
    #[inline]
    pub(super) fn picture(&self, position: &Position<B>, brick: Brick) -> usize {
        let (row, cell) = (self.row(), usize::from(brick.cell));
        // What is near the brick fits one word, which begins above it to the left.
        let before = row + 1;
        let around = |side: usize| {
            let stones = position.stones[side];
            let near = if cell >= before {
                stones.window(cell - before)
            } else {
                stones.window(0) << (before - cell)
            };
            let at = |place: usize, count: usize| (near >> place) as usize & ((1 << count) - 1);
            if brick.vertical {
                at(1, 1)
                    | at(3 * row + 1, 1) << 1
                    | at(row, 1) << 2
                    | at(2 * row, 1) << 3
                    | at(row + 2, 1) << 4
                    | at(2 * row + 2, 1) << 5
            } else {
                at(row, 1) | at(row + 3, 1) << 1 | at(1, 2) << 2 | at(2 * row + 1, 2) << 4
            }
        };
        let side = position.side.index();
        let walls = usize::from(self.promises.walls[brick.code()]);
        around(side) | around(1 - side) << AROUND | walls
    }

    /// What a brick promises, from what is around it.
    #[inline]
    pub(super) fn promise_of(&self, position: &Position<B>, brick: Brick) -> i32 {
        let promises = &*self.promises;
        let empty = self.empty(position).count();
        let part = promises.parts.iter().position(|&more| empty > more);
        let part = part.unwrap_or(PARTS.len() - 1);
        promises.pictures[part][self.picture(position, brick)]
            + FAR[part][usize::from(promises.far[brick.code()])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Game;
    use game::bits::Wide;
    use game::random::{Seed, play_randomly};

    /// What a walk over the cells around a brick finds.
    fn slow_picture<B: Bits>(game: &Bricks<B>, position: &Position<B>, brick: Brick) -> usize {
        let size = game.size as isize;
        let (row, column) = (
            usize::from(brick.cell) as isize / size,
            usize::from(brick.cell) as isize % size,
        );
        let places = [(-1, 0), (2, 0), (0, -1), (1, -1), (0, 1), (1, 1)];
        let bits = places.iter().enumerate().map(|(place, &(along, across))| {
            let (row, column) = if brick.vertical {
                (row + along, column + across)
            } else {
                (row + across, column + along)
            };
            let inside = (0..size).contains(&row) && (0..size).contains(&column);
            let [own, enemy] = position
                .stones_by_turn()
                .map(|stones| !inside || stones.test((row * size + column) as usize));
            usize::from(own) << place | usize::from(enemy) << (place + AROUND)
        });
        bits.sum()
    }

    fn check<B: Bits>(size: usize) {
        let game = Bricks::<B>::new(size);
        for seed in 0..20 {
            let mut position = game.start();
            let mut generator = Seed(seed).generator();
            let plies = seed as usize * size * size / 50;
            play_randomly(&game, &mut position, plies, &mut generator);
            let mut bricks = Vec::new();
            game.moves(&position, &mut bricks);
            for brick in bricks {
                assert_eq!(
                    game.picture(&position, brick),
                    slow_picture(&game, &position, brick),
                    "{size}, {seed}: {brick:?}"
                );
            }
        }
    }

    #[test]
    fn pictures_show_what_a_walk_over_the_cells_finds() {
        for size in 2..=8 {
            check::<u64>(size);
        }
        for size in 2..=11 {
            check::<u128>(size);
        }
        for size in 2..=20 {
            check::<Wide<7>>(size);
        }
    }

    #[test]
    fn every_picture_has_a_letter() {
        let simplest = (0..PICTURES).filter(|&picture| simplest(picture) == picture);
        let expected = simplest.count();
        for lines in LETTERS {
            let letters: usize = lines.iter().map(|line| line.len()).sum();
            assert_eq!(letters, expected);
        }
    }

    #[test]
    fn mirrored_bricks_promise_the_same() {
        let game = Bricks::<u64>::new(7);
        for seed in 0..20 {
            let mut position = game.start();
            play_randomly(&game, &mut position, 10, &mut Seed(seed).generator());
            let mut bricks = Vec::new();
            game.moves(&position, &mut bricks);
            for &symmetry in game.symmetries() {
                let image = game.map_position(symmetry, &position);
                for &brick in &bricks {
                    assert_eq!(
                        game.promise_of(&position, brick),
                        game.promise_of(&image, game.map_move(symmetry, brick))
                    );
                }
            }
        }
    }
}
