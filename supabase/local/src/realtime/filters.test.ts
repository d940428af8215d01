import { postgresChangesFilter } from '@supabase/realtime-js'
import { expect, test } from 'vitest'
import {
  passes,
  passesAtOnce,
  RefusedChanges,
  readFilter,
  readRequestedChanges,
  type Test,
} from './filters'

test.each([
  ['', []],
  ['  ', []],
  ['id=eq.5', [['id', 'eq', '5']]],
  ['text=eq.a.b=c', [['text', 'eq', 'a.b=c']]],
  ['text=eq.', [['text', 'eq', '']]],
  [
    'id=gt.0, id=lt.100',
    [
      ['id', 'gt', '0'],
      ['id', 'lt', '100'],
    ],
  ],
  ['text=in.(a,b)', [['text', 'in', '{a,b}']]],
  ['text=in.("a,b",c)', [['text', 'in', '{"a,b",c}']]],
  ['text=eq."a,b"', [['text', 'eq', 'a,b']]],
  [
    'text=eq."a\\"b",id=eq.1',
    [
      ['text', 'eq', 'a"b'],
      ['id', 'eq', '1'],
    ],
  ],
])('reads the filter %j', (filter, conditions) => {
  expect(readFilter(filter).map(({ column, op, value }) => [column, op, value])).toEqual(conditions)
})

test('parses filters that the client library writes', () => {
  const filter = postgresChangesFilter().eq('a', 'x, "y" (z)').in('b', ['1', '2,3']).lte('c', 4)
  expect(readFilter(filter.build())).toEqual([
    { column: 'a', op: 'eq', value: 'x, "y" (z)' },
    { column: 'b', op: 'in', value: '{1,"2,3"}' },
    { column: 'c', op: 'lte', value: '4' },
  ])
})

test.each([
  'undefined',
  'id',
  'id=5',
  'id=foo.5',
  'id=not.eq.5',
  'id=like.x',
  '=eq.5',
  'id=eq.5,',
  ',id=eq.5',
  'id=in.1,2',
  'id=in.(1',
  'id=eq.\0',
])('refuses the filter %j', (filter) => {
  expect(() => readFilter(filter)).toThrow(RefusedChanges)
})

test('accepts a subscription without optional fields', () => {
  expect(
    readRequestedChanges({ event: 'insert', schema: 'public', table: 'a', filter: 'id=eq.1' }),
  ).toEqual({
    event: 'INSERT',
    schema: 'public',
    table: 'a',
    conditions: [{ column: 'id', op: 'eq', value: '1' }],
  })
  expect(readRequestedChanges({ schema: 'public' })).toMatchObject({ event: '*', table: '*' })
  expect(readRequestedChanges({ table: 'a' })).toMatchObject({ schema: 'public', table: 'a' })
  const wrong = [
    {},
    { filter: 'id=eq.1' },
    { schema: 1, table: 'a' },
    { schema: 'public', table: 'a', filter: 1 },
    { schema: 'public', filter: 'id=eq.1' },
    { schema: 'public', table: 'a', select: ['id'] },
  ]
  for (const entry of wrong) expect(() => readRequestedChanges(entry)).toThrow(RefusedChanges)
})

const never = () => Promise.reject(new Error('asked the database'))
const exact = (op: Test['op'], ...operands: string[]): Test => ({
  column: 'a',
  op,
  operands,
  type: 25,
  exact: true,
})

test('the service itself compares values of types with only one spelling', async () => {
  expect(await passes({ a: 'x' }, [exact('eq', 'x'), exact('neq', 'y')], never)).toBe(true)
  expect(await passes({ a: 'x' }, [exact('in', 'w', 'x')], never)).toBe(true)
  expect(await passes({ a: 'x' }, [exact('eq', 'y')], never)).toBe(false)
  expect(passesAtOnce({ a: 'x' }, [])).toBe(true)
})

test('no comparison with null or an unlogged value is true', async () => {
  for (const row of [{ a: null }, {}, { a: undefined }]) {
    for (const op of ['eq', 'neq', 'in', 'lt'] as const) {
      expect(await passes(row, [exact(op, 'x')], never)).toBe(false)
      expect(passesAtOnce(row, [exact(op, 'x')])).toBe(false)
    }
  }
})

test('the database does all other comparisons', async () => {
  const asked: unknown[] = []
  const compare = (...question: unknown[]) => {
    asked.push(question)
    return Promise.resolve(['5'])
  }
  expect(passesAtOnce({ a: '10' }, [exact('gt', '5')])).toBeUndefined()
  expect(await passes({ a: '10' }, [exact('gt', '5')], compare)).toBe(true)
  expect(asked).toEqual([[25, '>', '10', ['5']]])
  expect(await passes({ a: '10' }, [exact('gt', '5')], () => Promise.resolve([]))).toBe(false)
})
