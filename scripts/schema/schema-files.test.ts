import { expect, test } from 'vitest'
import { schemaFiles } from './schema-files'

const about = 'What people are.'

test('a file has its parts in order, each under its heading, by the map', () => {
  const files = schemaFiles(
    { people: { about, names: 'profiles members' }, courses: { about, names: 'course*' } },
    [
      { part: 'tables', owner: 'public.profiles', sql: 'create table public.profiles ();' },
      { part: 'tables', owner: 'public.courses', sql: 'create table public.courses ();' },
      { part: 'policies', owner: 'public.profiles', sql: 'create policy p on public.profiles;' },
      { part: 'functions', owner: 'public.members', sql: 'create function public.members();' },
    ],
  )
  expect([...files.keys()]).toEqual(['people.sql', 'courses.sql'])
  const people = files.get('people.sql') ?? ''
  expect(people.startsWith(`-- ${about}\n`)).toBe(true)
  expect(people.slice(people.indexOf('-- TABLES'))).toBe(
    [
      '-- TABLES',
      'create table public.profiles ();',
      '-- POLICIES',
      'create policy p on public.profiles;',
      '-- FUNCTIONS',
      'create function public.members();\n',
    ].join('\n\n'),
  )
})
