import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PlainError } from '../../supabase/local/src/plain-error'
import { releasedIn } from '../lib/released-in'
import { type Arguments, readArguments, USAGE, type Wanted } from './arguments'
import type { Edit } from './edits'
import { isOwnFile, type Numbers, planOf, removalOf } from './plan'
import { referencesOf, sceneFile } from './references'
import { describeResource, stampAfter } from './resource'

/** The folder of the project, and functions for the terminal. */
export interface Environment {
  root: string
  say: (line: string) => void
  /** Asks a question and returns whether the answer is yes. */
  agrees: (question: string) => Promise<boolean>
}

const TYPES = 'libs/data/src/database.gen.ts'

/** Folders that contain the files of resources. */
const FOLDERS = [
  'supabase/migrations',
  'supabase/schema',
  'supabase/seeds',
  'supabase/tests',
  'libs/data/src',
  'apps/backoffice/src/resources',
  'e2e/admin',
  'e2e/support/screens',
]

/** Creates or removes a resource. @throws PlainError if the command line or the state of the project does not allow it */
export async function makeResource(argv: string[], environment: Environment): Promise<void> {
  const asked = readArguments(argv)
  if (!asked) return environment.say(USAGE)
  await (asked.remove ? remove(asked, environment) : make(asked, environment))
}

async function make({ wanted, dryRun, yes }: Arguments, environment: Environment): Promise<void> {
  const { root, say, agrees } = environment
  const types = readFileSync(join(root, TYPES), 'utf8')
  const own = ownFiles(root, wanted.table)
  if (own.length === 0 && new RegExp(`^ {6}${wanted.table}: \\{$`, 'm').test(types)) {
    throw new PlainError(
      `There is a table ${wanted.table} already, which this command did not make.`,
    )
  }
  const references = referencesOf(wanted.fields, types, (table) =>
    existsSync(join(root, sceneFile(table))),
  )
  const migrations = readdirSync(join(root, 'supabase/migrations'))
  const existing = migrations.find((name) => name.slice(15) === `${wanted.table}.sql`)
  const stamp = existing?.slice(0, 14) ?? stampAfter(migrations, new Date())
  const { files, edits } = planOf(
    describeResource(wanted, references, stamp),
    numbersFor(root, wanted),
  )
  const paths = [...files.keys(), ...edits.keys()]
  if (dryRun) {
    for (const [path, text] of files) say(`--- ${path}\n${text}`)
    say(`Would write ${listed([...files.keys()])}\nand lines in ${listed([...edits.keys()])}`)
    return
  }
  const old = [...files.keys()].filter((path) => existsSync(join(root, path)))
  if (old.length > 0 && !yes && !(await agrees(`Overwrite ${listed(old)}?`))) {
    throw new PlainError('Nothing was written.')
  }
  for (const [path, text] of files) write(join(root, path), text)
  for (const [path, edit] of edits) change(join(root, path), edit)
  formatAndGenerate(root, paths)
  say(`Wrote ${listed([...files.keys()])}\nand lines in ${listed([...edits.keys()])}\n`)
  say('Next: docs/add-a-resource.md says what is left to do by hand.')
}

async function remove({ wanted, dryRun, yes }: Arguments, environment: Environment): Promise<void> {
  const { root, say, agrees } = environment
  const { table, one } = wanted
  const own = ownFiles(root, table)
  const migration = own.find((path) => path.startsWith('supabase/migrations/'))
  if (!migration || !existsSync(join(root, sceneFile(table)))) {
    throw new PlainError(`There is no resource ${table} that this command made.`)
  }
  const place = releasedIn(root, migration)
  if (place) {
    throw new PlainError(
      `${migration} is part of ${place}, so a database may have it: a new migration takes the table away.`,
    )
  }
  const edits = removalOf(table, one)
  if (dryRun) return say(`Would delete ${listed(own)}\nand lines in ${listed([...edits.keys()])}`)
  if (!yes && !(await agrees(`Delete ${listed(own)}?`)))
    throw new PlainError('Nothing was deleted.')
  for (const path of own) rmSync(join(root, path))
  for (const folder of [`libs/data/src`, `apps/backoffice/src/resources`]) {
    const left = join(root, folder, table.replaceAll('_', '-'))
    if (existsSync(left) && readdirSync(left).length === 0) rmSync(left, { recursive: true })
  }
  for (const [path, edit] of edits) change(join(root, path), edit)
  formatAndGenerate(root, [...edits.keys()])
  say(`Deleted ${listed(own)}\nand lines in ${listed([...edits.keys()])}`)
}

function ownFiles(root: string, table: string): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
      .map((path) => path.replace(/^\//, '')),
  ).filter((path, i, all) => isOwnFile(path, table) && all.indexOf(path) === i)
}

/** Returns the next unused numbers; the files of an existing resource keep theirs. */
function numbersFor(root: string, { table }: Wanted): Numbers {
  const own = ownFiles(root, table)
  const number = (folder: string, step: number, below: number) => {
    const file = own.find((path) => path.startsWith(`${folder}/`) && /\/\d+-[^/]*$/.test(path))
    if (file) return /\/(\d+)-[^/]*$/.exec(file)?.[1] ?? ''
    const taken = readdirSync(join(root, folder)).flatMap((name) => /^(\d+)-/.exec(name)?.[1] ?? [])
    const last = Math.max(0, ...taken.map(Number).filter((one) => one < below))
    return String(last + step)
  }
  // Numbers of tests have three digits in steps of ten. Those of seeds have two, below that of the audit records.
  return { test: number('supabase/tests', 10, 1000), seed: number('supabase/seeds', 1, 90) }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function change(path: string, edit: Edit): void {
  writeFileSync(path, edit(readFileSync(path, 'utf8')))
}

/** Formats the written files, and generates the database types again. */
function formatAndGenerate(root: string, paths: readonly string[]): void {
  const code = paths.filter((path) => /\.tsx?$/.test(path) && existsSync(join(root, path)))
  node(root, 'node_modules/@biomejs/biome/bin/biome', ['check', '--write', ...code])
  node(root, 'scripts/run.mjs', ['gen:types'])
}

function node(root: string, script: string, args: string[]): void {
  const run = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new PlainError(`${script} failed:\n${run.stdout}${run.stderr}`)
}

const listed = (paths: readonly string[]) => paths.map((path) => `\n  ${path}`).join('')
