//! They run: every project is written to disk, installed, checked and put through its own tests, with real databases.
//!
//! `./test` says with `RETORT_PROJECTS` where downloads are kept. Without it these tests are passed over.

use std::collections::VecDeque;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Instant;

use retort_knowledge::{
    Database, Field, FieldType, FileKind, Fragments, Project, Service, ServiceRequest, TemplateRequest, Version,
};

use crate::databases::{Mongodb, Postgresql};
use crate::run::{Folder, free_port, run};
use crate::{extension, fragments, requests};

/// What all projects share.
struct Bench {
    cache: PathBuf,
    folder: Folder,
    fragments: &'static Fragments,
    postgresql: Postgresql,
    mongodb: Option<Mongodb>,
    /// Built once, since building takes a minute.
    sqlite: Mutex<()>,
}

#[test]
fn every_project_installs_checks_and_passes_its_tests() {
    let Some(cache) = std::env::var_os("RETORT_PROJECTS").map(PathBuf::from) else {
        // Printed past the test runner, which keeps what a passing test prints to itself.
        let _ = writeln!(std::io::stderr(), "skipped: the projects are not run; run ./test to have them run");
        return;
    };
    let mongod = cache.join("mongodb/fiftyone/db/bin/mongod");
    if !mongod.exists() {
        let _ = writeln!(std::io::stderr(), "skipped: there is no MongoDB here; its projects are checked, not run");
    }
    let bench = Bench {
        folder: Folder::new("projects"),
        fragments: fragments(),
        postgresql: Postgresql::start(),
        mongodb: mongod.exists().then(|| Mongodb::start(&mongod)),
        sqlite: Mutex::new(()),
        cache,
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

        let lock = locks().join(request.version.name()).join("package-lock.json");
        fs::copy(lock, root.join("package-lock.json")).unwrap();
        let npm = |arguments: &[&str]| {
            let mut command = Command::new("npm");
            command.current_dir(&root).args(arguments).arg("--cache").arg(self.cache.join("npm"));
            command
        };
        let quiet = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
        run(npm(&["install"]).args(quiet))?;
        if request.database == Database::Sqlite {
            self.add_sqlite(&root, npm(&["rebuild", "better-sqlite3"]))?;
        }

        if request.typescript {
            run(&mut npm(&["run", "build"]))?;
        } else {
            for file in project.files.iter().filter(|file| extension(&file.path) == "js") {
                run(Command::new("node").arg("--check").arg(root.join(&file.path)))?;
            }
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

    /// The driver is built the first time; `npm rebuild` does what `npm install` would have done.
    fn add_sqlite(&self, root: &Path, mut rebuild: Command) -> Result<(), String> {
        let built = root.join("node_modules/better-sqlite3/build/Release/better_sqlite3.node");
        let version = fs::read_to_string(root.join("node_modules/better-sqlite3/package.json")).unwrap();
        let version: serde_json::Value = serde_json::from_str(&version).unwrap();
        let node = Command::new("node").args(["-p", "process.versions.modules"]).output().unwrap();
        let node = String::from_utf8(node.stdout).unwrap();
        let kept =
            self.cache.join(format!("better-sqlite3-{}-{}.node", version["version"].as_str().unwrap(), node.trim()));
        let _guard = self.sqlite.lock().unwrap();
        if kept.exists() {
            fs::create_dir_all(built.parent().unwrap()).unwrap();
            fs::copy(kept, built).unwrap();
            return Ok(());
        }
        // Where the headers of Node.js came with it they need not be downloaded.
        if Path::new("/usr/include/node/node.h").exists() {
            rebuild.env("npm_config_nodedir", "/usr");
        }
        run(&mut rebuild)?;
        fs::copy(built, kept).unwrap();
        Ok(())
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
            .arg(locks().join("call.mjs"))
            .envs([(variable, address.as_str()), ("FEATHERS_SECRET", "a secret"), ("NODE_ENV", "production")])
            .env("PORT", free_port().to_string()))
    }
}

fn locks() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/knowledge/projects")
}

fn write(root: &Path, path: &str, content: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}
