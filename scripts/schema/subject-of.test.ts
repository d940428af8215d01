import { expect, test } from 'vitest'
import { subjectsOf } from './subject-of'

const about = 'Things.'
const subjects = {
  people: { about, names: 'profiles erase_*' },
  courses: { about, names: `courses public.check_course\n  course_* erase_course` },
  access: { about, names: 'private.check_course' },
}
const everything = [
  'public.profiles',
  'private.erase_person',
  'private.erase_course',
  'public.courses',
  'public.course_titles',
  'public.check_course',
  'private.check_course',
]

test('a name comes before a pattern, and its schema tells two of one name apart', () => {
  expect([...subjectsOf(subjects, everything).values()]).toEqual([
    'people',
    'people',
    'courses',
    'courses',
    'courses',
    'courses',
    'access',
  ])
})

test('what no entry covers is named, with where to add it', () => {
  expect(() => subjectsOf(subjects, [...everything, 'public.coupons', 'private.tidy'])).toThrow(
    'No subject has public.coupons, private.tidy: add it to one in scripts/schema/subjects.ts, and run npm run gen:types again.',
  )
})

test('what two subjects cover is named with both', () => {
  const twice = { ...subjects, members: { about, names: 'profiles' } }
  expect(() => subjectsOf(twice, everything)).toThrow('public.profiles is in people and in members')
})

test('an entry that covers nothing any more has to go', () => {
  expect(() => subjectsOf(subjects, everything.slice(0, -1))).toThrow(
    'Nothing in the database is called private.check_course (access)',
  )
})
