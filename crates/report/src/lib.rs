//! What people look at: after a search its tree as a drawing and its levels as a table, after a tournament its
//! plots and a page about it, after tuning its curves and maps.
//!
//! A [`TreeView`] is made from a recorded tree ([`search::Tree`]): every node with its move, value
//! and window as text, in the eyes of the side that searched. It knows no game any more, and is
//! written as Graphviz DOT ([`TreeView::to_dot`]), as an SVG that needs no other program
//! ([`TreeView::to_svg`]) or, since it implements `Serialize`, as JSON. Real trees are huge: a view
//! shows as much as [`ViewLimits`] allow, counts the rest, and always shows the chosen line.
//!
//! [`FamilyView`] and [`ParameterView`] say what can be played and chosen, from the declarations themselves.
//! [`StatisticsTable`] has the figures of a tree level by level, as text or JSON; [`date`] says
//! when they were made.
//!
//! Of a tournament, [`bar_plot`], [`rating_plot`] and [`line_plot`] draw what they are given, each as an
//! SVG that stands by itself. So do [`curve_plot`], for what changes with a number such as that of the
//! games played, and a [`HeatMap`], for what depends on two numbers. A [`Page`] puts them together with
//! tables and facts as one HTML file.
//!
//! Nothing here does I/O.
//!
//! ```
//! use game::{ByOutcome, Game, random::Seed};
//! use games::connect::Connect;
//! use report::{StatisticsTable, TreeView, ViewLimits};
//! use search::{Limits, Options, Recorder, Searcher, Statistics};
//!
//! let game = Connect::<u64>::new(4, 4, 3, None);
//! let mut watchers = (Recorder::new(100_000, None), Statistics::default());
//! let report = Searcher::new(Options::default(), Seed(1)).search(
//!     &game,
//!     &ByOutcome,
//!     &game.start(),
//!     &Limits::depth(9),
//!     &mut watchers,
//!     &mut |_| {},
//! );
//! let (recorder, statistics) = watchers;
//! let (tree, line) = (recorder.into_tree(), &report.lines[0].moves);
//! let limits = ViewLimits { max_nodes: 20, max_depth: None };
//! let view = TreeView::new(&game, &game.start(), &tree, line, 1, &limits);
//!
//! assert_eq!((view.shown, view.visited), (20, tree.visited()));
//! assert_eq!(view.nodes[0].value, "win in 9");
//! assert!(view.to_dot().starts_with("// "));
//! assert!(view.to_svg().starts_with("<svg "));
//! assert_eq!(StatisticsTable::new(&statistics).total.nodes, tree.visited());
//! ```

mod catalogue;
mod date;
mod dot;
mod drawing;
mod layout;
mod page;
mod plots;
mod statistics;
mod svg;
mod value;
mod view;
mod xml;

pub use catalogue::{FamilyView, ParameterView, VariantView};
pub use date::date;
pub use page::{Page, Section};
pub use plots::{Bar, Curve, HeatMap, Line, Rated, bar_plot, curve_plot, line_plot, rating_plot};
pub use statistics::{StatisticsRow, StatisticsTable, six_digits};
pub use view::{Bound, Kind, Source, TreeView, ViewLimits, ViewNode};
