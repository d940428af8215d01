import { expect, it } from 'vitest'
import { withheldNote } from './columns'

it('the note on an invite says what the invite no longer gives, and how staff can restore it', () => {
  const some = { all: false, role: 'MODERATOR' as const, courses: ['Knots'], cohort: 'Autumn' }
  expect(withheldNote(some)).toBe(
    "No longer gives Moderator as a role, the cohort Autumn, and Knots: its sender can't give it any more.",
  )
  expect(withheldNote({ ...some, all: true })).toMatch(/^Gives nothing/)
})
