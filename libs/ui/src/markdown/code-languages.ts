/** Fence names and the grammar that colours them. Grammars in `highlighter-more.ts` load on demand. */
const LANGUAGES: Record<string, { label: string; grammar: string; names: string }> = {
  javascript: { label: 'JavaScript', grammar: 'javascript', names: 'js mjs cjs node' },
  jsx: { label: 'JSX', grammar: 'javascript', names: '' },
  typescript: { label: 'TypeScript', grammar: 'typescript', names: 'ts mts cts' },
  tsx: { label: 'TSX', grammar: 'typescript', names: '' },
  html: { label: 'HTML', grammar: 'xml', names: 'htm xhtml erb ejs vue svelte handlebars hbs' },
  xml: { label: 'XML', grammar: 'xml', names: 'svg rss' },
  css: { label: 'CSS', grammar: 'css', names: '' },
  scss: { label: 'SCSS', grammar: 'css', names: 'sass less' },
  bash: { label: 'Shell', grammar: 'bash', names: 'sh zsh' },
  console: { label: 'Terminal', grammar: 'shell', names: 'shell shellsession terminal' },
  json: { label: 'JSON', grammar: 'json', names: 'jsonc json5' },
  yaml: { label: 'YAML', grammar: 'yaml', names: 'yml' },
  diff: { label: 'Diff', grammar: 'diff', names: 'patch' },
  markdown: { label: 'Markdown', grammar: 'markdown', names: 'md mdx' },
  sql: { label: 'SQL', grammar: 'sql', names: 'postgresql postgres mysql sqlite psql' },
  python: { label: 'Python', grammar: 'python', names: 'py python3' },
  ruby: { label: 'Ruby', grammar: 'ruby', names: 'rb irb' },
  java: { label: 'Java', grammar: 'java', names: '' },
  php: { label: 'PHP', grammar: 'php', names: '' },
}

const PLAIN = 'plaintext plain text txt output none'.split(' ')

const BY_NAME = new Map(
  Object.entries(LANGUAGES).flatMap(([name, { label, grammar, names }]) =>
    [name, ...names.split(' ')].map((alias) => [alias, { label, grammar }] as const),
  ),
)

export interface CodeLanguage {
  /** What the reader sees. */
  label: string
  /** The grammar to colour with, null for plain text. */
  grammar: string | null
}

/** The language of a fence as written after the back ticks (`js`, `JS`, `js{1,3}`, `js title=…`). */
export function codeLanguage(written: string): CodeLanguage {
  const name = /^[\w+#.-]*/.exec(written.trim().toLowerCase())?.[0] ?? ''
  if (name === '' || PLAIN.includes(name)) return { label: 'Text', grammar: null }
  const known = BY_NAME.get(name)
  if (known !== undefined) return known
  return { label: name.slice(0, 1).toUpperCase() + name.slice(1, 24), grammar: null }
}
