import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { WIDE_CODE, WIDE_WORD } from '../wide-text'
import {
  answerWith,
  combineMocks,
  failRequests,
  leaveUnanswered,
  withLostRead,
  withMissingCode,
} from './mocks'

const calls = '**/rpc/my_notes*'
const slug = 'html-css-pages-that-hold'
const lesson = 'e0000000-0000-4000-8000-000000020103'
const textLesson = `/app/courses/${slug}/lesson/${lesson}`
const member = { as: 'member', path: '/app/notes' } as const

const note = (at: number, change: object = {}) => ({
  id: `00000000-0000-4000-8000-00000000000${at}`,
  lesson_id: lesson,
  slug,
  course_title: 'HTML and CSS: Pages That Hold',
  lesson_title: 'Headings, landmarks and lists',
  at_seconds: null,
  quote: null,
  body: 'The outline is for people who listen. Try it with the accessibility panel.',
  revision: `00000000-0000-4000-8000-00000000000${at}`,
  updated_at: `2026-03-0${at}T10:00:00+00:00`,
  created_at: `2026-03-0${at}T10:00:00+00:00`,
  open: true,
  ...change,
})

const notes = {
  notes: [
    note(5, {
      lesson_title: 'Watch: flexbox in 20 minutes',
      at_seconds: 431,
      body: 'justify and align: which is which?',
    }),
    note(4, {
      quote:
        'People who use a screen reader don’t listen from top to bottom any more than you read from top to bottom.',
    }),
    note(3, {
      body: `A line.\n\nAnother, with ${WIDE_WORD}.\n${WIDE_CODE}`,
    }),
    note(2, {
      slug: null,
      open: false,
      lesson_title: 'A lesson of last year',
      course_title: 'A course that ended',
    }),
  ],
  more: true,
}

async function openPad(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByLabel('Note', { exact: true }).fill('Written beside the lesson')
}

/** A person's own notes, on their page and under a lesson. */
export const noteScreens: Screen[] = [
  { ...member, name: 'notes', shows: 'A lesson of last year', mock: answerWith(calls, notes) },
  {
    ...member,
    name: 'notes-empty',
    shows: 'No notes yet',
    mock: answerWith(calls, { notes: [], more: false }),
  },
  {
    ...member,
    name: 'notes-none-found',
    path: '/app/notes?q=quokka',
    shows: 'No note contains “quokka”.',
    mock: answerWith(calls, { notes: [], more: false }),
  },
  {
    ...member,
    name: 'notes-loading',
    shows: 'Only you can read them.',
    mock: leaveUnanswered(calls),
  },
  {
    ...member,
    name: 'notes-error',
    shows: 'Your notes could not be loaded',
    mock: failRequests(calls),
    expectProblems: [/503/],
  },
  {
    ...member,
    name: 'notes-needs-connection',
    shows: 'Your notes need a connection',
    ...withLostRead(calls),
  },
  {
    ...member,
    name: 'lesson-notes',
    path: textLesson,
    shows: 'Show in the text',
    mock: answerWith(calls, { notes: notes.notes.slice(1, 3), more: false }),
    prepare: (page) => page.getByRole('heading', { name: 'Your notes' }).scrollIntoViewIfNeeded(),
  },
  {
    ...member,
    name: 'lesson-parts-missing',
    like: 'library-news-error',
    path: textLesson,
    shows: 'The lesson actions could not be loaded.',
    ...withMissingCode('{lesson-actions,lesson-notes}'),
    prepare: async (page) => {
      const notes = page.getByText('Your notes could not be loaded.')
      await notes.scrollIntoViewIfNeeded()
    },
  },
  {
    ...member,
    name: 'lesson-note-pad-sheet',
    path: textLesson,
    shows: 'New note',
    mock: answerWith(calls, { notes: [], more: false }),
    prepare: openPad,
  },
  {
    ...member,
    name: 'lesson-note-refused',
    path: textLesson,
    shows: 'Not saved yet, and kept only in this browser',
    ownPage: true,
    mock: combineMocks(
      answerWith(calls, { notes: [], more: false }),
      failRequests('**/rpc/save_note', 409, {
        code: 'PT409',
        hint: 'TOO_MANY_NOTES',
        message: 'You have 5,000 notes, and there is no room for more. Delete some to add others.',
      }),
    ),
    expectProblems: [/409/],
    prepare: async (page) => {
      await openPad(page)
      await page.getByRole('button', { name: 'Save note' }).click()
    },
  },
]
