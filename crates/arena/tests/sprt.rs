//! The sequential test: against other programs, for any results, and whether it errs as seldom as it
//! promises.

use arena::ratings::{Model, Pairs, Results, Sprt, Tally, Verdict, score_of_elo};
use game::random::{Generator, Seed};
use proptest::prelude::*;

fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("a test")
}

#[test]
fn bounds_as_computed_elsewhere() {
    let bounds = Sprt::default().bounds();
    assert_eq!(
        format!("{:.6} {:.6}", bounds.lower, bounds.upper),
        "-2.944439 2.944439"
    );
}

/// Ratios computed by independent programs, to six decimals.
#[test]
fn ratios_as_computed_elsewhere() {
    use Model::{Logistic, Normalised};
    let check = |found: f64, expected: f64, what: String| {
        assert!(
            (found - expected).abs() <= 0.5e-6,
            "{what}: {found}, not {expected}"
        );
    };
    for (results, elo0, elo1, model, llr) in [
        ([36027, 68692, 36433], 0.0, 2.0, Normalised, 0.923293),
        ([10650, 20431, 10871], -1.75, 0.25, Normalised, 2.297500),
        ([21184, 40708, 21404], 0.5, 2.5, Logistic, -1.571889),
        ([57030, 106593, 57433], 0.0, 2.0, Logistic, -2.593024),
        ([30, 20, 50], 0.0, 5.0, Normalised, 0.311464),
        ([30, 20, 50], 0.0, 5.0, Logistic, 0.346988),
    ] {
        let found = test(elo0, elo1, model).llr(&Tally::from(results));
        check(found, llr, format!("{results:?} {model}"));
    }
    for (results, elo0, elo1, model, llr) in [
        (
            [365, 16618, 36229, 16974, 390],
            0.0,
            2.0,
            Normalised,
            2.250368,
        ),
        (
            [127, 4883, 10712, 5150, 104],
            -1.75,
            0.25,
            Normalised,
            3.010154,
        ),
        (
            [223, 9863, 21279, 10037, 246],
            0.5,
            2.5,
            Logistic,
            -3.074126,
        ),
        (
            [871, 26175, 55983, 26678, 821],
            0.0,
            2.0,
            Logistic,
            -4.978673,
        ),
        ([10, 30, 60, 45, 15], 0.0, 10.0, Normalised, 0.836417),
        ([10, 30, 60, 45, 15], 0.0, 10.0, Logistic, 1.069187),
    ] {
        let found = test(elo0, elo1, model).llr(&Pairs(results));
        check(found, llr, format!("{results:?} {model}"));
    }
}

#[test]
fn text_is_read_and_refused() {
    let written = "elo0=-1.75,elo1=0.25,alpha=0.05,beta=0.1,model=logistic";
    let read: Sprt = written.parse().expect("a test");
    assert_eq!(read.to_string(), written);
    assert_eq!("".parse::<Sprt>(), Ok(Sprt::default()));
    for (text, said) in [
        (
            "elo0=5,elo1=5",
            "test, column 13: elo0 (5) must be less than elo1 (5)",
        ),
        (
            "elo0=7",
            "test, column 6: elo0 (7) must be less than elo1 (5)",
        ),
        (
            "alpha=0",
            "test, column 7: alpha cannot be \"0\"; expected a number from 0.000001 to 0.499999",
        ),
        (
            "elo1=x",
            "test, column 6: elo1 cannot be \"x\"; expected a number from -500 to 500",
        ),
        (
            "model=normalized",
            "test, column 7: model cannot be \"normalized\" (did you mean \"normalised\"?); expected normalised or logistic",
        ),
        (
            "elo=3",
            "test, column 1: there is no \"elo\" (did you mean \"elo0\"?); expected elo0=, elo1=, alpha=, beta=, model=",
        ),
    ] {
        assert_eq!(text.parse::<Sprt>().expect_err("no test").to_string(), said);
    }
    let error = Sprt::new(0.0, f64::NAN, 0.05, 0.05, Model::Logistic).expect_err("no number");
    assert_eq!(
        error.to_string(),
        "elo1 cannot be NaN; expected a number from -500 to 500"
    );
}

#[test]
fn extreme_results_have_a_ratio() {
    let most = 1_000_000_000_000_000;
    for model in [Model::Normalised, Model::Logistic] {
        for (elo0, elo1) in [
            (0.0, 5.0),
            (-500.0, 500.0),
            (499.0, 500.0),
            (0.0, 1e-9),
            (-3.0, 0.0),
        ] {
            let test = test(elo0, elo1, model);
            assert_eq!(test.llr(&Tally::default()), 0.0);
            assert_eq!(test.llr(&Pairs::default()), 0.0);
            for index in 0..5 {
                for count in [1, 1000, most, u64::MAX] {
                    let mut pairs = Pairs::default();
                    pairs.0[index] = count;
                    let llr = test.llr(&pairs);
                    assert!(llr.is_finite(), "{test} {pairs}: {llr}");
                    let mut games = [0; 3];
                    games[index / 2] = count;
                    let llr = test.llr(&Tally::from(games));
                    assert!(llr.is_finite(), "{test} {games:?}: {llr}");
                    if index == 4 && elo1 - elo0 >= 1.0 {
                        assert!(llr > 0.0, "{test} {games:?}: {llr}");
                    }
                }
            }
        }
    }
}

/// The most likely distribution under a hypothesis by brute force: for games, all distributions with
/// a mean are a line, and those with a t-value a curve, along which the best is sought.
fn likelihood_by_search(shares: [f64; 3], elo: f64, model: Model) -> f64 {
    let likelihood = |draws: f64| {
        let excess = match model {
            Model::Logistic => score_of_elo(elo) - 0.5,
            Model::Normalised => {
                // (w − l)/2 = t·√((1 − d)/4 − ((w − l)/2)²)
                let t_value = elo * std::f64::consts::LN_10 / 800.0;
                let square = t_value * t_value;
                (square / (1.0 + square) * (1.0 - draws) / 4.0)
                    .sqrt()
                    .copysign(t_value)
            }
        };
        let wins = (1.0 - draws) / 2.0 + excess;
        let losses = (1.0 - draws) / 2.0 - excess;
        if wins <= 0.0 || losses <= 0.0 {
            return f64::NEG_INFINITY;
        }
        shares[0] * losses.ln() + shares[1] * draws.ln() + shares[2] * wins.ln()
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..300 {
        let (one, two) = (low + (high - low) * 0.45, low + (high - low) * 0.55);
        if likelihood(one) < likelihood(two) {
            low = one;
        } else {
            high = two;
        }
    }
    likelihood((low + high) / 2.0)
}

fn model() -> impl Strategy<Value = Model> {
    prop_oneof![Just(Model::Normalised), Just(Model::Logistic)]
}

/// Counts of very different sizes, zeros among them.
fn count() -> impl Strategy<Value = u64> {
    (0_u64..1000, 0_u32..5).prop_map(|(count, power)| count * 10_u64.pow(power) / 100)
}

fn check_antisymmetry<R: Results>(
    results: &R,
    reversed: &R,
    (elo0, width): (f64, f64),
    model: Model,
) -> Result<(), TestCaseError> {
    let (elo0, elo1) = (elo0.min(490.0), (elo0 + width).min(500.0));
    let ours = test(elo0, elo1, model).llr(results);
    let theirs = test(-elo1, -elo0, model).llr(reversed);
    prop_assert!(ours.is_finite());
    prop_assert!(
        (ours + theirs).abs() <= 1e-7 * (1.0 + ours.abs()),
        "{ours} {theirs}"
    );
    Ok(())
}

proptest! {
    #[test]
    fn the_opponent_sees_the_opposite(
        five in prop::array::uniform5(count()), three in prop::array::uniform3(count()),
        elo in (-490.0..490.0, 0.01..100.0), model in model()
    ) {
        check_antisymmetry(&Pairs(five), &Pairs(five).reversed(), elo, model)?;
        let tally = Tally::from(three);
        check_antisymmetry(&tally, &tally.reversed(), elo, model)?;
    }

    #[test]
    fn ratios_add_up(
        five in prop::array::uniform5(count()), elo in prop::array::uniform3(-100.0..100.0), model in model()
    ) {
        let mut elo = elo;
        elo.sort_by(f64::total_cmp);
        let [low, middle, high] = elo;
        prop_assume!(low < middle && middle < high);
        let pairs = Pairs(five);
        let whole = test(low, high, model).llr(&pairs);
        let parts = test(low, middle, model).llr(&pairs) + test(middle, high, model).llr(&pairs);
        prop_assert!((whole - parts).abs() <= 1e-7 * (1.0 + whole.abs()), "{whole} {parts}");
    }

    #[test]
    fn games_are_fitted_as_well_as_by_search(
        three in prop::array::uniform3(1_u64..10_000), elo0 in -300.0..300.0, width in 1.0..50.0, model in model()
    ) {
        let tally = Tally::from(three);
        let total = tally.games() as f64;
        let shares = three.map(|count| count as f64 / total);
        let likelihood = |elo| likelihood_by_search(shares, elo, model);
        let expected = total * (likelihood(elo0 + width) - likelihood(elo0));
        let found = test(elo0, elo0 + width, model).llr(&tally);
        prop_assert!((found - expected).abs() <= 1e-6 * (1.0 + expected.abs()), "{found} {expected}");
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[a-z0-9=,.-]{0,40}") {
        if let Ok(test) = text.parse::<Sprt>() {
            prop_assert_eq!(test.to_string().parse(), Ok(test));
        }
    }
}

/// How often a test accepts H1, in percent, and how many games it takes, on average.
fn share_of_acceptance(test: &Sprt, true_elo: f64, seed: Seed) -> (f64, f64) {
    const RUNS: u64 = 400;
    const DRAWS: f64 = 0.3;
    let wins = score_of_elo(true_elo) - DRAWS / 2.0;
    let draw = |generator: &mut Generator| (generator.bits() >> 11) as f64 / (1_u64 << 53) as f64;
    let (mut accepted, mut games) = (0, 0);
    for run in 0..RUNS {
        let mut generator = seed.child(run).generator();
        let mut tally = Tally::default();
        let accepts = loop {
            let number = draw(&mut generator);
            if number < wins {
                tally.wins += 1;
            } else if number < wins + DRAWS {
                tally.draws += 1;
            } else {
                tally.losses += 1;
            }
            match test.verdict(&tally) {
                Verdict::Continue => {}
                verdict => break verdict == Verdict::AcceptH1,
            }
        };
        accepted += u32::from(accepts);
        games += tally.games();
    }
    let share = |count: f64| count / RUNS as f64;
    (share(f64::from(accepted)), share(games as f64))
}

#[test]
fn errors_are_as_rare_as_promised() {
    // 400 runs of an event with 5 %: 3.5 % are 3.2 standard deviations, and the seed is fixed.
    let tolerance = 0.035;
    let test = test(0.0, 60.0, Model::Logistic);
    let (false_positives, games) = share_of_acceptance(&test, 0.0, Seed(1));
    assert!(
        false_positives <= test.alpha() + tolerance,
        "{false_positives} in {games} games"
    );
    let (power, games) = share_of_acceptance(&test, 60.0, Seed(2));
    assert!(
        1.0 - power <= test.beta() + tolerance,
        "{power} in {games} games"
    );
}
