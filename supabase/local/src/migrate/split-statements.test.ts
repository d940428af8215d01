import { expect, test } from 'vitest'
import { lineAt, splitStatements } from './split-statements'

const texts = (sql: string) => splitStatements(sql).map(({ text }) => text)

test('statements end at semicolons, without blanks and comments around them', () => {
  const sql = '-- first\nselect 1;\n\n/* second; */ select 2 ; -- done;\n;\nselect 3'
  expect(splitStatements(sql)).toEqual([
    { text: 'select 1', line: 2 },
    { text: 'select 2', line: 4 },
    { text: 'select 3', line: 6 },
  ])
})

test.each([
  ['a string', "select 'a;b'';c'"],
  ['an escape string', "select e'it\\'s; fine'"],
  ['a name', 'select 1 as "a;b"'],
  ['a dollar quote', 'do $$ begin perform 1; end $$'],
  ['a tagged dollar quote', 'do $body$ begin perform $$a;b$$; end $body$'],
  ['a nested comment', 'select /* a; /* b; */ c; */ 1'],
  ['a line comment', 'select -- a; b\n 1'],
])('a semicolon in %s does not end a statement', (_, sql) => {
  expect(texts(`${sql};\nselect 2;`)).toEqual([sql, 'select 2'])
})

test('the body of a SQL function is one statement', () => {
  const body =
    'create function f() returns int begin atomic select 1; select case when true then 2 end; end'
  expect(texts(`${body}; select 3`)).toEqual([body, 'select 3'])
})

test('a transaction block is not a function body', () => {
  expect(texts('begin; select 1; end;')).toEqual(['begin', 'select 1', 'end'])
})

test('a parameter is no dollar quote, and a word may contain a dollar', () => {
  expect(texts('select $1; select a$b$; select 1')).toEqual([
    'select $1',
    'select a$b$',
    'select 1',
  ])
})

test('lines are counted from 1', () => {
  expect(['a\nb\nc'].flatMap((text) => [0, 1, 2, 4].map((at) => lineAt(text, at)))).toEqual([
    1, 1, 2, 3,
  ])
})
