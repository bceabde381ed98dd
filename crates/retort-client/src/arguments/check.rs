//! The arguments held against the schema before the call. Everything that does not fit becomes a problem in plain
//! words; a schema that cannot be used becomes a note, because the server may well know better.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{PatternOptions, ValidationError};
use retort_core::Pointer;
use serde_json::Value;

use super::allowed::allowed;
use super::problem::Problem;
use super::schema::{InputSchema, Step};
use super::{bounds, names};
use retort_wire::one_line;

/// So many problems are told; who has more has another problem.
const MOST_PROBLEMS: usize = 50;
/// Branches inside branches are looked into so deep.
const DEEPEST: usize = 4;
/// What a pattern may cost: matching is given up beyond that.
const BACKTRACKS: usize = 20_000;
const PATTERN_SIZE: usize = 1 << 20;

/// What came of a check.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub(super) problems: Vec<Problem>,
    pub(super) notes: Vec<String>,
}

/// Holds the arguments against the schema.
pub(super) fn check(schema: &InputSchema, json: &str) -> Checked {
    let mut checked = Checked::default();
    if let Err(note) = validate(schema, json, &mut checked) {
        let note = one_line(&note, 200);
        checked.notes.push(format!("the arguments are not checked against the tool's inputSchema: {note}"));
    }
    checked
}

fn validate(schema: &InputSchema, json: &str, checked: &mut Checked) -> Result<(), String> {
    let arguments: Value = serde_json::from_str(json).map_err(|error| format!("they cannot be read ({error})"))?;
    bounds::refuse(schema, &arguments)?;
    let patterns = PatternOptions::fancy_regex().backtrack_limit(BACKTRACKS).size_limit(PATTERN_SIZE);
    let validator =
        jsonschema::options().with_pattern_options(patterns).build(&schema.root).map_err(|error| error.to_string())?;
    let mut sorted: Vec<(bool, Problem)> = Vec::new();
    for error in validator.iter_errors(&arguments).take(MOST_PROBLEMS) {
        tell((schema, &arguments), &error, 0, &mut sorted, &mut checked.notes);
    }
    // What is given comes before what is missing, each in the order of the alphabet.
    sorted.sort_by(|(missing, one), (other_missing, other)| {
        (missing, &one.argument, &one.what).cmp(&(other_missing, &other.argument, &other.what))
    });
    sorted.dedup();
    checked.problems.extend(sorted.into_iter().map(|(_, problem)| problem).take(MOST_PROBLEMS));
    Ok(())
}

/// Tells what one error says, as problems that name their arguments and whether these are missing.
fn tell(
    (schema, arguments): (&InputSchema, &Value),
    error: &ValidationError<'_>,
    depth: usize,
    problems: &mut Vec<(bool, Problem)>,
    notes: &mut Vec<String>,
) {
    let pointer = error.instance_path().as_str().to_owned();
    let path = steps(&pointer, arguments);
    let node = schema.at(&path);
    let label = label(&path);
    if is_nullable(schema, node, error) {
        return;
    }
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            problems.push((true, missing(schema, node, &label, name)));
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            let known = node.map(|node| schema.properties(node)).unwrap_or_default();
            for name in unexpected {
                problems.push((false, Problem::of(&inside(&label, name), names::refused(name, &known))));
            }
        }
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            match branch(context, &pointer) {
                Some(branch) if depth < DEEPEST => {
                    for error in branch {
                        tell((schema, arguments), error, depth + 1, problems, notes);
                    }
                }
                _ => problems.push((false, unfit(schema, node, &label, error))),
            }
        }
        ValidationErrorKind::BacktrackLimitExceeded { .. } | ValidationErrorKind::RegexEngineFailure { .. } => {
            notes.push(format!(
                "argument {}: the pattern in the tool's inputSchema takes too long",
                one_line(&label, 100)
            ));
        }
        _ => problems.push((false, unfit(schema, node, &label, error))),
    }
}

/// The one branch that the value was meant for: it has the right type, and the fault is further inside.
fn branch<'e>(context: &'e [Vec<ValidationError<'static>>], pointer: &str) -> Option<&'e [ValidationError<'static>]> {
    let is_inside = |error: &ValidationError<'_>| {
        error.instance_path().as_str().len() > pointer.len()
            || matches!(
                error.kind(),
                ValidationErrorKind::Required { .. } | ValidationErrorKind::AdditionalProperties { .. }
            )
    };
    let mut meant = context.iter().filter(|errors| !errors.is_empty() && errors.iter().all(is_inside));
    let only = meant.next()?;
    meant.next().is_none().then_some(only)
}

/// `null` where the schema says so in the way of `OpenAPI`, which JSON Schema does not know.
fn is_nullable(schema: &InputSchema, node: Option<&Value>, error: &ValidationError<'_>) -> bool {
    let says = |part: &&Value| part.get("nullable") == Some(&Value::Bool(true));
    error.instance().is_null() && node.is_some_and(|node| schema.parts(node).iter().any(says))
}

fn missing(schema: &InputSchema, around: Option<&Value>, label: &str, name: &str) -> Problem {
    let node = around.and_then(|node| schema.property(node, name));
    let parts = node.map(|node| schema.parts(node)).unwrap_or_default();
    let described = parts.iter().find_map(|part| part.get("description")?.as_str());
    let mut what = "it is missing".to_owned();
    if let Some(described) = described.map(str::trim).filter(|described| !described.is_empty()) {
        what.push_str(": ");
        what.push_str(one_line(described, 200).trim_end_matches('.'));
    }
    if let Some(allowed) = node.and_then(|node| allowed(schema, node)) {
        what.push_str("; allowed: ");
        what.push_str(&allowed);
    }
    Problem::of(&inside(label, name), what)
}

fn unfit(schema: &InputSchema, node: Option<&Value>, label: &str, error: &ValidationError<'_>) -> Problem {
    let value = one_line(&error.instance().to_string(), 60);
    let mut what = match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } if label.is_empty() => {
            let told: Vec<String> = context.iter().filter_map(|errors| errors.first()).take(5).map(short).collect();
            return Problem::of_all(format!(
                "the arguments fit none of the forms that the tool takes: {}",
                told.join(", or ")
            ));
        }
        kind => fault(kind, &value).unwrap_or_else(|| one_line(&error.to_string(), 200)),
    };
    if let Some(allowed) = node.filter(|_| !label.is_empty()).and_then(|node| allowed(schema, node)) {
        what.push_str("; allowed: ");
        what.push_str(&allowed);
    }
    if label.is_empty() { Problem::of_all(format!("the arguments: {what}")) } else { Problem::of(label, what) }
}

fn short(error: &ValidationError<'_>) -> String {
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            format!("{} is missing", one_line(property.as_str().unwrap_or_default(), 60))
        }
        _ => one_line(&error.to_string(), 100),
    }
}

/// What is wrong with a value, in words.
fn fault(kind: &ValidationErrorKind, value: &str) -> Option<String> {
    use ValidationErrorKind as K;
    Some(match kind {
        K::Type { kind: TypeKind::Single(only) } => {
            let article = if matches!(only.as_str(), "integer" | "array" | "object") { "an " } else { "a " };
            let article = if only.as_str() == "null" { "" } else { article };
            format!("{value} is not {article}{}", only.as_str())
        }
        K::Type { .. } | K::AnyOf { .. } | K::OneOfNotValid { .. } | K::FalseSchema | K::Not { .. } => {
            format!("{value} is not allowed")
        }
        K::Enum { .. } | K::Constant { .. } => format!("{value} is none of the allowed values"),
        K::Minimum { limit } => format!("{value} is less than {limit}"),
        K::Maximum { limit } => format!("{value} is more than {limit}"),
        K::ExclusiveMinimum { limit } => format!("{value} is not more than {limit}"),
        K::ExclusiveMaximum { limit } => format!("{value} is not less than {limit}"),
        K::MultipleOf { multiple_of } => format!("{value} is no multiple of {multiple_of}"),
        K::MinLength { limit } => format!("{value} is shorter than {limit} characters"),
        K::MaxLength { limit } => format!("{value} is longer than {limit} characters"),
        K::MinItems { limit } => format!("it has fewer than {limit} items"),
        K::MaxItems { limit } => format!("it has more than {limit} items"),
        K::AdditionalItems { limit } => format!("it has more than {limit} items"),
        K::MinProperties { limit } => format!("it has fewer than {limit} members"),
        K::MaxProperties { limit } => format!("it has more than {limit} members"),
        K::UniqueItems => "it has the same item twice".to_owned(),
        K::Pattern { pattern } => format!("{value} does not match {}", one_line(pattern, 80)),
        K::Format { format } => format!("{value} is not of the format {}", one_line(format, 40)),
        K::OneOfMultipleValid { .. } => format!("{value} fits more than one of the allowed forms"),
        _ => return None,
    })
}

/// The steps of a JSON pointer into the arguments.
fn steps<'p>(pointer: &'p str, arguments: &Value) -> Vec<Step<'p>> {
    let mut steps = Vec::new();
    let mut value = Some(arguments);
    for key in Pointer::steps_of(pointer) {
        // What looks like a number is a key in an object.
        let index = value.filter(|value| value.is_array()).and_then(|_| key.parse::<usize>().ok());
        value = value.and_then(|value| index.map_or_else(|| value.get(&*key), |index| value.get(index)));
        steps.push(index.map_or(Step::Key(key), Step::Index));
    }
    steps
}

/// A path as a person would write it: `address.city`, `tags[1]`.
fn label(path: &[Step<'_>]) -> String {
    let mut label = String::new();
    for step in path {
        match step {
            Step::Key(key) => label = inside(&label, key),
            Step::Index(index) => {
                label.push('[');
                label.push_str(&index.to_string());
                label.push(']');
            }
        }
    }
    label
}

fn inside(label: &str, name: &str) -> String {
    if label.is_empty() { name.to_owned() } else { format!("{label}.{name}") }
}
