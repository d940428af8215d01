import type { Page } from '@playwright/test'
import { interceptRequests } from '../intercept'
import type { Screen } from '../screens'
import { WIDE_CODE, WIDE_MARKDOWN, WIDE_WORD } from '../wide-text'
import { answerWith, combineMocks, failRequests } from './mocks'

const slug = 'html-css-pages-that-hold'
const lesson = 'e0000000-0000-4000-8000-000000020103'
const path = `/app/courses/${slug}/lesson/${lesson}`
const member = { as: 'member', path } as const
const list = '**/rpc/lesson_questions*'

const id = (number: number) => `00000000-0000-4000-8000-0000000000${number}`

const written = {
  created_at: '2026-03-05T10:00:00Z',
  author: 'Grace Silva-Hernández',
  former: false,
  mine: false,
  edited: false,
  reported: false,
}

const question = (number: number, change: object = {}) => ({
  ...written,
  id: id(number),
  lesson_id: lesson,
  gone: false,
  title: 'Why does a screen reader skip my second list?',
  body: 'It reads the **first** one.\n\n```html\n<ul role="presentation">\n```',
  cut: false,
  at_seconds: null,
  at_heading: 'Landmarks',
  audience: 'EVERYONE',
  state: 'OPEN',
  answers: 0,
  accepted: null,
  following: false,
  moderates: false,
  ...change,
})

const answer = (number: number, change: object = {}) => ({
  ...written,
  id: id(number),
  question_id: id(11),
  author: 'Ben Ode',
  body: 'Because `presentation` takes its role away.',
  staff: false,
  accepted: false,
  ...change,
})

const page = (questions: object[], change: object = {}) =>
  answerWith(list, {
    ...{ can_ask: true, banned: false, moderates: false, cohort: 'Autumn', questions, next: null },
    ...change,
  })

const several = [
  question(11, { state: 'ANSWERED', answers: 2, accepted: id(21) }),
  question(12, {
    title: 'Where do the tabs go?',
    at_heading: null,
    audience: 'COHORT',
    mine: true,
  }),
  { id: id(13), lesson_id: lesson, gone: true, answers: 1, created_at: written.created_at },
  question(14, {
    title: `Is ${WIDE_WORD} still true?`,
    state: 'CLOSED',
    answers: 1,
    author: null,
    former: true,
  }),
]

const accepted = answer(21, {
  ...{ author: 'Cora Coach', staff: true, accepted: true },
  body: `${WIDE_MARKDOWN}\nThen it is read out.`,
})
const thread = (shown: object, more: object = {}) =>
  answerWith('**/rpc/question?*', {
    ...{ lesson: 'Headings, landmarks and lists', slug, course: 'HTML and CSS: Pages That Hold' },
    ...{ question: shown, accepted, answers: [answer(22), accepted], next: null, ...more },
  })

const moderated = thread(
  question(11, {
    ...{ state: 'CLOSED', answers: 2, accepted: id(21), moderates: true, author_id: id(31) },
    reasons: ['This is rude.', ''],
  }),
  {
    answers: [answer(22, { author_id: id(32) }), accepted],
    moderation: { course_id: id(41), writers: { [id(31)]: false, [id(32)]: true } },
  },
)
const choose = (item: string) => async (shown: Page) => {
  await shown.getByRole('button', { name: /^Options for the question by/ }).click()
  await shown.getByRole('menuitem', { name: item }).click()
}
const target = (number: number, change: object = {}) => ({
  ...{ id: id(number), title: 'Why is my second list not read out?', author: 'Sam Osei' },
  ...{ former: false, created_at: written.created_at, answers: 3, state: 'ANSWERED' },
  ...{ accepted: true, ...change },
})

const open = async (shown: Page) => {
  await shown.getByRole('button', { name: 'Show questions' }).click()
}
const ask = async (shown: Page) => {
  await shown.getByRole('button', { name: 'Ask a question' }).click()
  await shown.getByRole('textbox', { name: 'Your question' }).fill('a second list')
  await shown.getByRole('complementary', { name: 'Questions like this' }).waitFor()
}

const askAway = async (shown: Page) => {
  await shown.getByRole('button', { name: 'Ask a question' }).click()
  await shown.getByRole('textbox', { name: 'Your question' }).fill('Which list comes second?')
  await shown.getByRole('textbox', { name: 'More about it' }).fill(WIDE_MARKDOWN)
  await shown.getByRole('button', { name: 'Send question' }).click()
}

/** The server fails at first, and then refuses the question. */
const refusesLater = (shown: Page) => {
  let asked = 0
  return interceptRequests(shown, '**/rpc/ask_question*', (request) => {
    asked += 1
    const message = 'You have asked 20 questions within an hour. Please wait a little.'
    return asked === 1
      ? request.fulfill({ message: 'unavailable' }, { status: 503 })
      : request.fulfill({ code: 'PT429', message, hint: 'TOO_MANY' }, { status: 429 })
  })
}

/** The questions of a lesson, in each state. */
export const learnerQuestionScreens: Screen[] = [
  {
    name: 'questions',
    ...member,
    shows: 'Why does a screen reader skip my second list?',
    mock: page(several, { next: id(14) }),
    prepare: open,
  },
  {
    name: 'questions-empty',
    like: 'library-empty-without-previews',
    ...member,
    shows: 'Nobody has asked about this lesson yet.',
    mock: page([]),
    prepare: open,
  },
  {
    name: 'questions-banned',
    like: 'library-empty-without-previews',
    ...member,
    shows: 'You may not read or write questions here any more.',
    mock: page([], { banned: true, can_ask: false }),
    prepare: open,
  },
  {
    name: 'questions-error',
    like: 'library-news-error',
    ...member,
    shows: 'Failed to load questions',
    mock: failRequests(list),
    prepare: open,
    expectProblems: [/503/],
  },
  {
    name: 'questions-asking',
    ...member,
    shows: 'Was this asked before?',
    mock: combineMocks(
      page(several),
      answerWith('**/rpc/questions_like*', [
        {
          ...{ id: id(11), title: 'Why does a screen reader skip my second list?', answers: 2 },
          ...{ lesson_id: lesson, lesson: 'Headings', state: 'ANSWERED', accepted: true },
        },
      ]),
    ),
    prepare: ask,
  },
  {
    name: 'questions-waiting',
    like: 'questions-refused',
    ...member,
    shows: 'Not sent yet. Saves when you are back online.',
    mock: combineMocks(page(several), (shown) =>
      interceptRequests(shown, '**/rpc/ask_question*', (request) => request.abort()),
    ),
    prepare: askAway,
    expectProblems: [/ERR_/, /Failed to fetch/],
  },
  {
    name: 'questions-refused',
    ...member,
    shows: 'Not sent. You have asked 20 questions within an hour.',
    mock: combineMocks(page(several), refusesLater),
    prepare: askAway,
    expectProblems: [/503/, /429/],
  },
  {
    name: 'question',
    ...member,
    path: `${path}?question=${id(11)}`,
    shows: 'takes its role away.',
    mock: thread(question(11, { state: 'ANSWERED', answers: 2, accepted: id(21), mine: true })),
  },
  {
    name: 'question-answering',
    ...member,
    path: `${path}?question=${id(11)}`,
    shows: 'takes its role away.',
    mock: thread(question(11, { state: 'ANSWERED', answers: 2, accepted: id(21) })),
    prepare: async (shown) => {
      const field = shown.getByRole('textbox', { name: 'Your answer' })
      await field.fill(`${WIDE_MARKDOWN}\n${WIDE_CODE}\n${WIDE_CODE};`)
      await shown.getByRole('button', { name: 'Show preview' }).click()
      await shown.getByRole('figure', { name: 'Preview' }).getByRole('table').waitFor()
      await shown.getByRole('button', { name: 'Mark as code' }).waitFor()
    },
  },
  {
    name: 'question-more-error',
    like: 'library-news-error',
    ...member,
    path: `${path}?question=${id(11)}`,
    shows: 'Failed to load more answers',
    mock: combineMocks(
      thread(question(11, { state: 'ANSWERED', answers: 60, accepted: id(21) }), { next: id(22) }),
      failRequests('**/rpc/question?*after=*'),
    ),
    prepare: async (shown) => {
      await shown.getByRole('button', { name: 'Show more answers' }).click()
    },
    expectProblems: [/503/],
  },
  {
    name: 'question-moderated',
    ...member,
    path: `${path}?question=${id(11)}`,
    shows: 'Reported by 2 people',
    mock: moderated,
  },
  {
    name: 'question-merge',
    ...member,
    path: `${path}?question=${id(11)}`,
    shows: 'Choose a question first.',
    mock: combineMocks(
      moderated,
      answerWith('**/rpc/questions_to_merge*', [
        target(51),
        target(52, {
          ...{
            title: 'Which landmark does a long list of links in the footer of a page belong to?',
          },
          ...{ author: 'Grace Silva-Hernández', answers: 0, state: 'OPEN', accepted: false },
        }),
        target(53, { title: 'Headings?', author: null, former: true, answers: 1, state: 'CLOSED' }),
      ]),
    ),
    prepare: async (shown) => {
      await choose('Merge into another question')(shown)
      await shown.getByRole('radio').first().waitFor()
      await shown.getByRole('button', { name: 'Merge' }).click()
    },
  },
  {
    name: 'question-merge-none',
    like: 'question-merge',
    ...member,
    path: `${path}?question=${id(11)}`,
    shows: 'This lesson has no other question that the same people can read.',
    mock: combineMocks(moderated, answerWith('**/rpc/questions_to_merge*', [])),
    prepare: choose('Merge into another question'),
  },
  {
    name: 'question-merge-error',
    like: 'question-merge',
    ...member,
    path: `${path}?question=${id(11)}`,
    shows: 'Failed to load questions',
    mock: combineMocks(moderated, failRequests('**/rpc/questions_to_merge*')),
    prepare: choose('Merge into another question'),
    expectProblems: [/503/],
  },
  {
    name: 'question-ban',
    like: 'community-report',
    ...member,
    path: `${path}?question=${id(11)}`,
    shows: 'They can no longer read or write questions in this course',
    mock: moderated,
    prepare: choose('Ban from the questions'),
  },
]
