import { expect, test } from 'vitest'
import { schemaFiles } from './schema-files'

const migrations = [
  { name: '20260101000100_people.sql', text: 'create table public.profiles (\n);' },
  {
    name: '20260102000100_members.sql',
    text: 'create or replace function public.members(a int)\ncreate table if not exists x\ncreate table public.profiles (',
  },
]

test('a definition stands in the file of the area that made it first', () => {
  const files = schemaFiles(migrations, [
    { name: 'public.profiles', sql: 'create table public.profiles ();' },
    { name: 'public.members', sql: 'create function public.members(int);' },
  ])
  expect([...files.keys()]).toEqual(['people.sql', 'members.sql'])
  expect(files.get('people.sql')).toContain('create table public.profiles ();')
  expect(files.get('members.sql')).toContain('create function public.members(int);')
})

test('what no migration makes has no place', () => {
  expect(() => schemaFiles(migrations, [{ name: 'public.strange', sql: '' }])).toThrow(
    'No migration creates public.strange.',
  )
})
