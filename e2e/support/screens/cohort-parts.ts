import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { untilSeen } from '../seen'
import { WIDE_WORD } from '../wide-text'
import { id, NAMES, page, people, progress, shown, tab } from './cohorts'
import { answerWith, combineMocks } from './mocks'

const fact = (n: number, title: string, on: string, times: number | null = null) => ({
  ...{ id: id(n), lesson_id: id(n), slug: 'git', title, on, times },
})

const behind = [
  {
    ...people(5)[1],
    reason: 'SILENT',
    days: 11,
    usual: 2.5,
    since: '2026-11-16',
  },
  {
    ...people(5)[4],
    reason: 'NOT_STARTED',
    days: 18,
    usual: null,
    since: '2026-11-09',
  },
  {
    ...people(5)[4],
    reason: 'MISSED_DUES',
    days: 8,
    usual: null,
    since: '2026-11-19',
    facts: [
      ...[fact(501, 'Water, leaves, and time', '2026-11-12')],
      ...[fact(502, 'A page about the first commit of a project', '2026-11-19')],
    ],
  },
  {
    ...people(5)[2],
    reason: 'RETURNED_TWICE',
    days: 4,
    usual: null,
    since: '2026-11-23',
    facts: [fact(501, 'Water, leaves, and time', '2026-11-23', 2)],
  },
  {
    ...people(5)[3],
    reason: 'NOT_ANSWERED',
    days: 2,
    usual: null,
    since: '2026-11-25',
    facts: [fact(503, 'Why does the second push fail?', '2026-11-25')],
  },
]

const messages = [
  {
    id: id(95),
    title: 'Office hours move to Fridays',
    message:
      'From this week on, office hours are on Fridays at 16:00 in Vienna.\n\nBring what you are stuck on.\n' +
      WIDE_WORD,
    created_at: '2026-11-20T08:00:00Z',
    sender: 'Grace Silva-Hernández',
    people: 58,
    mails: 41,
    read: 37,
  },
  {
    id: id(96),
    title: 'Welcome',
    message: 'We begin on Monday.',
    created_at: '2026-11-06T08:00:00Z',
    sender: null,
    people: 55,
    mails: 55,
    read: 55,
  },
]

const link = {
  active: true,
  ends_on: '2026-12-04',
  made_at: '2026-11-02T08:00:00Z',
  joined: 12,
}

const someBehind = answerWith('**/rpc/cohort_behind*', behind)

const messagesShown = combineMocks(
  shown(),
  answerWith('**/rpc/cohort_message_list*', { total: messages.length, messages }),
  answerWith('**/rpc/count_cohort_message*', { people: 58, mails: 41 }),
  answerWith(
    '**/rpc/cohort_message_readers*',
    people(5).map(({ id: person, name }, n) => ({
      id: person,
      name,
      read_at: n < 3 ? '2026-11-20T09:00:00Z' : null,
    })),
  ),
)

const openFromMenu = (label: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'More about people' }).click()
  await page.getByRole('menuitem', { name: label }).click()
}

/** The states that a line can have when a list of people is added to a cohort. */
const VERDICTS = ['JOINS', 'VALID', 'IN_COHORT', 'INVITED', 'DOUBLED', 'INVALID']
/** Who fell behind in a cohort, its messages, its join link, and a list that is added to it. */
export const cohortPartScreens: Screen[] = [
  {
    name: 'admin-cohort-behind',
    like: 'admin-cohort',
    ...page,
    shows: /^Silent for 11 days/,
    mock: shown({}, 5, someBehind),
  },
  {
    name: 'admin-cohort-progress-behind',
    like: 'admin-cohort-progress',
    ...tab('progress'),
    shows: '4 people fell behind',
    mock: combineMocks(
      shown({}, 5, someBehind),
      answerWith('**/rpc/cohort_progress*', progress(12)),
    ),
  },
  {
    name: 'admin-cohort-clear',
    ...tab('progress'),
    shows: /It is also in the data/,
    mock: combineMocks(
      shown({}, 5, someBehind),
      answerWith('**/rpc/cohort_progress*', progress(12)),
    ),
    prepare: (page) => page.getByRole('button', { name: /^Clear for Grace/ }).click(),
  },
  {
    name: 'admin-cohort-messages',
    ...tab('messages'),
    shows: 'Office hours move to Fridays',
    mock: messagesShown,
  },
  {
    name: 'admin-cohort-messages-empty',
    ...tab('messages'),
    shows: 'No messages yet',
    mock: combineMocks(
      shown(),
      answerWith('**/rpc/cohort_message_list*', { total: 0, messages: [] }),
    ),
  },
  {
    name: 'admin-cohort-message-write',
    ...tab('messages'),
    shows: /^It goes to 58 people, 41 of them by email, too/,
    mock: messagesShown,
    prepare: (page) => page.getByRole('button', { name: 'Write Message' }).click(),
  },
  {
    name: 'admin-cohort-message-readers',
    like: 'admin-cohort-messages',
    ...tab('messages'),
    shows: 'Read by 3 of 5 people',
    mock: messagesShown,
    prepare: (page) => page.getByRole('button', { name: /^Who has read “Office/ }).click(),
  },
  {
    name: 'admin-cohort-link-none',
    like: 'admin-cohort-link',
    ...page,
    shows: 'Make Link',
    mock: combineMocks(shown(), answerWith('**/rpc/cohort_link*', null)),
    prepare: openFromMenu('Join Link…'),
  },
  {
    name: 'admin-cohort-link',
    ...page,
    shows: 'Joined by link',
    mock: combineMocks(shown(), answerWith('**/rpc/cohort_link*', link)),
    prepare: openFromMenu('Join Link…'),
  },
  {
    name: 'admin-cohort-link-made',
    ...page,
    shows: /^Copy the link now/,
    mock: combineMocks(
      shown(),
      answerWith('**/rpc/cohort_link*', link),
      answerWith('**/rpc/make_cohort_link', { ...link, token: 'a1'.repeat(32) }),
    ),
    prepare: async (page) => {
      await openFromMenu('Join Link…')(page)
      await page.getByRole('button', { name: 'Renew…' }).click()
      const renew = page.getByRole('button', { name: 'Renew Link' })
      await renew.waitFor()
      await untilSeen(page)
      await renew.click()
    },
  },
  {
    name: 'admin-cohort-add-people',
    like: 'admin-cohort-add-list',
    ...page,
    shows: 'Paste a list or choose a CSV file',
    mock: shown(),
    prepare: (page) => page.getByRole('button', { name: 'Add People' }).click(),
  },
  {
    name: 'admin-cohort-add-list',
    ...page,
    shows: '2 ready',
    mock: combineMocks(
      shown(),
      answerWith(
        '**/rpc/check_invites',
        VERDICTS.map((state, n) => ({
          line: n + 1,
          email:
            state === 'INVALID'
              ? 'nobody'
              : `${NAMES[n % 5]?.split(' ')[0]?.toLowerCase()}.${n}@example.org`,
          role: 'MEMBER',
          courses: [],
          unknown: [],
          cohort: 'Autumn 2026',
          state,
        })),
      ),
    ),
    prepare: async (page) => {
      await openFromMenu('Add a List…')(page)
      await page
        .getByLabel('People to add')
        .fill(VERDICTS.map((_, n) => `p${n}@example.org`).join('\n'))
      const check = page.getByRole('button', { name: 'Check List' })
      await untilSeen(page)
      await check.click()
    },
  },
]
