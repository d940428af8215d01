/** For each grammar: the label that a reader sees, and the names that a code fence may use. */
const LANGUAGES: Record<string, Record<string, string>> = {
  apache: { Apache: 'apache apacheconf htaccess' },
  bash: { Shell: 'bash sh zsh' },
  c: { C: 'c h' },
  clojure: { Clojure: 'clojure clj edn' },
  cmake: { CMake: 'cmake' },
  cpp: { 'C++': 'cpp c++ cc cxx hpp' },
  csharp: { 'C#': 'csharp c# cs' },
  css: { CSS: 'css', SCSS: 'scss sass less' },
  dart: { Dart: 'dart' },
  diff: { Diff: 'diff patch' },
  django: { Template: 'django jinja jinja2 twig' },
  dockerfile: { Dockerfile: 'dockerfile docker containerfile' },
  dos: { Batch: 'dos bat cmd batch' },
  elixir: { Elixir: 'elixir ex exs' },
  elm: { Elm: 'elm' },
  erlang: { Erlang: 'erlang erl' },
  fsharp: { 'F#': 'fsharp f# fs' },
  go: { Go: 'go golang' },
  graphql: { GraphQL: 'graphql gql' },
  groovy: { Groovy: 'groovy gradle' },
  haskell: { Haskell: 'haskell hs' },
  http: { HTTP: 'http' },
  ini: { TOML: 'toml', INI: 'ini editorconfig gitconfig', Environment: 'env dotenv' },
  java: { Java: 'java' },
  javascript: { JavaScript: 'javascript js mjs cjs node', JSX: 'jsx' },
  json: { JSON: 'json jsonc json5' },
  julia: { Julia: 'julia jl' },
  kotlin: { Kotlin: 'kotlin kt kts' },
  latex: { LaTeX: 'latex tex' },
  lua: { Lua: 'lua' },
  makefile: { Makefile: 'makefile make mk' },
  markdown: { Markdown: 'markdown md mdx' },
  matlab: { MATLAB: 'matlab octave' },
  nginx: { nginx: 'nginx nginxconf' },
  objectivec: { 'Objective-C': 'objectivec objc objective-c' },
  ocaml: { OCaml: 'ocaml ml' },
  perl: { Perl: 'perl pl' },
  php: { PHP: 'php' },
  powershell: { PowerShell: 'powershell ps1 pwsh' },
  properties: { Properties: 'properties' },
  protobuf: { Protobuf: 'protobuf proto' },
  python: { Python: 'python py python3' },
  r: { R: 'r' },
  ruby: { Ruby: 'ruby rb irb' },
  rust: { Rust: 'rust rs' },
  scala: { Scala: 'scala' },
  shell: { Terminal: 'console shell shellsession terminal' },
  sql: { SQL: 'sql postgresql postgres mysql sqlite psql' },
  swift: { Swift: 'swift' },
  typescript: { TypeScript: 'typescript ts mts cts', TSX: 'tsx' },
  vim: { Vim: 'vim vimscript' },
  wasm: { WebAssembly: 'wasm wat' },
  xml: { HTML: 'html htm xhtml erb ejs vue svelte handlebars hbs', XML: 'xml svg rss' },
  yaml: { YAML: 'yaml yml' },
}

const PLAIN = 'plaintext plain text txt output none'.split(' ')

const BY_NAME = new Map(
  Object.entries(LANGUAGES).flatMap(([grammar, labels]) =>
    Object.entries(labels).flatMap(([label, names]) =>
      names.split(' ').map((name) => [name, { label, grammar }] as const),
    ),
  ),
)

export interface CodeLanguage {
  /** The label that a reader sees. */
  label: string
  /** The highlight.js grammar, null for plain text. */
  grammar: string | null
}

/** Returns the language of a code fence from its info string (`js`, `JS`, `js{1,3}`, `js title=…`). */
export function codeLanguage(written: string): CodeLanguage {
  const name = /^[\w+#.-]*/.exec(written.trim().toLowerCase())?.[0] ?? ''
  if (name === '' || PLAIN.includes(name)) return { label: 'Text', grammar: null }
  const known = BY_NAME.get(name)
  if (known !== undefined) return known
  return { label: name.slice(0, 1).toUpperCase() + name.slice(1, 24), grammar: null }
}
