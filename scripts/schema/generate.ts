import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openScratchDatabase } from '../../supabase/local/src/scratch-database'
import { findSupabaseCli } from '../lib/supabase-cli'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The file with the TypeScript types of the schema. */
export const TYPES = 'libs/data/src/database.gen.ts'

/**
 * Returns the TypeScript types of the database that the migrations create, as the content of `TYPES`. Throws if
 * PostgreSQL cannot run here, or a migration or a tool fails.
 */
export async function generateTypes(): Promise<string> {
  const database = await openScratchDatabase()
  try {
    return types(database)
  } finally {
    await database.close()
  }
}

function types(database: { url: string; dir: string }): string {
  // Without sslmode, the CLI would print a notice among the types.
  const address = `${database.url}?sslmode=disable`
  const written = run(
    findSupabaseCli(),
    ['gen', 'types', 'typescript', '--db-url', address, '--schema', 'public'],
    // The CLI writes files into its current folder.
    { cwd: database.dir },
  )
  // The types are formatted like all code, so that a change of the schema gives a readable difference.
  return run(
    `${root}node_modules/@biomejs/biome/bin/biome`,
    ['format', '--stdin-file-path=database.ts'],
    { cwd: root, input: separateEnumConstants(written) },
  )
}

/**
 * Writes the values of each enum as its own constant, such as `LESSON_CONTENT_TYPE` for `lesson_content_type`. The
 * CLI writes one object for all enums, which would be part of every bundle that uses one enum.
 */
function separateEnumConstants(written: string): string {
  const [types = '', constants = ''] = written.split(/^export const Constants = /m)
  const enums = [...constants.matchAll(/"(\w+)": (\[[^\]]*\])/g)].map(
    ([, name = '', values]) => `export const ${name.toUpperCase()} = ${values} as const`,
  )
  return [types, ...enums, ''].join('\n')
}

function run(script: string, args: string[], options: { cwd: string; input?: string }): string {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [script, ...args], {
    ...options,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' },
  })
  if (status === 0) return stdout
  throw new Error(`${script} ${args[0]} failed: ${error ?? stderr}`)
}
