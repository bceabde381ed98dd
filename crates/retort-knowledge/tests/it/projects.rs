//! They run: every project is written to disk, installed, checked and put through its own tests, with real databases.
//!
//! `./test` says with `RETORT_PROJECTS` where downloads are kept, and with `RETORT_STRICT` that nothing may be missing.

use std::collections::VecDeque;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

use retort_knowledge::{
    Database, Field, FieldType, FileKind, Fragments, Project, Service, ServiceRequest, TemplateRequest, Version,
};

use crate::databases::{Mongodb, Postgresql};
use crate::packages::{Packages, tools};
use crate::run::{Folder, free_port, run};
use crate::{extension, fragments, requests};

/// What all projects share.
struct Bench {
    folder: Folder,
    fragments: &'static Fragments,
    v5: Packages,
    v4: Packages,
    postgresql: Postgresql,
    mongodb: Option<Mongodb>,
}

/// Whether there is a MongoDB to be had for this machine.
const HAS_MONGODB: bool = cfg!(all(target_os = "linux", target_arch = "x86_64"));

#[test]
fn every_project_installs_checks_and_passes_its_tests() {
    let Some(cache) = trials::folder("RETORT_PROJECTS", "what projects are run with, the folder in RETORT_PROJECTS,")
    else {
        return;
    };
    for program in ["node", "npm"] {
        if Command::new(program).arg("--version").stdout(Stdio::null()).status().is_err() {
            return trials::pass_over(&format!("{program}, of Node.js 20 or later,"));
        }
    }
    let Some(postgresql) = Postgresql::start() else {
        return trials::pass_over("PostgreSQL, of the package postgresql,");
    };
    let mongod = cache.join("mongodb/fiftyone/db/bin/mongod");
    if !mongod.exists() && HAS_MONGODB {
        trials::pass_over("MongoDB, of tests/knowledge/projects/requirements.txt,");
    }
    let bench = Bench {
        // Beside the packages, which can be linked to from there.
        folder: Folder::inside(&cache, "projects"),
        fragments: fragments(),
        v5: Packages::of(Version::V5, &cache).unwrap(),
        v4: Packages::of(Version::V4, &cache).unwrap(),
        postgresql,
        mongodb: mongod.exists().then(|| Mongodb::start(&mongod)),
    };

    let queue = Mutex::new(VecDeque::from(requests()));
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from).min(4) {
            scope.spawn(|| {
                while let Some(request) = { queue.lock().unwrap().pop_front() } {
                    let begun = Instant::now();
                    let name = name(request);
                    if let Err(failure) = bench.try_project(request, &name) {
                        failures.lock().unwrap().push(format!("{name}: {failure}"));
                    }
                    let _ = writeln!(std::io::stderr(), "    {name}: {:.1} s", begun.elapsed().as_secs_f32());
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn name(request: TemplateRequest) -> String {
    let language = if request.typescript { "ts" } else { "js" };
    let auth = if request.auth { "_auth" } else { "" };
    format!("{}_{}_{language}{auth}", request.version.name(), request.database)
}

impl Bench {
    fn try_project(&self, request: TemplateRequest, name: &str) -> Result<(), String> {
        let root = self.folder.path().join(name);
        let project = Project::compose(self.fragments, request).unwrap().unwrap();
        for file in &project.files {
            write(&root, &file.path, &file.content);
        }
        // Services are made for Feathers 5 in TypeScript; they are tried where most is around them.
        let with_services = request.version == Version::V5 && request.typescript && request.auth;
        if with_services {
            self.add_services(&root, request.database);
        }

        let packages = if request.version == Version::V4 { &self.v4 } else { &self.v5 };
        let npm = |arguments: &[&str]| packages.npm(&root, arguments);
        packages.install(&root)?;

        if request.typescript {
            run(&mut npm(&["run", "build"]))?;
        } else {
            let files = project.files.iter().filter(|file| extension(&file.path) == "js");
            let kind = if request.version == Version::V4 { "commonjs" } else { "module" };
            let mut syntax = Command::new("node");
            syntax.current_dir(&root).arg("--experimental-vm-modules").arg(tools().join("syntax.mjs")).arg(kind);
            run(syntax.args(files.map(|file| &file.path)))?;
        }
        if let Some((variable, address)) = self.address(request.database, name) {
            run(npm(&["test"]).env(variable, address))?;
        } else if request.database == Database::Mongodb {
            return Ok(());
        } else {
            run(&mut npm(&["test"]))?;
        }
        if with_services {
            self.call_service(&root, request.database, name, npm(&["run", "migrate"]))?;
        }
        fs::remove_dir_all(root).unwrap();
        Ok(())
    }

    /// Where a project's database is; `None` where it has one in itself, or where there is none.
    fn address(&self, database: Database, name: &str) -> Option<(&'static str, String)> {
        match database {
            Database::Postgresql => Some(("DATABASE_URL", self.postgresql.make(name))),
            Database::Mongodb => Some(("MONGODB_URL", self.mongodb.as_ref()?.address(name))),
            Database::Sqlite => None,
        }
    }

    /// Generated services, registered just as the head of their service file says.
    fn add_services(&self, root: &Path, database: Database) {
        let all = FieldType::ALL.iter().flat_map(|kind| {
            let name = format!("{kind:?}");
            [Field::new(format!("must{name}"), *kind).required().unique(), Field::new(format!("may{name}"), *kind)]
        });
        // Names that mean something to JavaScript, to Feathers or to the database, for services and for fields.
        let words = ["class", "delete", "order", "properties", "type", "then", "length", "key"];
        let words = words.map(|word| Field::new(word, FieldType::Date));
        let mut services = vec![("every thing", all.chain(words).collect::<Vec<_>>())];
        for name in ["knex", "schema", "query", "data", "promise", "class", "3D"] {
            services.push((name, vec![Field::new("text", FieldType::String).unique()]));
        }
        let index = root.join("src/services/index.ts");
        let mut registered = fs::read_to_string(&index).unwrap();
        for (name, fields) in services {
            let request = ServiceRequest::new(name, database, fields);
            let service = Service::generate(self.fragments, &request).unwrap();
            // One test is enough for all; the other services are there for the compiler.
            let tested = name == "every thing";
            for file in service.files.iter().filter(|file| tested || file.kind != FileKind::Test) {
                write(root, &file.path, &file.content);
            }
            let main = service.files.iter().find(|file| file.path.ends_with(".service.ts")).unwrap();
            let mut lines = main.content.lines().filter_map(|line| line.strip_prefix("//   "));
            let (import, configure) = (lines.next().unwrap(), lines.next().unwrap());
            registered = format!("{import}\n{registered}").replacen("=> {\n", &format!("=> {{\n  {configure}\n"), 1);
        }
        fs::write(index, registered).unwrap();
    }

    /// The compiled application is started and called from outside.
    fn call_service(&self, root: &Path, database: Database, name: &str, mut migrate: Command) -> Result<(), String> {
        let (variable, address) = match database {
            Database::Sqlite => ("SQLITE_FILE", root.join("real.sqlite").to_string_lossy().into_owned()),
            _ => self.address(database, &format!("{name}_real")).unwrap(),
        };
        if database != Database::Mongodb {
            run(migrate.env(variable, &address))?;
        }
        run(Command::new("node")
            .current_dir(root)
            .arg(tools().join("call.mjs"))
            .envs([(variable, address.as_str()), ("FEATHERS_SECRET", "a secret"), ("NODE_ENV", "production")])
            .env("PORT", free_port().to_string()))
    }
}

fn write(root: &Path, path: &str, content: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}
