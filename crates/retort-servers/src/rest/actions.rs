//! The six tools of a resource: list, retrieve, create, update, partial update and destroy.

use std::sync::Arc;

use retort_server::{Answer, Context, Tool};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use super::access::Access;
use super::body::{Assigned, Body, Purpose, members, outrun};
use super::field::{Kind, REQUIRED};
use super::filter::{NO_SUCH_CHOICE, written};
use super::python::{self, Int};
use super::query::{Asked, LARGEST_LIST};
use super::refused::Refused;
use super::resource::{Resource, Shown};
use super::schema;
use crate::database::{Store, Transaction, Value};

/// What a tool does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    List,
    Retrieve,
    Create,
    Update,
    PartialUpdate,
    Destroy,
}

impl Action {
    /// In the order of the original.
    const ALL: [Self; 6] = [Self::List, Self::Create, Self::Retrieve, Self::Update, Self::PartialUpdate, Self::Destroy];

    fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Retrieve => "retrieve",
            Self::Create => "create",
            Self::Update => "update",
            Self::PartialUpdate => "partial_update",
            Self::Destroy => "destroy",
        }
    }

    fn is_reading(self) -> bool {
        matches!(self, Self::List | Self::Retrieve)
    }

    /// What people call it.
    fn title(self, resource: &Resource) -> String {
        let (verb, is_about_all) = match self {
            Self::List => ("List", true),
            Self::Retrieve => ("Get", false),
            Self::Create => ("Create", false),
            Self::Update => ("Update", false),
            Self::PartialUpdate => ("Partially Update", false),
            Self::Destroy => ("Delete", false),
        };
        format!("{verb} {}{}", resource.model(), if is_about_all { "s" } else { "" })
    }

    fn description(self, resource: &Resource) -> String {
        let (all, one) = (resource.name, resource.one);
        match self {
            Self::List => format!(
                "List {all}. Without kwargs all of them are returned; filter, search and order them, or ask for pages, with \
                 kwargs"
            ),
            Self::Retrieve => format!("Get one of the {all} by its id"),
            Self::Create => format!("Create a new {one} and return it with its id"),
            Self::Update => format!("Replace what one of the {all} has; every required field has to be in the body"),
            Self::PartialUpdate => format!("Change only those fields of one of the {all} that are in the body"),
            Self::Destroy => format!("Delete one of the {all} for good"),
        }
    }

    fn input_schema(self, resource: &Resource) -> Json {
        match self {
            Self::List => schema::arguments(Some(schema::list(resource)), None),
            Self::Retrieve | Self::Destroy => schema::arguments(Some(schema::one(resource)), None),
            Self::Create => schema::arguments(None, Some(schema::body(resource, false))),
            Self::Update => schema::arguments(Some(schema::one(resource)), Some(schema::body(resource, false))),
            Self::PartialUpdate => schema::arguments(Some(schema::one(resource)), Some(schema::body(resource, true))),
        }
    }
}

/// A resource that is served.
struct Endpoint {
    resource: Resource,
    store: Store,
    access: Arc<Access>,
    /// The fields of other resources that refer to it, as the original names them: `'Order.customer'`.
    referrers: Vec<String>,
}

/// The tools of all resources of a database.
pub(crate) fn tools(resources: &[Resource], store: &Store, access: Access) -> Vec<Tool> {
    let access = Arc::new(access);
    let endpoints = resources.iter().map(|resource| {
        let referrers = resources.iter().flat_map(|other| {
            let fields = other.fields.iter().filter(|field| field.related() == Some(resource.name));
            fields.map(|field| format!("'{}.{}'", other.model(), field.name))
        });
        Arc::new(Endpoint {
            resource: resource.clone(),
            store: store.clone(),
            access: Arc::clone(&access),
            referrers: referrers.collect(),
        })
    });
    endpoints.flat_map(|endpoint| Action::ALL.map(|action| tool(&endpoint, action))).collect()
}

fn tool(endpoint: &Arc<Endpoint>, action: Action) -> Tool {
    let resource = &endpoint.resource;
    let described = Tool::new(format!("{}_{}", resource.name, action.name()), action.description(resource))
        .title(action.title(resource))
        .open_world(false);
    let described = match action {
        Action::List | Action::Retrieve => described.reads_only(),
        Action::Create => described.adds(),
        Action::Update | Action::PartialUpdate => described.changes().idempotent(),
        Action::Destroy => described.changes(),
    };
    let endpoint = Arc::clone(endpoint);
    described.does_as_sent(action.input_schema(resource), move |arguments, caller| {
        let endpoint = Arc::clone(&endpoint);
        async move { endpoint.call(action, arguments, &caller).await }
    })
}

/// A page, as `LimitOffsetPagination` writes it. Where the original has links, which a caller of tools cannot follow, there are the
/// `kwargs` to call the same tool with.
#[derive(Serialize)]
struct Paged<'a> {
    count: i64,
    next: Option<Map<String, Json>>,
    previous: Option<Map<String, Json>>,
    results: Vec<Shown<'a>>,
}

impl Endpoint {
    async fn call(&self, action: Action, arguments: Json, caller: &Context) -> Result<Answer, Refused> {
        self.access.check(caller, self.resource.permission, action.is_reading())?;
        let mut arguments = members(Some(arguments))?;
        let kwargs = kwargs(arguments.remove("kwargs"))?;
        let body = arguments.remove("body");
        match action {
            Action::List => self.list(&kwargs).await,
            Action::Retrieve => self.retrieve(pk(&kwargs)?).await,
            Action::Create => self.create(body).await,
            Action::Update => self.update(pk(&kwargs)?, body, Purpose::Update).await,
            Action::PartialUpdate => self.update(pk(&kwargs)?, body, Purpose::PartialUpdate).await,
            Action::Destroy => self.destroy(pk(&kwargs)?).await,
        }
    }

    async fn list(&self, kwargs: &Map<String, Json>) -> Result<Answer, Refused> {
        let resource = &self.resource;
        let asked = Asked::read(resource, &self.store, kwargs)?;
        for (name, table, id) in &asked.refers {
            let sql = format!("SELECT 1 FROM {table} WHERE id = ?");
            if self.store.query(&sql, &[Value::Integer(*id)]).await?.is_empty() {
                return Err(Refused::field(name, NO_SUCH_CHOICE));
            }
        }
        let (sql, parameters) = asked.rows(resource);
        let rows = self.store.query(&sql, &parameters).await?;
        let Some(page) = asked.page else {
            if rows.len() > usize::try_from(LARGEST_LIST).unwrap_or(usize::MAX) {
                let words = format!("There are more than {LARGEST_LIST} {}. Ask for pages with limit.", resource.name);
                return Err(Refused::Detail(words));
            }
            return written_as_json(&rows.iter().map(|row| resource.shown(row)).collect::<Vec<_>>());
        };
        let (sql, parameters) = asked.count(resource);
        let count =
            self.store.query(&sql, parameters).await?.first().and_then(|row| row.integer(0)).unwrap_or_default();
        written_as_json(&Paged {
            count,
            next: page.next(kwargs, count),
            previous: page.previous(kwargs),
            results: rows.iter().map(|row| resource.shown(row)).collect(),
        })
    }

    async fn retrieve(&self, pk: i64) -> Result<Answer, Refused> {
        let sql = format!("SELECT {} FROM {} WHERE id = ?", self.resource.columns(), self.resource.name);
        let rows = self.store.query(&sql, &[Value::Integer(pk)]).await?;
        let row = rows.first().ok_or_else(Refused::not_found)?;
        written_as_json(&self.resource.shown(row))
    }

    async fn create(&self, body: Option<Json>) -> Result<Answer, Refused> {
        let sent = members(body)?;
        let body = Body::read(&self.resource, &sent, Purpose::Create);
        let mut change = self.store.begin().await?;
        let assigned = body.checked(&mut change, None).await?;
        let now = written(chrono::Utc::now());
        let value = |name: &str| assigned.iter().find(|assigned| assigned.field.name == name);
        let fields = self.resource.fields.iter().filter(|field| !matches!(field.kind, Kind::Id));
        let values: Vec<Value> = fields
            .map(|field| value(field.name).map_or_else(|| Value::from(now.as_str()), |assigned| assigned.value.clone()))
            .collect();
        self.write(change, &self.resource.insertion(), &values, &assigned).await
    }

    async fn update(&self, pk: i64, body: Option<Json>, purpose: Purpose) -> Result<Answer, Refused> {
        let (resource, store) = (&self.resource, &self.store);
        let (columns, table) = (resource.columns(), resource.name);
        let mut change = store.begin().await?;
        let sql = format!("SELECT {columns} FROM {table} WHERE id = ?{}", store.for_update());
        let found = change.query(&sql, &[Value::Integer(pk)]).await?;
        let row = found.first().ok_or_else(Refused::not_found)?;
        let sent = members(body)?;
        let assigned = Body::read(resource, &sent, purpose).checked(&mut change, Some(pk)).await?;
        if assigned.is_empty() {
            return written_as_json(&resource.shown(row));
        }
        // Nothing else is written, so that changes of other columns are not undone.
        let columns_set: Vec<String> = assigned.iter().map(|assigned| format!("{} = ?", assigned.field.name)).collect();
        let sql = format!("UPDATE {table} SET {} WHERE id = ? RETURNING {columns}", columns_set.join(", "));
        let values: Vec<Value> =
            assigned.iter().map(|assigned| assigned.value.clone()).chain([Value::Integer(pk)]).collect();
        self.write(change, &sql, &values, &assigned).await
    }

    /// Writes a row, and answers with it once it is kept.
    async fn write(
        &self,
        mut change: Transaction,
        sql: &str,
        values: &[Value],
        assigned: &[Assigned<'_>],
    ) -> Result<Answer, Refused> {
        let rows = change.query(sql, values).await.map_err(|error| outrun(error, &self.resource, assigned))?;
        let row = rows.first().ok_or_else(Refused::not_found)?;
        change.commit().await?;
        written_as_json(&self.resource.shown(row))
    }

    async fn destroy(&self, pk: i64) -> Result<Answer, Refused> {
        let mut change = self.store.begin().await?;
        let sql = format!("DELETE FROM {} WHERE id = ? RETURNING id", self.resource.name);
        let gone = change
            .query(&sql, &[Value::Integer(pk)])
            .await
            .map_err(|error| if error.is_reference() { self.protected() } else { error.into() })?;
        if gone.is_empty() {
            return Err(Refused::not_found());
        }
        change.commit().await?;
        written_as_json(&json!({ "message": "Operation completed successfully" }))
    }

    /// Other rows refer to it, and a caller who deletes one thing does not mean to lose those.
    fn protected(&self) -> Refused {
        Refused::Detail(format!(
            "Cannot delete some instances of model '{}' because they are referenced through protected foreign keys: {}.",
            self.resource.model(),
            self.referrers.join(", ")
        ))
    }
}

fn written_as_json<T: Serialize + ?Sized>(value: &T) -> Result<Answer, Refused> {
    match python::json(value) {
        Ok(json) => Ok(Answer::text(&json)),
        Err(error) => Err(Refused::Detail(format!("The answer cannot be written as JSON: {error}"))),
    }
}

/// The `kwargs` of a call; without any it has none.
fn kwargs(sent: Option<Json>) -> Result<Map<String, Json>, Refused> {
    match sent {
        None | Some(Json::Null) => Ok(Map::new()),
        Some(Json::Object(members)) => Ok(members),
        Some(other) => {
            let kind = python::type_name(&other);
            Err(Refused::field("kwargs", format!("Expected a dictionary of items but got type \"{kind}\".")))
        }
    }
}

/// The number of a row. What is no number, no row has.
fn pk(kwargs: &Map<String, Json>) -> Result<i64, Refused> {
    let read = match kwargs.get("pk") {
        None | Some(Json::Null) => return Err(Refused::field("pk", REQUIRED)),
        Some(Json::String(text)) => python::int(text),
        Some(Json::Number(number)) => number.as_i64().map(Int::Fits),
        Some(_) => None,
    };
    match read {
        Some(Int::Fits(pk)) => Ok(pk),
        _ => Err(Refused::not_found()),
    }
}
