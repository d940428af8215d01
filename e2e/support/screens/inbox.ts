import type { InboxKind } from '@rookies/data/inbox/inbox-kinds'
import type { Screen } from '../screens'
import { WIDE_MARKDOWN, WIDE_WORD } from '../wide-text'
import { answerWith, combineMocks, failRequests, withFailedRead } from './mocks'

const id = (number: number) => `dc000000-0000-4000-8000-000000000${number}`

const COUNTS: Record<InboxKind, number> = {
  ...{ WORK: 0, APPEAL: 0, QUESTION: 0, QUESTION_REPORT: 0, BEHIND: 0, REPORT: 0, PURCHASE: 0 },
  ...{ EXTENSION: 0, EVENT: 0, MAIL: 0, INVITE: 0 },
}

/** A row that was due `late` hours ago, or will be due if `late` is negative. */
const row = (kind: InboxKind, number: number, title: string, late: number, change: object) => ({
  ...{ kind, subject_id: id(number), version: '1', title },
  ...{ person: null, course: null, cohort: null, holder: null },
  since: new Date(Date.now() - (late + 48) * 3_600_000).toISOString(),
  promise_at: new Date(Date.now() - late * 3_600_000).toISOString(),
  ...change,
})

const cohort = {
  id: id(301),
  title: 'Evenings in Buenos Aires, for people who work during the day',
}
const person = (number: number, name: string) => ({
  ...{ id: `dd000000-0000-4000-8000-000000000${number}`, name },
  email: `${number}@example.org`,
})

const rows = [
  row('APPEAL', 411, 'What a page about tea needs to say, and what it can leave out', 52, {
    facts: { round: 3, late: true },
    person: person(102, 'Grace Silva-Hernández'),
    cohort,
    holder: {
      ...{ id: id(901), name: 'Ada Admin', by: 'Cora Weber', mine: true },
      ...{ note: 'You have not read this one yet, and I have read it twice.', at: new Date() },
    },
  }),
  row('QUESTION', 419, `Why does my tea get cold before I have drunk it? ${WIDE_WORD}`, 40, {
    facts: {
      lesson: 'Water, leaves, and time',
      body: 'I pour it, and **ten minutes later** it is cold.\n\nWhat do you do?',
      ...{ cut: false, audience: 'COHORT', answers: 0 },
      ...{ slug: 'git', lesson_id: id(501) },
    },
    person: person(104, 'Zoë Ångström'),
    cohort,
  }),
  row('EXTENSION', 420, 'A page about tea that works with the keyboard and without pictures', 36, {
    facts: {
      ...{ lesson_id: id(503), days: 3 },
      note: `My laptop is being repaired, and I get it back on Monday. The shop calls it ${WIDE_WORD}.`,
      due: { at: '2026-11-27T17:00:00Z', zone: 'America/Argentina/Buenos_Aires', extended: true },
    },
    person: person(102, 'Grace Silva-Hernández'),
    cohort,
  }),
  // A request in the old format, which has neither a number of days nor a reason.
  row('EXTENSION', 421, 'Branches', 35, {
    facts: { lesson_id: id(502), days: null, note: '', due: null },
    person: person(103, 'Sam Osei'),
    cohort,
  }),
  row('BEHIND', 412, 'Sam Osei', 30, {
    facts: { reason: 'SILENT', days: 11, usual: 2.5, since: '2026-11-16' },
    person: person(103, 'Sam Osei'),
    cohort,
  }),
  row('BEHIND', 416, 'Zoë Ångström', 29, {
    facts: {
      ...{ reason: 'MISSED_DUES', days: 8, usual: null, since: '2026-11-19' },
      facts: [
        {
          ...{ id: id(501), lesson_id: id(501), slug: 'git', title: 'Water, leaves, and time' },
          ...{ on: '2026-11-12', times: null },
        },
        {
          ...{ id: id(502), lesson_id: id(502), slug: 'git', title: 'Branches' },
          ...{ on: '2026-11-19', times: null },
        },
      ],
    },
    person: person(104, 'Zoë Ångström'),
    cohort,
  }),
  row('PURCHASE', 413, 'Git from the First Commit', 20, {
    facts: {
      ...{ status: 'COMPLETED', item: 'Git from the First Commit', amount_cents: 14_900 },
      ...{ currency: 'EUR', ref: 'pi_3Qw0S04C3QwJ07C2Lk0', buyer_email: 'robin@example.org' },
    },
    course: { id: id(101), title: 'Git from the First Commit' },
  }),
  row('EVENT', 414, 'evt_1QwS04C3QwJ07C2Lk', 3, {
    facts: {
      ...{ type: 'checkout.session.completed', reasons: ['UNKNOWN_COURSE'] },
      ...{ ref: null, times: 1 },
    },
  }),
  row('MAIL', 415, 'Email an invite', 1, {
    facts: { error: 'The mail server refused the recipient', attempts: 30 },
  }),
  row('INVITE', 416, 'a.very.long.address.of.somebody@department.example.org', -3, {
    facts: { by: 'Cora Weber' },
  }),
  row('REPORT', 417, 'Beginners', -10, {
    facts: { community_id: id(201), slug: 'beginners', reports: 2 },
    holder: {
      ...{ id: id(902), name: 'Bert Rossi', by: 'Cora Weber', mine: false, note: null },
      at: new Date(),
    },
  }),
  // Work that is reviewed blind has no person.
  row('WORK', 418, 'Building a page', -30, { facts: { round: 1, late: false }, cohort }),
]

const written = {
  ...{ created_at: '2026-03-05T10:00:00Z', former: false, mine: false, edited: false },
  ...{ reported: false, author_id: null, reasons: [] },
}
const reply = (number: number, author: string, body: string, staff = false) => ({
  ...{ ...written, id: id(number), question_id: id(419), author, body, staff, accepted: false },
})
const firstReply = reply(
  511,
  'Sam Osei',
  `Did you **warm** the pot? \`lid\` helps, too.\n\n${WIDE_MARKDOWN}`,
)
const answeredMeanwhile = [
  reply(512, 'Cora Weber', 'A pot that is warm keeps tea warm for longer.', true),
]
const thread = (more: object[] = []) => ({
  ...{ lesson: 'Water', slug: 'git', course: 'Git', accepted: null, next: null },
  question: {
    ...written,
    ...{ id: id(419), lesson_id: id(501), gone: false, cut: false, author: 'Zoë Ångström' },
    title: 'Why does my tea get cold before I have drunk it?',
    body: 'I pour it, and **ten minutes later** it is cold.\n\nWhat do you do?',
    ...{ at_seconds: null, at_heading: null, audience: 'COHORT', state: 'OPEN' },
    ...{ answers: 1 + more.length, accepted: null, following: false, moderates: true },
  },
  answers: [firstReply, ...more],
})

const inbox = (found: object[], change: object = {}) =>
  answerWith('**/rpc/staff_inbox*', {
    ...{ rows: found, counts: { ...COUNTS, WORK: found.length }, changes_at: null },
    ...{ stopped: false, ...change },
  })

const long = { counts: { ...COUNTS, WORK: 1001 } }
const atHome = { as: 'admin', path: '/admin', mock: inbox(rows, long) } as const

/** The inbox of staff and its dialogs. */
export const inboxScreens: Screen[] = [
  { name: 'admin-inbox', ...atHome, shows: 'Due 2 days ago' },
  {
    name: 'admin-inbox-empty',
    like: 'admin-invites-empty',
    ...atHome,
    shows: 'Nobody waits for you',
    mock: inbox([], { stopped: true }),
  },
  {
    name: 'admin-inbox-error',
    like: 'admin-members-error',
    ...atHome,
    shows: 'Failed to load what waits for you',
    ...withFailedRead('**/rpc/staff_inbox*'),
  },
  {
    name: 'moderator-inbox',
    like: 'admin-inbox',
    ...atHome,
    as: 'moderator',
    path: '/moderator',
    shows: 'Due 2 days ago',
  },
  {
    name: 'admin-inbox-snooze',
    like: 'admin-courses-menu-sheet',
    ...atHome,
    shows: 'For 3 Hours',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Snooze:/ })
        .first()
        .click(),
  },
  {
    name: 'admin-inbox-hand-over',
    ...atHome,
    shows: 'Please choose a colleague',
    mock: async (page) => {
      await inbox(rows)(page)
      await answerWith('**/rpc/inbox_colleagues*', [{ id: id(902), name: 'Bert Rossi' }])(page)
    },
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Hand over:/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'Hand Over' }).click()
    },
  },
  {
    name: 'admin-inbox-answer',
    ...atHome,
    shows: 'Did you warm the pot?',
    mock: combineMocks(inbox(rows), answerWith('**/rpc/question?*', thread())),
    prepare: (page) => page.getByRole('button', { name: /^Answer:/ }).click(),
  },
  {
    name: 'admin-inbox-answer-more',
    like: 'admin-inbox-answer',
    ...atHome,
    shows: 'Cora Weber',
    mock: combineMocks(
      inbox(rows),
      answerWith('**/rpc/question?*', { ...thread(), next: id(511) }),
      answerWith('**/rpc/question?*after=*', {
        ...thread(),
        ...{ answers: answeredMeanwhile, next: id(512) },
      }),
    ),
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Answer:/ }).click()
      await page.getByRole('button', { name: 'Show More Answers' }).click()
    },
  },
  {
    name: 'admin-inbox-answer-meanwhile',
    like: 'admin-inbox-answer',
    ...atHome,
    shows: 'Cora Weber answered meanwhile.',
    mock: combineMocks(inbox(rows), answerWith('**/rpc/question?*', thread())),
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Answer:/ }).click()
      await page.getByText('Did you warm the pot?').waitFor()
      await answerWith('**/rpc/question?*', thread(answeredMeanwhile))(page)
      await page.getByRole('textbox', { name: 'Answer' }).fill('Warm the pot, and use a lid.')
      await page.keyboard.press('Control+Enter')
    },
  },
  {
    name: 'admin-inbox-answer-error',
    ...atHome,
    shows: 'New answers did not load.',
    mock: combineMocks(inbox(rows), failRequests('**/rpc/question?*')),
    prepare: (page) => page.getByRole('button', { name: /^Answer:/ }).click(),
    expectProblems: [/503/],
  },
  {
    name: 'admin-inbox-give',
    ...atHome,
    shows: 'Then it is due',
    prepare: (page) => page.getByRole('button', { name: /^Other…:/ }).click(),
  },
  {
    name: 'admin-inbox-give-until',
    like: 'admin-cohort-opening',
    ...atHome,
    shows: 'What was late stays late.',
    prepare: (page) => page.getByRole('button', { name: /^Give…:/ }).click(),
  },
  {
    name: 'admin-inbox-decline',
    like: 'admin-inbox-give',
    ...atHome,
    shows: 'Please say why',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Decline…:/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    },
  },
  {
    name: 'admin-inbox-assign',
    like: 'admin-purchases-record',
    ...atHome,
    shows: 'Give Purchase',
    prepare: (page) => page.getByRole('button', { name: /^Give to a Member:/ }).click(),
  },
  {
    name: 'admin-inbox-keys',
    like: 'admin-review-shortcuts',
    ...atHome,
    shows: 'Use keyboard shortcuts',
    prepare: (page) => page.getByRole('button', { name: 'Keyboard Shortcuts' }).click(),
  },
]
