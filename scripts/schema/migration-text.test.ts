import { expect, test } from 'vitest'
import type { Difference } from '../../supabase/local/src/catalogue/differences'
import type { Thing } from '../../supabase/local/src/catalogue/thing'
import { stepsFor } from './migration-text'

const thing = (name: string, more: Partial<Thing> = {}): Thing => ({
  name,
  aspect: null,
  state: null,
  body: null,
  make: null,
  mend: null,
  drop: null,
  source: null,
  ...more,
})

const missing = (part: string, wanted: Thing): Difference => ({ part, wanted, found: null })
const extra = (part: string, found: Thing): Difference => ({ part, wanted: null, found })
const other = (part: string, wanted: Thing, found: Thing): Difference => ({ part, wanted, found })

const none = () => undefined
const sqlOf = (found: Difference[], sourceOf: (name: string) => string | undefined = none) =>
  stepsFor(found, sourceOf).steps.map(({ sql }) => sql)

test('statements that drop things come first, except that functions are dropped last', () => {
  const source = (name: string) => `create ${name}`
  expect(
    sqlOf(
      [
        missing('policies', thing('policy a on public.t')),
        missing('functions', thing('function private.f()')),
        extra(
          'functions',
          thing('function private.g()', { drop: 'Run: drop routine private.g()' }),
        ),
        extra(
          'triggers',
          thing('trigger b on public.t', { drop: 'Run: drop trigger b on public.t' }),
        ),
      ],
      source,
    ),
  ).toEqual([
    'drop trigger b on public.t',
    'create function private.f()',
    'create policy a on public.t',
    'drop routine private.g()',
  ])
})

test('what belongs to a new table is added after the table was created', () => {
  const found = [
    missing('columns', thing('column public.t.a', { state: 'text' })),
    missing('tables', thing('table public.t')),
    missing('types', thing('type public.k')),
  ]
  const { steps, byHand } = stepsFor(found, (name) => `create ${name}`)
  expect(steps.map(({ sql }) => sql)).toEqual(['create type public.k', 'create table public.t'])
  expect(byHand).toEqual([])
})

test('a changed policy is dropped and created again, and a changed function is replaced', () => {
  const policy = thing('policy a on public.t', { drop: 'Run: drop policy a on public.t' })
  const routine = thing('function private.f(text)')
  const found = [other('policies', policy, policy), other('functions', routine, routine)]
  const { steps } = stepsFor(found, (name) => `create ${name}`)
  expect(steps).toEqual([
    { sql: 'create function private.f(text)', first: 'drop function private.f(text)' },
    { sql: 'drop policy a on public.t;\ncreate policy a on public.t' },
  ])
})

test('a new column is added if existing rows can have it, and other changes of columns are left to a person', () => {
  const column = (name: string, state: string) => thing(`column public.t.${name}`, { state })
  const { steps, byHand } = stepsFor(
    [
      missing('columns', column('a', `text not null default ''::text`)),
      missing('columns', column('b', 'date')),
      missing('columns', column('c', 'text not null')),
      missing('columns', column('d', 'integer not null identity')),
      other('columns', column('e', 'bigint'), column('e', 'integer')),
      extra(
        'columns',
        thing('column public.t.f', { drop: 'Run: alter table public.t drop column f' }),
      ),
      extra('tables', thing('table public.u', { drop: 'Drop it.' })),
    ],
    none,
  )
  expect(steps.map(({ sql }) => sql)).toEqual([
    `alter table public.t add column a text not null default ''::text`,
    'alter table public.t add column b date',
  ])
  expect(byHand).toEqual([
    'table public.u is not in the schema.',
    'column public.t.c is missing: "text not null".',
    'column public.t.d is missing: "integer not null identity".',
    'column public.t.e is "integer", and the schema has "bigint".',
    'column public.t.f is not in the schema.',
  ])
})

test('new values of an enum are added at their positions, and other changes of enums are left to a person', () => {
  const type = (state: string) => thing('type public.k', { state })
  expect(stepsFor([other('types', type('N, A, B, C, D'), type('A, B, D'))], none).values).toEqual([
    `alter type public.k add value 'N' before 'A'`,
    `alter type public.k add value 'C' after 'B'`,
  ])
  expect(stepsFor([other('types', type('B, A'), type('A, B'))], none)).toEqual({
    values: [],
    steps: [],
    byHand: ['type public.k has other values: B, A.'],
  })
})

test('grants, rows, and settings are changed by the statements that the doctor recommends', () => {
  const grant = thing('SELECT on public.t for anon', {
    make: 'Run: grant SELECT on public.t to anon',
  })
  const row = thing('row a of private.k', { state: '1', mend: 'Run: delete; Run it' })
  expect(
    sqlOf([missing('grants on tables', grant), other('rows that migrations write', row, row)]),
  ).toEqual(['grant SELECT on public.t to anon', 'delete; Run it'])
})
