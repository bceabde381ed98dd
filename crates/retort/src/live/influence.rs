//! What a variable does to programs beside what its name promises: some make common programs load or run other code, some
//! decide where they send what they send and whom they believe. Whoever is asked for trust sees names and no values, so
//! that these names are marked.

/// What a variable can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Influence {
    /// It has programs load or start something.
    Code,
    /// It has programs send to another place, or believe another one.
    Route,
}

impl Influence {
    /// Of a variable, whatever its case.
    pub(super) fn of(name: &str) -> Option<Self> {
        let name = name.to_ascii_uppercase();
        let is_like = |names: &[&str], beginnings: &[&str], ends: &[&str]| {
            names.contains(&name.as_str())
                || beginnings.iter().any(|beginning| name.starts_with(beginning))
                || ends.iter().any(|end| name.ends_with(end))
        };
        // What decides where something goes may have a name that begins like those of code.
        if is_like(ROUTE_NAMES, ROUTE_BEGINNINGS, ROUTE_ENDS) {
            return Some(Self::Route);
        }
        is_like(CODE_NAMES, CODE_BEGINNINGS, CODE_ENDS).then_some(Self::Code)
    }

    /// As a remark behind a name.
    pub(super) fn remark(self) -> &'static str {
        match self {
            Self::Code => " (can make programs run other code)",
            Self::Route => " (can make programs send elsewhere, or trust others)",
        }
    }
}

/// The loader and the C library, shells, interpreters and what they load at their start, and what programs start for their user.
#[rustfmt::skip]
const CODE_NAMES: &[&str] = &[
    "PATH", "PATHEXT", "COMSPEC", "PSMODULEPATH", "HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
    "GCONV_PATH", "LOCPATH", "NLSPATH", "GLIBC_TUNABLES", "GETCONF_DIR", "TERMINFO", "TERMINFO_DIRS", "TERMCAP",
    "OPENSSL_CONF", "OPENSSL_ENGINES", "OPENSSL_MODULES", "GTK_MODULES", "GTK_PATH", "GIO_EXTRA_MODULES", "QT_PLUGIN_PATH",
    "QML2_IMPORT_PATH", "MAGICK_CODER_MODULE_PATH", "MAGICK_CONFIGURE_PATH", "VK_ICD_FILENAMES", "ODBCSYSINI", "ODBCINI",
    "ENV", "BASH_ENV", "SHELL", "SHELLOPTS", "BASHOPTS", "IFS", "PS4", "PROMPT_COMMAND", "ZDOTDIR", "FPATH", "CDPATH",
    "EDITOR", "VISUAL", "PAGER", "BROWSER", "LESSOPEN", "LESSCLOSE", "LESS", "MAKEFLAGS", "MAKEFILES", "INPUTRC",
    "CLASSPATH", "JAVA_HOME", "JDK_HOME", "GROOVY_HOME", "PERLLIB", "PERL5LIB", "PERL5DB", "PHPRC", "PHP_INI_SCAN_DIR",
    "LUA_INIT", "LUA_PATH", "LUA_CPATH", "VIRTUAL_ENV", "ERL_LIBS", "ERL_FLAGS", "ERL_AFLAGS", "ERL_ZFLAGS", "JULIA_LOAD_PATH",
    "JULIA_DEPOT_PATH", "MIX_HOME", "MIX_EXS", "RUSTC", "RUSTFLAGS", "RUSTDOC", "RUSTUP_TOOLCHAIN", "CC", "CXX", "AR",
    "GOFLAGS", "GOROOT", "GOPATH", "GOTOOLCHAIN", "GOENV", "VSCODE_NLS_CONFIG", "KUBECONFIG", "DENO_DIR",
    "NODE_PATH", "NODE_REPL_EXTERNAL_MODULE", "ELECTRON_RUN_AS_NODE", "DOTNET_STARTUP_HOOKS", "DOTNET_ADDITIONAL_DEPS",
    "DOTNET_ROOT", "PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONINSPECT", "PYTHONBREAKPOINT", "PYTHONUSERBASE",
    "PYTHONWARNINGS", "PYTHONPLATLIBDIR", "PYTHONEXECUTABLE", "PYTHONPYCACHEPREFIX",
];
#[rustfmt::skip]
const CODE_BEGINNINGS: &[&str] = &[
    "LD_", "DYLD_", "MALLOC_", "_RLD", "GIT_", "BASH_FUNC_", "NPM_CONFIG_", "YARN_", "PNPM_", "COREPACK_", "BUN_",
    "PIP_", "PIPX_", "UV_", "POETRY_", "CONDA_", "RUBY", "GEM_", "BUNDLE_", "CARGO_", "R_PROFILE",
    "R_ENVIRON", "R_LIBS", "R_HOME", "COMPLUS_", "CORECLR_", "COR_", "MSBUILD", "NUGET_", "XDG_CONFIG", "XDG_DATA",
    "PUPPETEER_", "PLAYWRIGHT_", "GRADLE_", "MAVEN_", "GST_PLUGIN", "LIBGL_DRIVERS",
];
#[rustfmt::skip]
const CODE_ENDS: &[&str] = &[
    "_OPTIONS", "_OPTS", "OPT", "_ARGS", "_FLAGS", "_PRELOAD", "_ASKPASS", "_PAGER", "_EDITOR", "_COMMAND", "_PLUGINS",
    "_PLUGIN_PATH", "_MODULE_PATH", "_EXECUTABLE_PATH", "_BINARY",
];

/// Proxies, where packages and answers come from, whose certificates count, where keys are written, and how names are found.
#[rustfmt::skip]
const ROUTE_NAMES: &[&str] = &[
    "PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "NODE_TLS_REJECT_UNAUTHORIZED", "PYTHONHTTPSVERIFY",
    "GIT_SSL_NO_VERIFY", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "SSLKEYLOGFILE", "HOSTALIASES", "RES_OPTIONS", "LOCALDOMAIN",
    "SSH_AUTH_SOCK", "DOCKER_HOST", "DOCKER_CONTEXT", "CONTAINER_HOST", "GOPROXY", "GONOSUMDB", "GONOSUMCHECK", "GOSUMDB",
    "GOINSECURE", "GOPRIVATE", "GONOPROXY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "UV_INDEX", "UV_DEFAULT_INDEX", "UV_EXTRA_INDEX", "UV_INSECURE_HOST", "PGHOST", "PGSSLROOTCERT",
];
const ROUTE_BEGINNINGS: &[&str] = &["AWS_ENDPOINT_URL"];
#[rustfmt::skip]
const ROUTE_ENDS: &[&str] = &[
    "_PROXY", "_CA_BUNDLE", "_CA_CERTS", "_CA_CERT", "_CA_FILE", "_CAFILE", "_CERT_FILE", "_BASE_URL", "_API_BASE", "_ENDPOINT",
    "_ENDPOINT_URL", "_REGISTRY", "_INDEX_URL", "_MIRROR", "_INSECURE", "_SKIP_VERIFY", "_VERIFY_SSL", "_STRICT_SSL",
    "_TRUSTED_HOST",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_that_take_over_a_program_are_marked() {
        for name in [
            "NODE_OPTIONS",
            "LD_PRELOAD",
            "npm_config_script_shell",
            "PERL5OPT",
            "RUBYOPT",
            "PATH",
            "JAVA_TOOL_OPTIONS",
            "GCONV_PATH",
            "PYTHONPATH",
            "PYTHONINSPECT",
            "BASH_FUNC_ls%%",
            "SSH_ASKPASS",
            "LESSOPEN",
            "OPENSSL_CONF",
            "MAVEN_OPTS",
            "XDG_CONFIG_HOME",
            "CORECLR_PROFILER_PATH",
        ] {
            assert_eq!(Influence::of(name), Some(Influence::Code), "{name}");
        }
    }

    #[test]
    fn variables_that_lead_elsewhere_are_marked() {
        for name in [
            "HTTPS_PROXY",
            "https_proxy",
            "ALL_PROXY",
            "npm_config_registry",
            "NODE_EXTRA_CA_CERTS",
            "NODE_TLS_REJECT_UNAUTHORIZED",
            "REQUESTS_CA_BUNDLE",
            "SSL_CERT_FILE",
            "UV_DEFAULT_INDEX",
            "PIP_INDEX_URL",
            "OPENAI_BASE_URL",
            "AWS_ENDPOINT_URL_S3",
            "SSLKEYLOGFILE",
            "DOCKER_HOST",
        ] {
            assert_eq!(Influence::of(name), Some(Influence::Route), "{name}");
        }
    }

    #[test]
    fn others_are_not() {
        for name in [
            "TOKEN",
            "DATABASE_URL",
            "MY_PATH",
            "API_KEY",
            "DEBUG",
            "PORT",
            "LOG_LEVEL",
            "NODE_ENV",
            "PYTHONUNBUFFERED",
            "PINECONE_INDEX",
            "TZ",
        ] {
            assert_eq!(Influence::of(name), None, "{name}");
        }
    }
}
