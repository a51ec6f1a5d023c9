//! Where the nodes of a tree stand: parents over the middle of their children, nothing overlapping,
//! and as narrow as that allows.

/// How far a subtree reaches to both sides of its top, level by level.
type Contour = Vec<(i64, i64)>;

/// The horizontal centre of each node of a tree, given the place of its parent (before its own)
/// and its width (even). The leftmost edge is at 0 and `gap` is kept between neighbours.
pub(crate) fn centres(parents: &[Option<usize>], widths: &[i64], gap: i64) -> Vec<i64> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); parents.len()];
    for (place, parent) in parents.iter().enumerate() {
        if let Some(parent) = parent {
            children[*parent].push(place);
        }
    }
    // From the leaves up, every subtree is laid out by itself: where its top's children stand
    // beside the top, and what room it takes.
    let mut contours: Vec<Contour> = vec![Vec::new(); parents.len()];
    let mut centres = vec![0; parents.len()];
    for place in (0..parents.len()).rev() {
        let mut below = Contour::new();
        for &child in &children[place] {
            let contour = std::mem::take(&mut contours[child]);
            let levels = below.iter().zip(&contour);
            let shift = levels
                .map(|(&(_, right), &(left, _))| right + gap - left)
                .max()
                .unwrap_or(0);
            centres[child] = shift;
            for (level, &(left, right)) in contour.iter().enumerate() {
                match below.get_mut(level) {
                    Some(reach) => reach.1 = right + shift,
                    None => below.push((left + shift, right + shift)),
                }
            }
        }
        let middle = match (children[place].first(), children[place].last()) {
            (Some(&first), Some(&last)) => (centres[first] + centres[last]) / 2,
            _ => 0,
        };
        for &child in &children[place] {
            centres[child] -= middle;
        }
        let half = widths[place] / 2;
        let own = std::iter::once((-half, half));
        let moved = below
            .iter()
            .map(|(left, right)| (left - middle, right - middle));
        contours[place] = own.chain(moved).collect();
    }
    // From the root down, the places beside the parents become places on the sheet.
    let leftmost = contours
        .first()
        .and_then(|contour| contour.iter().map(|&(left, _)| left).min());
    for (place, parent) in parents.iter().enumerate() {
        centres[place] += match parent {
            Some(parent) => centres[*parent],
            None => -leftmost.unwrap_or(0),
        };
    }
    centres
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_are_centred_and_subtrees_nest() {
        // A root with three children; the outer ones have two children each.
        let parents = [
            None,
            Some(0),
            Some(0),
            Some(0),
            Some(1),
            Some(1),
            Some(3),
            Some(3),
        ];
        let places = centres(&parents, &[10; 8], 2);
        assert_eq!(places[4], 5);
        assert_eq!(places[5] - places[4], 12);
        assert_eq!(places[1] * 2, places[4] + places[5]);
        assert_eq!(places[0] * 2, places[1] + places[3]);
        assert_eq!(places[6] - places[5], 12);
        assert!(places[2] - places[1] >= 12 && places[3] - places[2] >= 12);
    }

    #[test]
    fn a_wide_node_keeps_its_room() {
        let parents = [None, Some(0), Some(0), Some(1), Some(1)];
        let places = centres(&parents, &[100, 10, 30, 10, 10], 2);
        assert_eq!(places[0], 50);
        assert_eq!(places[2] - places[1], 22);
        assert!(centres(&[], &[], 2).is_empty());
    }
}
