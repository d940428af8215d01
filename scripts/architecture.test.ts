import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The node of each folder in the diagram. A file belongs to the longest folder that contains it. */
const PARTS = {
  'apps/learner': 'learner',
  'apps/backoffice': 'backoffice',
  'libs/course-format': 'course',
  'libs/data': 'data',
  'libs/exercise-engine': 'engine',
  'libs/ui': 'ui',
  'supabase/local': 'local',
  supabase: 'supabase',
  e2e: 'e2e',
  scripts: 'scripts',
}

function files(...patterns: string[]): string[] {
  const run = spawnSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
  return run.stdout.split('\n').filter(Boolean)
}

const partOf = (path: string) =>
  Object.entries(PARTS).find(([folder]) => path.startsWith(`${folder}/`))?.[1]

/** Files that the diagram leaves out: build configuration, and templates of files that do not exist yet. */
const NOT_DRAWN = /\.config\.ts$|^scripts\/new-resource\//

function imports(file: string): string[] {
  const text = readFileSync(`${root}${file}`, 'utf8')
  return [...text.matchAll(/(?:from|import) ?\(?'([^']+)'/g)].flatMap(([, target = '']) => {
    if (target.startsWith('@rookies/')) return target.replace('@rookies/', 'libs/')
    return target.startsWith('.') ? posix.join(posix.dirname(file), target) : []
  })
}

const TESTS = /\.test\.tsx?$|\/testing(?:\.ts$|\/)|\/test\//

test('the diagram in docs/architecture.md shows exactly the imports in the code', () => {
  const found = new Set<string>()
  for (const file of files('*.ts', '*.tsx').filter((name) => !NOT_DRAWN.test(name))) {
    const from = partOf(file)
    for (const target of imports(file)) {
      const to = partOf(target)
      if (from && to && from !== to) found.add(`${from} --> ${to}`)
    }
  }
  const page = readFileSync(`${root}docs/architecture.md`, 'utf8')
  const drawn = [...page.matchAll(/^ {2}(\w+ --> \w+)$/gm)].map(([, arrow]) => arrow)
  expect(drawn.sort()).toEqual([...found].sort())
})

test('folders of libs/data import only from folders that docs/architecture.md lists below them', () => {
  const rowOf = new Map<string, number>()
  const page = readFileSync(`${root}docs/architecture.md`, 'utf8')
  const [section = ''] = page.split('## The folders of `libs/data`\n')[1]?.split('\n## ') ?? []
  for (const [, row, names = ''] of section.matchAll(/^(\d+)\. ([^:\n]+)/gm)) {
    for (const [, name = ''] of names.matchAll(/`([\w-]+)`/g)) rowOf.set(name, Number(row))
  }
  const base = Math.max(...rowOf.values())
  const folderOf = (path: string) => /^libs\/data\/src\/([\w-]+)\//.exec(path)?.[1]
  const found = new Set<string>()
  const upward: string[] = []
  for (const file of files('libs/data/src/*.ts')) {
    const from = folderOf(file)
    if (from === 'testing' || TESTS.test(file)) continue
    if (from) found.add(from)
    for (const target of imports(file)) {
      const to = folderOf(target)
      if (!to || to === from) continue
      // Files outside of the folders may import only the lowest row.
      const above = from ? (rowOf.get(from) ?? 0) : base - 0.5
      const below = rowOf.get(to) ?? 0
      if (above >= below) upward.push(`${file} --> ${to}`)
    }
  }
  expect(upward).toEqual([])
  expect([...rowOf.keys()].sort()).toEqual([...found].sort())
})

test('all files that docs/architecture.md names exist', () => {
  const page = readFileSync(`${root}docs/architecture.md`, 'utf8')
  const named = [...page.matchAll(/`((?:apps|libs|supabase|e2e|scripts|docs)\/[^`<]+?)`/g)]
  const known = files()
  for (const [, name = ''] of named) {
    expect(
      known.some((file) => file === name || file.startsWith(`${name}/`)),
      name,
    ).toBe(true)
  }
})

test('what docs/architecture.md names after a file of the schema is defined in that file', () => {
  const page = readFileSync(`${root}docs/architecture.md`, 'utf8')
  const missing: string[] = []
  for (const line of page.split('\n')) {
    const parts = line.split(/\]\(\.\.\/supabase\/schema\/([a-z-]+\.sql)\)/)
    for (let at = 1; at + 1 < parts.length; at += 2) {
      const schema = readFileSync(`${root}supabase/schema/${parts[at]}`, 'utf8')
      const text = parts[at + 1] ?? ''
      const functions = [...text.matchAll(/`(?:(?:private|public)\.)?([a-z_]+)\(\)`/g)]
      const named = [
        ...functions.map(([, name]) => `function (?:private|public)\\.${name}\\(`),
        ...[...text.matchAll(/table `([a-z_]+)`/g)].map(
          ([, name]) => `create table (?:private|public)\\.${name} `,
        ),
        ...[...text.matchAll(/policy `([a-z_]+)`/g)].map(([, name]) => `create policy ${name} `),
      ]
      for (const definition of named) {
        if (!new RegExp(definition).test(schema)) missing.push(`${parts[at]} has no ${definition}`)
      }
    }
  }
  expect(missing).toEqual([])
})

/** Names of code: `RecordPage`, `useAct`, `DIALOG_ACTS`, `members()`, `role_permissions`. */
const NAME =
  /`(?:private\.|public\.)?(\w*[a-z_][A-Z_]\w*|[A-Z][a-z]+[A-Z]\w*|\w+(?=\())(?:\([^`]*\))?`/g

test('the code has each name that the pages for newcomers give to it', () => {
  const code = files('*.ts', '*.tsx', '*.mjs', 'supabase/schema/*.sql')
    .filter((file) => file !== 'scripts/architecture.test.ts')
    .map((file) => readFileSync(`${root}${file}`, 'utf8'))
    .join('\n')
  const known = new Set(code.match(/\w+/g))
  const pages = ['docs/architecture.md', 'docs/add-a-resource.md']
  const unknown = pages.flatMap((page) =>
    [...readFileSync(`${root}${page}`, 'utf8').matchAll(NAME)]
      .map(([, name = '']) => name)
      .filter((name) => !known.has(name))
      .map((name) => `${page}: ${name}`),
  )
  expect(unknown).toEqual([])
})

/** Files that may format dates: the module for dates and times, the engine of exercises, and exports for programs. */
const MAY_FORMAT_DATES = /^libs\/data\/src\/time\/|^libs\/exercise-engine\/|\/exports\//
const FORMATTERS =
  /toLocale(?:Date|Time)?String\((?:[^)]*(?:Style|hour|month|zone))|toLocale(?:Date|Time)String|DateTimeFormat|RelativeTimeFormat|\.format\(['"`]/

test('only one module formats dates and times for people', () => {
  const found = files('apps/*/src/*.ts*', 'libs/*/src/*.ts*', 'supabase/functions/*.ts')
    .filter((file) => !TESTS.test(file) && !MAY_FORMAT_DATES.test(file))
    .filter((file) => FORMATTERS.test(readFileSync(`${root}${file}`, 'utf8')))
  expect(found).toEqual([])
  // Names of days and months that database functions write.
  const named = files('supabase/schema/*.sql').flatMap((file) => [
    ...readFileSync(`${root}${file}`, 'utf8').matchAll(
      /to_char\([^)]*'[^']*(?:Dy|Day|Mon|AM|PM|HH12)[^']*'\)/gi,
    ),
  ])
  // The calls in day_words() and behind_words().
  expect(named.map(([call]) => call.replace(/^.*?, /, ''))).toEqual([
    "'FMDD Mon')",
    "'FMDy FMDD Mon')",
  ])
})

/**
 * Browser features that may be missing, blocked or full, with the files that may use each besides
 * `libs/data/src/device`.
 */
const BROWSER_FEATURES: Record<string, RegExp> = {
  // These scripts run in the head of the page and cannot import a module.
  // A page of an exercise gets its own in memory.
  '(?:localStorage|sessionStorage)': /\/(?:(?:boot|prefetch)-script|page-storage)\.ts$/,
  indexedDB: /^libs\/data\/src\/(?:offline-cache\/|session\/clear-device\.ts)/,
  '(?:caches\\.|serviceWorker)': /^apps\/learner\/src\/(?:worker\/|app\/prepare-offline\.ts)/,
  '(?:navigator\\.locks|navigator\\.clipboard|execCommand\\(.copy)': /^$/,
  '(?:randomUUID|crypto\\.subtle)': /^$/,
}
/** Files that give a feature of the same name to the programs of exercises, or say that programs do not have it. */
const DEFINES_FEATURES = /^libs\/exercise-engine\/src\/(?:realm\/|run\/missing\.ts)/

test('only libs/data/src/device uses browser features that may be missing', () => {
  const found: string[] = []
  for (const file of files('apps/*/src/*.ts*', 'libs/*/src/*.ts*')) {
    if (TESTS.test(file) || file.startsWith('libs/data/src/device/')) continue
    if (DEFINES_FEATURES.test(file)) continue
    const code = readFileSync(`${root}${file}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    for (const [name, allowed] of Object.entries(BROWSER_FEATURES)) {
      const used = code.match(new RegExp(`\\b${name}`))
      if (used && !allowed.test(file)) found.push(`${file}: ${used[0]}`)
    }
  }
  expect(found).toEqual([])
})
