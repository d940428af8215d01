#!/usr/bin/env bash
# take-paths.sh SUITE COMMIT FOLDER: copies the suite of the school to FOLDER, and adds the work of a learner. From COMMIT,
# it copies only the paths in $PATHS, one in each line, and only ordinary files. It leaves out files that configure a test
# runner or build tool, unless $PATHS names the file itself.
set -euo pipefail
export LC_ALL=C

suite=$1 commit=$2 folder=$3
most=5000

refuse() {
  printf 'Refused: %s\n' "$1" >&2
  exit 1
}

# Prints a file name with escapes. Otherwise, a name with a line break could add a line to the log.
quoted() {
  printf '%q' "$1"
}

# Whether a test runner, build tool, or interpreter would read settings or code from a file because of its name.
is_obeyed() {
  case "/$1/" in
    */node_modules/* | */__pycache__/* | */.git/* | */META-INF/* | */.mvn/* | */.cargo/*) return 0 ;;
    # Files in these folders can name plug-ins, which pytest loads.
    *.dist-info/* | *.egg-info/*) return 0 ;;
    # Jest uses files in these folders in place of a package or of an expected result.
    */__mocks__/* | */__snapshots__/*) return 0 ;;
  esac
  case "${1##*/}" in
    # Python
    conftest.py | pytest.ini | .pytest.ini | pytest.toml | .pytest.toml | tox.ini | setup.cfg | pyproject.toml) return 0 ;;
    sitecustomize.py | usercustomize.py | *.pth) return 0 ;;
    # Node
    package.json | package-lock.json | .npmrc | .yarnrc* | .pnp.* | .env* | tsconfig*.json | .swcrc | .mocharc*) return 0 ;;
    jest.config.* | vitest.config.* | vite.config.* | babel.config.* | .babelrc*) return 0 ;;
    # Java
    pom.xml | build.gradle* | settings.gradle* | gradle.properties | junit-platform.properties) return 0 ;;
    # Go, Rust, C, .NET, Ruby, and PHP
    go.mod | go.sum | go.work | *_test.go | Cargo.toml | Cargo.lock | build.rs) return 0 ;;
    [Mm]akefile | GNUmakefile | *.mk | CMakeLists.txt | Directory.Build.* | *.csproj | [Nn]u[Gg]et.[Cc]onfig) return 0 ;;
    Gemfile* | Rakefile | .rspec | composer.json | phpunit.xml*) return 0 ;;
    # Compiled code could run in place of the source code that a reviewer reads.
    *.py[cod] | *.egg | *.so | *.dll | *.node | *.class | *.jar) return 0 ;;
  esac
  return 1
}

# Refuses a path that is invalid, does not exist, or contains a symbolic link.
check_path() {
  local path=$1 at=$commit part parts
  case "/$path/" in
    *//* | */./* | */../* | */.git/*) refuse "the assignment lists the path $(quoted "$path")." ;;
  esac
  IFS=/ read -ra parts <<<"$path"
  for part in "${parts[@]}"; do
    at=$at/$part
    [ ! -L "$at" ] || refuse "$(quoted "${at#"$commit"/}") is a symbolic link."
  done
  [ -e "$at" ] || refuse "the commit has no $(quoted "$path")."
}

# Copies the files at a path from the commit to the folder.
take() {
  local path=$1 file name count=0
  while IFS= read -r -d '' file; do
    name=${file#"$commit"/}
    [ ! -L "$file" ] || refuse "$(quoted "$name") is a symbolic link."
    if [ "$name" != "$path" ] && is_obeyed "$name"; then
      printf 'Left out: %s. Only the school may have such a file.\n' "$(quoted "$name")"
      continue
    fi
    [ -f "$file" ] || refuse "$(quoted "$name") is no ordinary file."
    count=$((count + 1))
    [ "$count" -le "$most" ] || refuse "$(quoted "$path") has more than $most files."
    mkdir -p -- "$(dirname -- "$folder/$name")"
    cp -- "$file" "$folder/$name"
  done < <(find "$commit/$path" \( -name .git -o -name node_modules -o -name __pycache__ \) -prune -print0 -o ! -type d -print0)
  [ "$count" -gt 0 ] || refuse "the commit has no files at $(quoted "$path")."
  printf 'Taken: %s, %s files.\n' "$(quoted "$path")" "$count"
}

mkdir -- "$folder"
cp -R -- "$suite/." "$folder/"
while IFS= read -r path; do
  [ -n "$path" ] || continue
  check_path "$path"
  # A file of the suite must neither be replaced by the learner's file nor be tested in its place.
  if [ -e "$folder/$path" ] || [ -L "$folder/$path" ]; then
    refuse "the suite itself has $(quoted "$path"), or two listed paths overlap."
  fi
  take "$path"
done <<<"$PATHS"
chmod -R a+rX,go-w "$folder"
