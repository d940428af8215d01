import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { COMMENTS } from '../../supabase/local/src/catalogue/comments'
import { type Difference, differences } from '../../supabase/local/src/catalogue/differences'
import { PARTS } from '../../supabase/local/src/catalogue/parts'
import { type Catalogue, readCatalogue } from '../../supabase/local/src/catalogue/read-catalogue'
import { errorCode, errorMessage } from '../../supabase/local/src/plain-error'
import { openScratchDatabase } from '../../supabase/local/src/scratch-database'
import { stampAfter } from '../new-resource/resource'
import { type Step, stepsFor } from './migration-text'
import { openSchemaDatabase, schemaFiles } from './schema-database'
import { readSources } from './sources'

/** Everything that is compared between databases, including comments. */
const EVERYTHING = { ...PARTS, comments: COMMENTS }
/** More rounds than are needed: for objects, for the objects that belong to them, and for the comments on both. */
const ROUNDS = 6

/** Connects to two temporary databases: one that the schema created, and one that the migrations created. */
async function withBoth<T>(
  supabaseDir: string,
  act: (schema: pg.Client, migrations: pg.Client) => Promise<T>,
): Promise<T> {
  const open = [await openSchemaDatabase(supabaseDir), await openScratchDatabase({ supabaseDir })]
  const clients = open.map(({ url }) => new pg.Client(url))
  try {
    await Promise.all(clients.map((client) => client.connect()))
    const [schema, migrations] = clients as [pg.Client, pg.Client]
    return await act(schema, migrations)
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
    await Promise.all(open.map(({ close }) => close()))
  }
}

const read = (client: pg.Client) => readCatalogue(client, EVERYTHING)
const compare = (wanted: Catalogue, actual: Catalogue) =>
  differences(wanted, wanted, actual).filter(({ wanted: thing }) => thing?.aspect !== 'validation')

/**
 * Compares what the files of `supabase/schema` create with what the migrations create. The order of columns is
 * ignored, and so is whether older rows satisfy a constraint.
 * @returns a sentence for each difference
 */
export function schemaDifferences(supabaseDir: string): Promise<string[]> {
  return withBoth(supabaseDir, async (schema, migrations) =>
    compare(await read(schema), await read(migrations)).map(sentence),
  )
}

function sentence({ wanted, found }: Difference): string {
  if (wanted === null) return `${found.name} is in the migrations, and not in the schema.`
  if (found === null) return `${wanted.name} is in the schema, and not in the migrations.`
  const label = wanted.aspect === null ? wanted.name : `${wanted.aspect} of ${wanted.name}`
  return wanted.state === found.state
    ? `${label} differs between the schema and the migrations.`
    : `${label} is "${wanted.state}" in the schema, and "${found.state}" in the migrations.`
}

/** The result of writing a migration. */
export interface NewMigration {
  /** The paths of the new files in their order; empty if there was nothing to write. */
  files: string[]
  /** Sentences about what a person has to add to the last file. */
  byHand: string[]
}

/**
 * Writes the migration from the database of the migrations to that of the schema, and tries it on a temporary
 * database. New values of enums get a file of their own, because the transaction that adds them cannot use them.
 * @param name words joined with underscores
 * @param options.why the reason, which becomes the first line of the last file
 * @throws PlainError if a file of the schema or a migration fails
 */
export function newMigration(
  supabaseDir: string,
  name: string,
  { now, why }: { now: Date; why?: string | undefined },
): Promise<NewMigration> {
  return withBoth(supabaseDir, async (schema, migrations) => {
    const wanted = await read(schema)
    const sourceOf = readSources(schemaFiles(supabaseDir))
    const values: string[] = []
    const done: string[] = []
    const byHand = new Set<string>()
    let refused = new Map<string, string>()
    await migrations.query('set check_function_bodies = off')
    for (let round = 0; round < ROUNDS; round += 1) {
      const plan = stepsFor(compare(wanted, await read(migrations)), sourceOf)
      for (const sentence of plan.byHand) byHand.add(sentence)
      const before = values.length + done.length
      refused = new Map()
      for (const sql of plan.values) {
        await migrations.query(sql)
        values.push(sql)
      }
      // A refused statement may need a later one, so it is tried again in the next round.
      for (const step of plan.steps) {
        const { ran, error } = await tryStep(migrations, step)
        if (error === undefined) done.push(ran)
        else refused.set(ran, error)
      }
      if (values.length + done.length === before) break
    }
    for (const [sql, error] of refused) {
      byHand.add(`A statement fails until you have mended it: ${error}`)
      done.push(sql)
    }
    const left = compare(wanted, await read(migrations)).map(sentence)
    if (byHand.size === 0) for (const one of left) byHand.add(one)
    const functions = done.some((sql) => /^create (or replace )?function/m.test(sql))
    const text = [
      ...(why ? [`-- Why: ${why}`] : []),
      ...[...byHand].map((one) => `-- By hand: ${one}`),
      ...(functions ? ['set check_function_bodies = off'] : []),
      ...done,
    ]
    const files = [
      { end: `${name}_values`, lines: values },
      { end: name, lines: text },
    ].filter(({ lines }) => lines.some((one) => !one.startsWith('-- Why: ')))
    const folder = join(supabaseDir, 'migrations')
    const paths = files.map(({ end, lines }) => {
      const path = join(folder, `${stampAfter(readdirSync(folder), now)}_${end}.sql`)
      writeFileSync(path, lines.map(line).join('\n'))
      return path
    })
    return { files: paths, byHand: [...byHand] }
  })
}

const line = (sql: string) => (sql.startsWith('-- ') ? `${sql}\n` : `${sql};\n`)

/** Runs a step. If a function's result or names of arguments have changed, it is dropped first. */
async function tryStep(
  client: pg.Client,
  { sql, first }: Step,
): Promise<{ ran: string; error?: string }> {
  try {
    await client.query(sql)
    return { ran: sql }
  } catch (error) {
    const whole = first && errorCode(error) === '42P13' ? `${first};\n${sql}` : undefined
    if (whole) return tryStep(client, { sql: whole })
    return { ran: sql, error: errorMessage(error) }
  }
}
