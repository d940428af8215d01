import { LONGEST } from '../field'
import { includesRole, type Resource } from '../resource'
import { sample } from '../samples'
import { withArticle } from '../words'
import { exportColumns } from './migration'

/** The file in `scenes/`: functions with which tests create a record. */
export function scene(resource: Resource): string {
  const { table, type, variable, one, references, fields } = resource
  const imports = references.flatMap(({ make }) => make.import ?? [])
  const values = fields.map((field) => {
    const reference = references.find((candidate) => candidate.field === field)
    if (reference) return `${field.column}: ${reference.make.code},`
    if (field === resource.name || (field.unique && field.type === 'text')) {
      return `${field.column}: \`${field.label} \${randomUUID()}\`,`
    }
    if (field.unique && field.type === 'url') {
      return `${field.column}: \`https://example.org/\${randomUUID()}\`,`
    }
    if (field.unique && field.type === 'int') return `${field.column}: randomInt(1_000_000_000),`
    return `${field.column}: ${json(sample(field, 1))},`
  })
  const crypto = values.some((line) => line.includes('randomInt('))
    ? 'randomInt, randomUUID'
    : 'randomUUID'
  return `import { ${crypto} } from 'node:crypto'
import type { Database } from '@rookies/data/database.gen'
import type { TestDatabase } from '../database'
${[...new Set(imports)].map((line) => `${line}\n`).join('')}
type New${type} = Database['public']['Tables']['${table}']['Insert']

/** Returns unique values of ${withArticle(one)}, with the records that it refers to. */
export async function ${variable}Values(${values.some((line) => line.includes('db')) ? 'db' : '_db'}: TestDatabase) {
  return {
    ${values.join('\n    ')}
  } satisfies New${type}
}

/** Creates ${withArticle(one)} in the database. Returns its id. */
export async function make${type}(db: TestDatabase): Promise<string> {
  const [row] = await db.owner(
    \`insert into public.${table} (${columnList(resource)})
     select ${columnList(resource)} from jsonb_populate_record(null::public.${table}, $1) returning id\`,
    [JSON.stringify(await ${variable}Values(db))],
  )
  return String(row?.id)
}
`
}

/** The probe of the agreement tests, which tries each right by requests. */
export function probe(resource: Resource): string {
  const { table, variables, variable, type, folder, name } = resource
  return `import type { ProbesOf, Scene } from '../terms'
import { changes, readsRow } from '../attempts'
import { ${variable}Values, make${type} } from '../../scenes/${folder}'
import { noRecord, probe } from './probe'
import { anyText, countLook, rowLook } from './rows'

/** Records have no owner, so the record is the same for every person. */
async function ${variable}Of({ db }: Scene) {
  const id = await make${type}(db)
  return { id, about: { record: { id } } }
}

export const ${variables}: ProbesOf<'${table}'> = {
  read: probe(['foreign'], ${variable}Of, (client, { id }) =>
    readsRow(client.from('${table}').select('*').eq('id', id)),
  ),
  create: probe(
    noRecord,
    async ({ db }) => ({ values: await ${variable}Values(db) }),
    (client, { values }, scene) =>
      changes(countLook(scene, '${table}', '${name.column}', values.${name.column}), () =>
        client.from('${table}').insert(values),
      ),
  ),
  update: probe(['foreign'], ${variable}Of, (client, { id }, scene) =>
    changes(rowLook(scene, '${table}', id), () =>
      client.from('${table}').update({ ${name.column}: anyText() }).eq('id', id).select('id'),
    ),
  ),
  delete: probe(['foreign'], ${variable}Of, (client, { id }, scene) =>
    changes(rowLook(scene, '${table}', id), () =>
      client.from('${table}').delete().eq('id', id).select('id'),
    ),
  ),
}
`
}

const PLACES = ['ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER'] as const

/** The entry in the matrix of the agreement tests: what each role may do. */
export function matrixEntry({ table, read, write }: Resource): string {
  const row = (roles: Resource['read']) =>
    `[${PLACES.map((role) => (includesRole(roles, role) ? `'all'` : `'-'`)).join(', ')}]`
  return `${table}: { read: ${row(read)}, create: ${row(write)}, update: ${row(write)}, delete: ${row(write)} }`
}

/** The entry in the list of columns that requests may write. */
export function writableEntry({ table, fields }: Resource): string {
  const columns = fields.map(({ column }) => `'${column}'`).join(', ')
  return `${table}: { insert: ['id', ${columns}], update: [${columns}] }`
}

/** The database test: who may do what, which values the table refuses, and what the audit log records. */
export function databaseTest(resource: Resource): string {
  const { table, variable, type, folder, one, name, write, stranger } = resource
  const writer = write[0] ?? 'ADMIN'
  const other = stranger ?? 'MEMBER'
  const everyoneReads = includesRole(resource.read, 'MEMBER')
  return `import { expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { ${variable}Values, make${type} } from './scenes/${folder}'

const db = useDatabase()

const COLUMNS = '${columnList(resource)}'

/** Inserts a record as the API does: only the granted columns. */
function insert(who: Person, values: object) {
  return db.as(
    who,
    \`insert into public.${table} (\${COLUMNS}) select \${COLUMNS} from jsonb_populate_record(null::public.${table}, $1) returning id\`,
    [JSON.stringify(values)],
  )
}
const stored = (id: unknown) => db.owner('select * from public.${table} where id = $1', [id])

test('a person with the right creates, changes and deletes ${withArticle(one)}, and the audit log records it', async () => {
  const who = await db.person({ role: '${writer}' })
  const { rows, code } = await insert(who, await ${variable}Values(db))
  expect(code).toBeUndefined()
  const id = rows[0]?.id
  const read = await db.as(who, 'select ${name.column} from public.${table} where id = $1', [id])
  expect(read.rows).toHaveLength(1)
  const renamed = await db.as(
    who,
    \`update public.${table} set ${name.column} = 'Another' where id = $1 returning ${name.column}\`,
    [id],
  )
  expect(renamed.rows).toEqual([{ ${name.column}: 'Another' }])
  await db.as(who, 'delete from public.${table} where id = $1', [id])
  expect(await stored(id)).toEqual([])
  const acts = await db.owner(
    'select action from public.audit_logs where user_id = $1 and target_id = $2 order by id',
    [who.id, id],
  )
  expect(acts).toEqual(['create', 'update', 'delete'].map((act) => ({ action: \`${one}.\${act}\` })))
})

test('a second insert with the same id is refused, so that a form creates one record', async () => {
  const who = await db.person({ role: '${writer}' })
  const id = crypto.randomUUID()
  const create = async () =>
    db.as(
      who,
      \`insert into public.${table} (id, \${COLUMNS}) select $2::uuid, \${COLUMNS} from jsonb_populate_record(null::public.${table}, $1)\`,
      [JSON.stringify(await ${variable}Values(db)), id],
    )
  expect((await create()).code).toBeUndefined()
  expect((await create()).code).toBe('23505')
})

${strangers(resource, other, everyoneReads)}
test.each([
${refusals(resource).join('\n')}
])('the table refuses %s', async (_what, change, code) => {
  const who = await db.person({ role: '${writer}' })
  const values = { ...(await ${variable}Values(db)), ...change }
  expect(await insert(who, values)).toMatchObject({ code, rows: [] })
})
${uniqueTest(resource, writer)}
test('an export has the records that the search finds${everyoneReads ? '' : ', and needs the right to read all'}', async () => {
  const reader = await db.person({ role: '${resource.read[0] ?? 'ADMIN'}' })
  const id = await make${type}(db)
  const [row] = await stored(id)
  const begin = (who: Person) =>
    db.as(who, 'select public.begin_export($1, $2) as begun', ['${table}', { search: row?.${name.column} }])
  const { rows } = await begin(reader)
  expect(rows[0]?.begun).toMatchObject({ total: 1, columns: [${exportColumns(resource)
    .map(({ key }) => `'${key}'`)
    .join(', ')}] })${
    everyoneReads
      ? ''
      : `
  expect((await begin(await db.person())).code).toBe('42501')`
  }
})
`
}

/** The tests for people without a right, which read the row again after each refused write. */
function strangers(
  { table, variable, type, name, write }: Resource,
  other: string,
  everyoneReads: boolean,
): string {
  if (includesRole(write, 'MEMBER')) return ''
  const seen = everyoneReads
    ? ''
    : `  expect((await db.as(who, 'select id from public.${table}')).rows).toEqual([])\n`
  const people = other === 'MEMBER' ? `['MEMBER']` : `['${other}', 'MEMBER']`
  const roles = includesRole(write, 'MODERATOR') ? `['MEMBER']` : people
  return `test.each(${roles} as const)('a %s ${everyoneReads ? 'changes nothing' : 'sees nothing and changes nothing'}', async (role) => {
  const id = await make${type}(db)
  const before = await stored(id)
  const who = await db.person({ role })
${seen}  expect((await insert(who, await ${variable}Values(db))).code).toBe('42501')
  await db.as(who, \`update public.${table} set ${name.column} = 'Mine' where id = $1\`, [id])
  await db.as(who, 'delete from public.${table} where id = $1', [id])
  expect(await stored(id)).toEqual(before)
})

test('a visitor reads no records', async () => {
  expect((await db.as('visitor', 'select id from public.${table}')).code).toBe('42501')
})

`
}

function refusals({ fields }: Resource): string[] {
  return fields.flatMap(({ column, label, type, optional, values }) => {
    const what = label.toLowerCase()
    const cases: [string, string, string][] = []
    if (!optional && type !== 'bool') cases.push([`no ${what}`, 'null', '23502'])
    if (type === 'text') {
      cases.push([`an empty ${what}`, `' '`, '23514'])
      cases.push([`a ${what} that is too long`, `'x'.repeat(${LONGEST.text + 1})`, '23514'])
    }
    if (type === 'longtext') {
      cases.push([`a ${what} that is too long`, `'x'.repeat(${LONGEST.longtext + 1})`, '23514'])
    }
    if (type === 'url')
      cases.push([`a ${what} that runs as a script`, `'javascript:alert(1)'`, '23514'])
    if (type === 'money') cases.push([`a ${what} below nothing`, '-1', '23514'])
    if (type === 'enum') cases.push([`a ${what} that is none`, `'no_${values[0] ?? ''}'`, '22P02'])
    if (type === 'ref') {
      cases.push([`a ${what} that is not there`, `'00000000-0000-4000-8000-00000000dead'`, '23503'])
    }
    return cases.map(([name, value, code]) => `  ['${name}', { ${column}: ${value} }, '${code}'],`)
  })
}

function uniqueTest({ unique, variable }: Resource, writer: string): string {
  if (!unique) return ''
  return `
test('the table refuses the same ${unique.label.toLowerCase()} twice', async () => {
  const who = await db.person({ role: '${writer}' })
  const [first, second] = [await ${variable}Values(db), await ${variable}Values(db)]
  expect((await insert(who, first)).code).toBeUndefined()
  expect((await insert(who, { ...second, ${unique.column}: first.${unique.column} })).code).toBe('23505')
})
`
}

const columnList = ({ fields }: Resource) => fields.map(({ column }) => column).join(', ')

const json = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))
