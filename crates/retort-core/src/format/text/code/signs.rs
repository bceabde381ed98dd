//! The signs by which a line of code gives its language away: how it begins, what follows the first name, how it
//! ends, and how much that is worth. Three points are unmistakable; one is a hint that needs company.

use std::sync::LazyLock;

use memchr::memmem;

/// How a line begins; what follows the name behind that (nothing asks for no name, `$` for the end of the line);
/// how it ends; its worth.
type Sign = (&'static str, &'static str, &'static str, u32);

/// The signs by the byte that a line begins with, in the order of the languages: few lines begin like any of them.
static BY_FIRST_BYTE: LazyLock<[Vec<(&'static str, Sign)>; 256]> = LazyLock::new(|| {
    let mut by_byte = [const { Vec::new() }; 256];
    for (language, signs) in SIGNS {
        for sign in *signs {
            let first = sign.0.trim_start().bytes().next();
            if let Some(signs) = first.and_then(|byte| by_byte.get_mut(usize::from(byte))) {
                signs.push((*language, *sign));
            }
        }
    }
    by_byte
});

/// The languages that a line speaks for, each with the worth of its best sign.
pub(super) fn of(line: &str) -> Vec<(&'static str, u32)> {
    let trimmed = line.trim();
    // Recipes in makefiles begin with a tab, and only they do.
    let begins = |start: &str| {
        if start.starts_with('\t') { line.strip_prefix(start) } else { trimmed.strip_prefix(start) }
    };
    let mut found: Vec<(&'static str, u32)> = Vec::new();
    let mut note = |language: &'static str, worth: u32| match found.iter_mut().find(|(name, _)| *name == language) {
        Some((_, best)) => *best = (*best).max(worth),
        None => found.push((language, worth)),
    };
    let signs = trimmed.bytes().next().and_then(|first| BY_FIRST_BYTE.get(usize::from(first)));
    for (language, (start, then, end, worth)) in signs.into_iter().flatten() {
        if begins(start).is_some_and(|rest| trimmed.ends_with(end) && follows(rest, then)) {
            note(language, *worth);
        }
    }
    if trimmed.bytes().any(|byte| IN_PARTS.contains(&byte)) {
        let holds = |part: &str| {
            memmem::find_iter(trimmed.as_bytes(), part.as_bytes()).any(|at| part != "->" || is_arrow(trimmed, at))
        };
        let held = PARTS.iter().filter(|(_, part, _)| holds(part));
        held.for_each(|(language, _, worth)| note(language, *worth));
    }
    if found.is_empty() && is_call(trimmed) {
        found.push(("javascript", if trimmed.ends_with(';') { 3 } else { 1 }));
    }
    found
}

/// Whether an arrow joins what a program would join: behind one word and a blank it is that of an alias or a route too.
fn is_arrow(line: &str, at: usize) -> bool {
    let before = line.get(..at).unwrap_or_default();
    !before.ends_with(' ') || before.trim_end().contains(' ')
}

/// A call as a statement, `db.users.find({});`, or a link in a chain of calls, `.then(…)`.
fn is_call(trimmed: &str) -> bool {
    let (chained, rest) = trimmed.strip_prefix('.').map_or((false, trimmed), |rest| (true, rest));
    let called = rest.starts_with(|c: char| c.is_ascii_alphabetic()) && follows(rest, "(");
    called && (chained || trimmed.ends_with([';', ')', '{', '(', ',']))
}

/// Whether a name comes next and `then` right behind it.
fn follows(rest: &str, then: &str) -> bool {
    if then.is_empty() {
        return true;
    }
    // A path or a dotted name is a name too, unless the dot or the colon itself is asked for.
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.' && then != "." || c == '$' && then != "$";
    let end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
    let (name, behind) = rest.split_at(end);
    match then {
        "$" => behind.is_empty(),
        "=" | "= " => !name.is_empty() && behind.trim_start().starts_with(then),
        _ => !name.is_empty() && behind.starts_with(then),
    }
}

/// Signs that may stand anywhere in a line.
const PARTS: &[(&str, &str, u32)] = &[
    ("javascript", "=> {", 3),
    ("c", " += ", 1),
    ("c", "++;", 1),
    ("javascript", "= require(", 3),
    ("rust", ".unwrap()", 2),
    ("rust", ") -> Result<", 3),
    ("go", " := ", 2),
    ("ruby", " do |", 3),
    ("r", " <- ", 2),
    ("r", " %>% ", 3),
    ("c", "->", 1),
    ("cpp", "std::", 2),
    ("cpp", "cout <<", 3),
    ("graphql", ": ID!", 2),
    ("graphql", ": String!", 2),
    ("graphql", ": [String", 2),
    ("makefile", "$(CC)", 3),
    ("makefile", "$(MAKE)", 3),
    ("powershell", "{ $_.", 3),
    ("haskell", " :: ", 2),
    ("php", "$this->", 3),
    ("javascript", "</div>", 1),
];

/// Each of the parts holds one of these, and most lines of prose hold none.
const IN_PARTS: &[u8] = b">+(:|<$";

/// Signs at the beginning of a line, by language. One row a line would bury the table, so it is laid out by hand.
#[rustfmt::skip]
const SIGNS: &[(&str, &[Sign])] = &[
    ("rust", &[
        ("pub fn ", "(", "", 3), ("fn ", "(", "", 3), ("fn ", "<", "", 3), ("pub struct ", "", "", 3),
        ("pub enum ", "", "", 3), ("pub mod ", ";", "", 3), ("pub use ", "", "", 3), ("use ", "::", "", 3),
        ("impl ", "", "{", 3), ("impl<", "", "", 3), ("let mut ", "", "", 3), ("#[", "", "]", 3),
        ("println!(", "", "", 3), ("macro_rules!", "", "", 3), ("match ", "", "{", 2), ("mod ", ";", "", 2),
        ("pub(crate) ", "", "", 3), ("pub const ", "", "", 3), ("pub trait ", "", "", 3), ("unsafe ", "", "{", 2),
        ("async fn ", "(", "", 3), ("pub async fn ", "(", "", 3),
    ]),
    ("python", &[
        ("def ", "(", ":", 3), ("async def ", "(", ":", 3), ("class ", ":", "", 3), ("class ", "(", ":", 3),
        ("from ", " import ", "", 3), ("import ", " as ", "", 3), ("if __name__", "", "", 3), ("elif ", "", ":", 3),
        ("print(", "", ")", 3), ("except ", "", ":", 2), ("except:", "", "", 3), ("try:", "", "", 2),
        ("for ", " in ", ":", 3), ("while ", "", ":", 1), ("with ", "", ":", 1), ("self.", "", "", 2),
        ("raise ", "(", "", 2), ("@", "(", "", 1), ("return ", "", "", 1), ("if ", "", ":", 1), ("else:", "", "", 1),
        ("assert ", "", "", 1), ("import ", "$", "", 2), ("\"\"\"", "", "\"\"\"", 2), ("lambda ", ":", "", 2), ("yield ", "", "", 1),
    ]),
    ("javascript", &[
        ("const ", " =", "", 3), ("const [", "", "", 3), ("const {", "", "", 3), ("let ", " =", "", 2),
        ("var ", " =", "", 2), ("function ", "(", "", 3), ("function(", "", "", 2), ("async function ", "(", "", 3),
        ("export default ", "", "", 3), ("export const ", "", "", 3), ("export function ", "(", "", 3),
        ("export async function ", "(", "", 3), ("export class ", "", "", 3), ("export {", "", "", 3),
        ("export *", "", "", 3), ("import {", "", "", 3), ("import * as ", "", "", 3), ("import ", " from '", "", 3),
        ("import ", " from \"", "", 3), ("import \"", "", "", 2), ("import '", "", "", 2),
        ("module.exports", "", "", 3), ("console.log(", "", "", 3), ("await ", "(", "", 3), ("});", "", "", 2),
        ("class ", " {", "", 2), ("class ", " extends ", "{", 3), ("return (", "", "", 1), ("return ", "", ";", 2),
        ("document.", "", "", 1), ("window.", "", "", 1), ("describe(", "", "{", 3), ("it(", "", "{", 3),
        ("test(", "", "{", 3), ("if (", "", "{", 2), ("for (", "", "{", 2), ("while (", "", "{", 2),
        ("} else {", "", "", 2), ("throw new ", "", "", 3), ("new ", "(", ";", 1), ("for (let ", "", "", 3),
        ("for (const ", "", "", 3), ("for (var ", "", "", 3),
    ]),
    ("typescript", &[
        ("export interface ", "", "", 3), ("export type ", "", "", 3), ("export enum ", "", "", 3),
        ("interface ", " {", "", 3), ("type ", " = ", ";", 3), ("declare ", "", ";", 2), ("const ", ": ", "", 2),
        ("let ", ": ", "", 2), ("import type ", "", "", 3), ("export abstract ", "", "", 3), ("type ", " = ", "{", 3),
    ]),
    ("go", &[
        ("package ", "$", "", 2), ("func ", "(", "", 3), ("func (", "", "{", 3), ("import (", "", "", 3),
        ("if err != nil {", "", "", 3), ("fmt.", "", "", 3), ("type ", " struct", "{", 3),
        ("type ", " interface", "{", 3), ("defer ", "", "", 2), ("go func(", "", "", 3),
    ]),
    ("java", &[
        ("public class ", "", "", 3), ("public interface ", "", "", 3), ("public static ", "", "", 3),
        ("public final ", "", "", 3), ("public void ", "(", "", 3), ("private ", "", ";", 2),
        ("private ", "", "{", 2), ("protected ", "", "", 1), ("System.out.", "", "", 3), ("import java", "", "", 3),
        ("import org.", "", "", 3), ("import com.", "", "", 3), ("package ", ";", "", 3), ("@Override", "", "", 3),
        ("public enum ", "", "", 3), ("public abstract ", "", "", 3), ("public ", "(", "{", 2),
    ]),
    ("csharp", &[
        ("using System", "", "", 3), ("using Microsoft", "", "", 3), ("namespace ", "", "", 2),
        ("public record ", "", "", 3), ("public async ", "", "", 3), ("public string ", "", "", 3),
        ("public int ", "", "", 3), ("Console.Write", "", "", 3), ("public sealed ", "", "", 3),
        ("internal ", "", "", 1), ("[Http", "", "]", 3),
    ]),
    ("kotlin", &[
        ("fun ", "(", "", 3), ("val ", " =", "", 3), ("val ", ":", "", 2), ("data class ", "", "", 3),
        ("println(", "", ")", 3), ("override fun ", "", "", 3), ("suspend fun ", "", "", 3),
        ("sealed class ", "", "", 3), ("companion object", "", "", 3),
    ]),
    ("scala", &[
        ("object ", "", "{", 3), ("case class ", "(", "", 3), ("trait ", "", "{", 3), ("def ", " = ", "", 2),
        ("def ", "(", " =", 2), ("implicit ", "", "", 1),
    ]),
    ("swift", &[
        ("import Foundation", "", "", 3), ("import UIKit", "", "", 3), ("import SwiftUI", "", "", 3),
        ("struct ", ": ", "{", 3), ("guard let ", "", "", 3), ("if let ", "", "{", 2), ("let ", ": ", "", 2),
        ("var ", ": ", "", 2), ("extension ", "", "{", 2), ("@State", "", "", 2), ("protocol ", "", "{", 2),
    ]),
    ("c", &[
        ("#include <", "", "", 3), ("#include \"", "", "", 3), ("#define ", "", "", 3), ("#ifndef ", "", "", 3),
        ("#ifdef ", "", "", 3), ("#pragma ", "", "", 3), ("#endif", "", "", 2), ("int main(", "", "", 3),
        ("printf(", "", ";", 3), ("return 0;", "", "", 2), ("typedef ", "", "", 2), ("void ", "(", "", 2),
        ("int ", "(", " {", 2), ("int ", "(", " )", 1), ("int ", "", ";", 2), ("char ", "", ";", 2),
        ("double ", "", ";", 2), ("float ", "", ";", 2), ("static ", "", ";", 2), ("static ", "", "{", 2),
        ("struct ", " {", "", 2), ("enum ", " {", "", 2), ("extern ", "", ";", 2), ("unsigned ", "", ";", 2),
        ("for (int ", "", "", 3),
    ]),
    ("cpp", &[
        ("std::", "", "", 3), ("using namespace ", "", "", 3), ("template<", "", "", 3), ("template <", "", "", 3),
        ("#include <iostream>", "", "", 3), ("#include <vector>", "", "", 3), ("class ", ": public", "", 3),
        ("auto ", " =", "", 2), ("namespace ", " {", "", 2),
    ]),
    ("ruby", &[
        ("require \"", "", "", 3), ("require '", "", "", 3), ("require_relative ", "", "", 3), ("end", "$", "", 2),
        ("puts ", "", "", 2), ("attr_", "", "", 3), ("def ", "$", "", 3), ("def ", "(", ")", 2),
        ("class ", " < ", "", 3), ("module ", "$", "", 1), ("describe ", "", "do", 3), ("class ", "$", "", 1),
        ("@", "= ", "", 1),
    ]),
    ("elixir", &[
        ("defmodule ", "", "do", 3), ("def ", "", "do", 3), ("defp ", "", "do", 3), ("use GenServer", "", "", 3),
        ("alias ", "$", "", 1),
    ]),
    ("php", &[
        ("$", "= ", ";", 3), ("echo ", "", ";", 3), ("foreach (", "", "", 3), ("public function ", "(", "", 3),
        ("private function ", "(", "", 3), ("namespace ", "", ";", 2),
    ]),
    ("shell", &[
        ("set -e", "", "", 3), ("set -o ", "", "", 3), ("export ", "=", "", 3), ("if [", "", "", 3),
        ("elif [", "", "", 3), ("fi", "$", "", 2), ("done", "$", "", 2), ("esac", "$", "", 2),
        ("case ", "", " in", 3), ("for ", "", "; do", 3), ("while ", "", "; do", 3), ("for ", "", "do", 1),
        ("echo \"", "", "", 2), ("echo $", "", "", 3), ("echo '", "", "", 2), ("source ", "", "", 1),
        ("sudo ", "", "", 2), ("curl -", "", "", 3), ("curl http", "", "", 3), ("curl \"http", "", "", 3),
        ("curl 'http", "", "", 3), ("wget http", "", "", 3), ("wget -", "", "", 3), ("apt-get ", "", "", 2),
        ("apt install ", "", "", 2), ("brew install ", "", "", 2), ("npm install", "", "", 2),
        ("npm run ", "", "", 2), ("npm ci", "", "", 2), ("npx ", "", "", 2), ("yarn ", "", "", 1),
        ("pip install ", "", "", 2), ("git clone ", "", "", 2), ("git add ", "", "", 2), ("git commit ", "", "", 2),
        ("git push", "", "", 2), ("git checkout ", "", "", 2), ("cd ", "", "", 1), ("mkdir ", "", "", 2),
        ("rm -", "", "", 3), ("docker run ", "", "", 2), ("docker build ", "", "", 2), ("docker compose ", "", "", 2),
        ("kubectl ", "", "", 2), ("chmod ", "", "", 2), ("cargo ", "", "", 1), ("python3 ", "", "", 1),
        ("python -m ", "", "", 3), ("alias ", "=", "", 2), ("trap ", "", "", 1), ("local ", "=", "", 2),
        ("grep -", "", "", 2), ("ssh ", "@", "", 2), ("./", "$", "", 1),
    ]),
    ("dockerfile", &[
        ("FROM ", "", "", 2), ("RUN ", "", "", 2), ("COPY ", "", "", 2), ("WORKDIR /", "", "", 2),
        ("CMD [", "", "", 2), ("ENTRYPOINT [", "", "", 2), ("EXPOSE ", "", "", 2), ("ENV ", "", "", 2),
        ("ARG ", "", "", 1), ("ADD ", "", "", 1), ("USER ", "$", "", 1),
    ]),
    ("makefile", &[
        (".PHONY:", "", "", 3), ("\t$(", "", "", 3), ("\t@", "", "", 2), ("ifeq (", "", "", 3), ("CC = ", "", "", 2),
        ("CC := ", "", "", 2), ("CFLAGS", "", "", 2),
    ]),
    ("css", &[
        ("@media ", "", "{", 3), ("@import url", "", ";", 3), ("@font-face", "", "", 3), ("@keyframes ", "", "", 3),
        (":root {", "", "", 3), ("body {", "", "", 3), ("html {", "", "", 3), ("* {", "", "", 2),
        ("--", ": ", ";", 3), ("@tailwind ", "", "", 3), ("color: ", "", ";", 2), ("margin: ", "", ";", 2),
        ("padding: ", "", ";", 2), ("display: ", "", ";", 2), ("background: ", "", ";", 2),
        ("font-size: ", "", ";", 2), ("width: ", "", ";", 2), ("font-family: ", "", ";", 2), ("border: ", "", ";", 2),
        ("h1 {", "", "", 3), ("p {", "", "", 2), ("a {", "", "", 2), (".", "", "{", 2), ("#", "", "{", 1),
    ]),
    ("graphql", &[
        ("query ", "", "{", 3), ("query {", "", "", 3), ("mutation ", "", "{", 3), ("mutation {", "", "", 3),
        ("subscription ", "", "{", 3), ("fragment ", " on ", "{", 3), ("type ", " {", "", 2), ("input ", " {", "", 3),
        ("schema {", "", "", 3), ("extend type ", "", "{", 3), ("scalar ", "$", "", 1),
    ]),
    ("overpass", &[
        ("[out:", "", ";", 3), ("node[", "", ";", 2), ("way[", "", ";", 2), ("relation[", "", ";", 2), ("rel[", "", ";", 2),
        ("nwr[", "", ";", 2), ("area[", "", ";", 2), ("node(", "", ";", 2), ("way(", "", ";", 2), ("out ", "", ";", 1), ("out;", "", "", 1),
    ]),
    ("sparql", &[
        ("PREFIX ", "", ">", 3), ("SELECT ?", "", "", 3), ("SELECT DISTINCT ?", "", "", 3), ("WHERE {", "", "", 2),
        ("ASK {", "", "", 3), ("CONSTRUCT {", "", "", 3), ("?", "", " .", 1), ("OPTIONAL {", "", "", 2),
    ]),
    ("cypher", &[
        ("MATCH (", "", "", 3), ("OPTIONAL MATCH (", "", "", 3), ("MERGE (", "", "", 3), ("RETURN ", "", "", 1),
        ("UNWIND ", "", "", 2), ("CREATE (", "", "", 2), ("DETACH DELETE ", "", "", 3),
    ]),
    ("hcl", &[
        ("resource \"", "", "{", 3), ("provider \"", "", "{", 3), ("variable \"", "", "{", 3),
        ("module \"", "", "{", 3), ("data \"", "", "{", 3), ("output \"", "", "{", 3), ("terraform {", "", "", 3),
        ("locals {", "", "", 3),
    ]),
    ("nginx", &[
        ("server {", "", "", 3), ("location ", "", "{", 3), ("listen ", "", ";", 3), ("proxy_pass ", "", ";", 3),
        ("server_name ", "", ";", 3), ("upstream ", "", "{", 3), ("http {", "", "", 3), ("events {", "", "", 3),
        ("root /", "", ";", 2),
    ]),
    ("protobuf", &[
        ("syntax = \"proto", "", "", 3), ("message ", " {", "", 3), ("service ", " {", "", 3), ("rpc ", "(", "", 3),
        ("option ", "= ", ";", 2), ("repeated ", "", ";", 3),
    ]),
    ("lua", &[
        ("local ", " = ", "", 3), ("local function ", "(", "", 3), ("function ", ":", "", 3),
        ("function ", ".", "", 3), ("if ", "", " then", 3), ("elseif ", "", " then", 3), ("require(", "", ")", 2),
        ("end)", "", "", 2),
    ]),
    ("r", &[
        ("library(", "", ")", 3), ("install.packages(", "", "", 3), ("ggplot(", "", "", 3),
    ]),
    ("perl", &[
        ("use strict", "", "", 3), ("use warnings", "", "", 3), ("my $", "", "", 3), ("my @", "", "", 3),
        ("my %", "", "", 3), ("sub ", " {", "", 3), ("print \"", "", ";", 2),
    ]),
    ("powershell", &[
        ("Get-", "", "", 2), ("Set-", "", "", 2), ("New-Object", "", "", 3), ("New-Item ", "", "", 3),
        ("Write-Host ", "", "", 3), ("Write-Output ", "", "", 3), ("param(", "", "", 3), ("param (", "", "", 3),
        ("Import-Module ", "", "", 3), ("Where-Object ", "", "", 3), ("Select-Object ", "", "", 3),
        ("ForEach-Object ", "", "", 3), ("Invoke-", "", "", 2),
    ]),
    ("haskell", &[
        ("module ", "", " where", 3), ("import qualified ", "", "", 3), ("import Data.", "", "", 3),
        ("import Control.", "", "", 3), ("data ", " = ", "", 2), ("main = do", "", "", 3), ("main :: IO", "", "", 3),
        ("instance ", "", " where", 3),
    ]),
    ("clojure", &[
        ("(defn ", "", "", 3), ("(ns ", "", "", 3), ("(def ", "", "", 3), ("(defun ", "", "", 3),
        ("(define ", "", "", 3), ("(let [", "", "", 3),
    ]),
    ("prisma", &[
        ("model ", " {", "", 3), ("datasource ", " {", "", 3), ("generator ", " {", "", 3),
    ]),
    ("batch", &[
        ("@echo off", "", "", 3), ("@ECHO OFF", "", "", 3), ("setlocal", "", "", 2), ("goto :", "", "", 2),
        ("if exist ", "", "", 2), ("call ", "", "", 1), ("rem ", "", "", 1), ("REM ", "", "", 1),
        ("set ", "=", "", 1),
    ]),
    ("latex", &[
        ("\\documentclass", "", "", 3), ("\\begin{", "", "", 3), ("\\usepackage", "", "", 3),
        ("\\section{", "", "", 3),
    ]),
    ("zig", &[
        ("const std = @import", "", "", 3),
    ]),
    ("dart", &[
        ("import 'package:", "", "", 3), ("void main()", "", "", 3),
    ]),
    ("julia", &[
        ("using ", "$", "", 1), ("using LinearAlgebra", "", "", 2),
    ]),
    ("vb", &[
        ("Dim ", " As ", "", 3), ("End Sub", "", "", 3), ("Public Sub ", "(", "", 3), ("Sub ", "(", "", 3),
    ]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_must_follow_where_one_is_asked_for() {
        assert!(follows("main() {", "("));
        assert!(!follows("words (such as", "("));
        assert!(follows("", "$"));
        assert!(follows("x = 1", " ="));
    }

    #[test]
    fn no_part_is_passed_over() {
        for (_, part, _) in PARTS {
            assert!(part.bytes().any(|byte| IN_PARTS.contains(&byte)), "{part}");
        }
    }

    #[test]
    fn signs_are_worth_what_they_prove() {
        assert!(of("def total(xs):").contains(&("python", 3)));
        assert!(of("const [n, setN] = useState(0);").contains(&("javascript", 3)));
        assert!(of("The cat sat on the mat").is_empty());
    }
}
