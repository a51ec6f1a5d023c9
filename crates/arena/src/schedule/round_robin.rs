//! All against all, by the circle method: one player stays, the others go round.

use super::Meeting;

/// How many rounds it takes until everybody has met everybody.
pub(super) fn rounds(players: usize) -> usize {
    // With an odd number somebody sits out in each round.
    (players + players % 2).saturating_sub(1)
}

/// The meetings of a round. Whoever is named first changes from round to round.
pub(super) fn round(players: usize, round: usize) -> Vec<Meeting> {
    let seats = players + players % 2;
    let circle = seats - 1;
    let mut meetings: Vec<Meeting> = (0..seats / 2)
        .map(|place| {
            if place == 0 {
                let meeting = [round % circle, circle];
                if round.is_multiple_of(2) {
                    meeting
                } else {
                    [meeting[1], meeting[0]]
                }
            } else {
                let ahead = (round + place) % circle;
                let behind = (round + circle - place) % circle;
                [ahead, behind]
            }
        })
        .collect();
    // The seat of whoever is missing.
    meetings.retain(|meeting| meeting.iter().all(|&player| player < players));
    meetings
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn everybody_meets_everybody_once() {
        for players in 2..20 {
            let mut met = HashSet::new();
            let mut named_first = vec![0_i32; players];
            for number in 0..rounds(players) {
                let meetings = round(players, number);
                assert_eq!(meetings.len(), players / 2);
                let mut busy = HashSet::new();
                for [one, other] in meetings {
                    assert!(
                        busy.insert(one) && busy.insert(other),
                        "{players}, {number}"
                    );
                    assert!(met.insert([one.min(other), one.max(other)]));
                    named_first[one] += 1;
                    named_first[other] -= 1;
                }
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
            assert!(
                named_first.iter().all(|balance| balance.abs() <= 1),
                "{named_first:?}"
            );
        }
    }
}
