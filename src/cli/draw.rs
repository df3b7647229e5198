//! `posterior draw`: rows from the fitted model.

use clap::Args;

use super::flags::DataFlags;
use super::output::{self, Format, Outcome, OutputFlags};
use crate::math::Name;
use crate::model::{Fitted, Sampler, Uniforms};
use crate::problem::Problem;
use crate::recipe::ExactNumber;
use crate::report::{self, json};

const DRAWN: &str = "What is drawn";

#[derive(Args)]
pub(super) struct DrawCommand {
    #[command(flatten)]
    data: DataFlags,
    /// How many rows [default: 10]
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000), help_heading = DRAWN)]
    rows: Option<u64>,
    /// Uniform numbers from 0 to below 1, separated by commas, instead of those of a seed: one for the class, then one for each
    /// feature or word
    #[arg(long, value_name = "U,U,…", value_delimiter = ',', help_heading = DRAWN)]
    uniforms: Vec<String>,
    /// The class of all rows
    #[arg(long, value_name = "CLASS", help_heading = DRAWN, hide_short_help = true)]
    class: Option<String>,
    /// Words of each document [default: as many as those of the class have on average]
    #[arg(long, value_name = "N", help_heading = DRAWN, hide_short_help = true, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    words: Option<u64>,
    /// Show what each uniform number decides: its range of cumulative probabilities, or z = Φ⁻¹(u)
    #[arg(long, help_heading = DRAWN)]
    working: bool,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

const ROWS: u64 = 10;

const PIECE: usize = 1 << 12;

/// Rows that are drawn in other formats than CSV.
const MOST: u64 = 10_000;

pub(super) fn run(command: &DrawCommand) -> Outcome {
    let study = command.data.study(&command.output)?;
    let fitted = study.model()?;
    let class = |name: &String| {
        fitted.class(name).ok_or_else(|| {
            let names: Vec<&str> = fitted.classes.iter().map(Name::as_str).collect();
            let fix = format!("the classes are {}", names.join(", "));
            Problem::usage(format!("there is no class “{name}”"), fix)
        })
    };
    let class = command.class.as_ref().map(class).transpose()?;
    let sampler = fitted.sampler(class, command.words.map(|words| words as usize))?;
    let given = command.uniforms.iter().map(|text| ExactNumber::any(text)).collect::<Result<Vec<_>, _>>()?;
    let mut uniforms = match given.as_slice() {
        [] => Uniforms::seeded(fitted.data.resolved.recipe.seed_or_default()),
        given => Uniforms::given(given)?,
    };
    let asked = command.rows.unwrap_or(ROWS);
    let format = command.output.format().unwrap_or(if command.working { Format::Text } else { Format::Csv });
    if format != Format::Csv && asked > MOST {
        let what = format!("more than {MOST} rows are drawn as CSV only");
        return Err(Problem::usage(what, "pass --format csv, or draw fewer rows"));
    }
    if format == Format::Csv {
        return csv(command, asked, fitted, &sampler, uniforms);
    }
    let rows = sampler.rows(asked as usize, &mut uniforms)?;
    if format == Format::Json {
        let answer = json::draws(fitted, &sampler, &rows);
        return output::answer(&study, Some(fitted), answer, &command.output);
    }
    output::document(&report::drawn(fitted, &sampler, &rows, command.working), &command.output)
}

fn csv(
    command: &DrawCommand,
    asked: u64,
    fitted: &Fitted,
    sampler: &Sampler<'_>,
    mut uniforms: Uniforms,
) -> Outcome {
    let column = fitted.data.table.columns().get(fitted.data.resolved.target);
    let target = column.map_or("class", |column| column.name.as_str());
    output::deliver_pieces(&command.output, |write| {
        for begin in (0..asked).step_by(PIECE) {
            let rows = sampler.rows(PIECE.min((asked - begin) as usize), &mut uniforms)?;
            let mut out = csv::Writer::from_writer(Vec::new());
            for (at, row) in (begin..).zip(&rows) {
                let cells = sampler.cells(row);
                if at == 0 {
                    let names = cells.iter().map(|(name, _)| name.as_str()).chain([target]);
                    out.write_record(names)?;
                }
                let class = fitted.classes.get(row.class).map_or("", |class| class.as_str());
                out.write_record(cells.iter().map(|(_, text)| text.as_str()).chain([class]))?;
            }
            let text = out.into_inner().map_err(|error| std::io::Error::other(error.to_string()))?;
            write(&String::from_utf8_lossy(&text))?;
        }
        Ok(())
    })
}
