//! Days by their date.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_A_DAY: u64 = 24 * 60 * 60;
/// The calendar repeats itself after so many years.
const CYCLE_YEARS: u64 = 400;
const CYCLE_DAYS: u64 = 146_097;
const CENTURY_DAYS: u64 = 36_524;
/// With their leap year at the end.
const FOUR_YEARS_DAYS: u64 = 1461;
const YEAR_DAYS: u64 = 365;
/// The first of March of the year 0, with which a cycle begins, lies so many days before 1970.
const EPOCH_DAYS: u64 = 719_468;

/// The date of a time, in Greenwich: `2026-11-15`. Times before 1970 are not told apart.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
/// assert_eq!(report::date(UNIX_EPOCH), "1970-01-01");
/// assert_eq!(report::date(UNIX_EPOCH + Duration::from_secs(951_827_696)), "2000-02-29");
/// assert_eq!(report::date(UNIX_EPOCH + Duration::from_secs(1_794_700_800)), "2026-11-15");
/// ```
#[must_use]
pub fn date(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let days = since.as_secs() / SECONDS_A_DAY + EPOCH_DAYS;
    // Years are counted from March, so that a leap day is the last of its year, of its four years
    // and of its cycle; a century lacks it.
    let (cycle, day) = (days / CYCLE_DAYS, days % CYCLE_DAYS);
    let century = (day / CENTURY_DAYS).min(3);
    let day = day - century * CENTURY_DAYS;
    let (fours, day) = (day / FOUR_YEARS_DAYS, day % FOUR_YEARS_DAYS);
    let single = (day / YEAR_DAYS).min(3);
    let day = day - single * YEAR_DAYS;
    // From March on, five months have 153 days, twice over, and two are left.
    let month_from_march = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month_from_march + 2) / 5 + 1;
    let is_next_year = month_from_march >= 10;
    let month = (month_from_march + 2) % 12 + 1;
    let year = cycle * CYCLE_YEARS + century * 100 + fours * 4 + single + u64::from(is_next_year);
    format!("{year:04}-{month:02}-{day_of_month:02}")
}
