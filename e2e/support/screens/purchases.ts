import type { Page } from '@playwright/test'
import { choose, pressOption } from '../choose'
import type { Screen } from '../screens'
import {
  answerWith,
  combineMocks,
  failRequests,
  leaveUnanswered,
  whileLoading,
  withFailedRead,
} from './mocks'

const sales = [
  ['COMPLETED', 14_900, 'EUR', 0, 'Ada Okafor', 'Databases without Fear'],
  ['PENDING', 9_900, 'USD', 0, 'Grace Silva-Hernández', 'Git from the First Commit'],
  ['COMPLETED', 14_900, 'EUR', 5_000, 'Linus Nowak', 'Databases without Fear'],
  ['REFUNDED', 1_500, 'JPY', 1_500, null, 'Git from the First Commit'],
  ['FAILED', 128_800, 'USD', 0, 'Margaret Haddad', null],
  [
    'COMPLETED',
    24_000,
    'JPY',
    0,
    'Barbara Moreau',
    'The whole bootcamp, with a title that is rather long',
  ],
] as const

/** The purchases of a school. */
const answer = {
  found: 1_284,
  total: 1_284,
  completed: 1_143,
  pending: 17,
  revenue: [
    { currency: 'EUR', cents: 10_430_050 },
    { currency: 'USD', cents: 4_215_000 },
    { currency: 'JPY', cents: 96_000 },
  ],
  notices: [],
  purchases: sales.map(([status, amount_cents, currency, refunded_cents, name, item], i) => ({
    id: `d2000000-0000-4000-8000-00000000020${i}`,
    status,
    amount_cents,
    currency,
    refunded_cents,
    item,
    provider: i === 1 ? 'paypal' : i === 5 ? 'scholarship' : 'stripe',
    reason: i === 5 ? 'A place was given at the open day' : null,
    refund_reason: null,
    provider_ref: `pi_3Qw${i}S04C3QwJ07C2Lk${i}`,
    created_at: `2026-0${9 - i}-1${i}T08:30:00Z`,
    needs_member: false,
    buyer_email: null,
    member: name && {
      id: `dd000000-0000-4000-8000-00000000010${i}`,
      name,
      email: `${name.split(' ')[0]?.toLowerCase()}@example.org`,
    },
  })),
}

/** A buyer without an account, and events that need attention. */
const waiting = {
  ...answer,
  purchases: answer.purchases.map((purchase, i) =>
    i === 0
      ? { ...purchase, member: null, needs_member: true, buyer_email: 'buyer@example.org' }
      : purchase,
  ),
  notices: [
    ['evt_1QwS04C3QwJ07C2LkEventOfRatherGreatLength', 'UNKNOWN_COURSE', 1],
    ['evt_1QwS04C3QwJ07C2Lm', 'BAD_AMOUNT', 3],
  ].map(([event_id, reason, times], i) => ({
    id: `d2000000-0000-4000-8000-00000000030${i}`,
    provider: 'stripe',
    event_id,
    type: 'checkout.session.completed',
    reasons: [reason],
    ref: i === 0 ? 'pi_3Qw0S04C3QwJ07C2Lk0' : null,
    told_at: '2026-09-20T08:30:00Z',
    times,
  })),
}

const list = '**/rpc/purchase_list'
const impact = '**/rpc/refund_impact'
const hasSales = answerWith(list, answer)
const hasWaiting = answerWith(list, waiting)

const record = (page: Page) => page.getByRole('button', { name: 'Record Purchase' }).click()

async function send(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Record Purchase' }).click()
}

/** Fills in the form for a person of the seed. */
async function fillIn(page: Page): Promise<void> {
  await record(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Member').fill('sam')
  await pressOption(page.getByTitle(/^Sam Okafor, /))
  await choose(dialog.getByLabel('Course'), 'Git from the First Commit')
  await dialog.getByLabel('Amount').fill('149.00')
  await dialog.getByLabel('Reason').fill('Transfer of 3 November')
}

const refund = (page: Page) =>
  page.getByRole('button', { name: 'Refund ¥24,000 of Barbara Moreau' }).click()

const give = (page: Page) =>
  page.getByRole('button', { name: 'Give €149.00 of buyer@example.org to a member' }).click()

async function sendGift(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Give Purchase' }).click()
}

async function chooseMember(page: Page): Promise<void> {
  await give(page)
  await page.getByRole('dialog').getByLabel('Member').fill('sam')
  await pressOption(page.getByTitle(/^Sam Okafor, /))
}

const admin = { as: 'admin', path: '/admin/purchases' } as const

/** Purchases and refunds. */
export const purchaseScreens: Screen[] = [
  { name: 'admin-purchases', ...admin, shows: 'Ada Okafor', mock: hasSales },
  {
    name: 'admin-purchases-loading',
    ...admin,
    shows: 'What was sold',
    ...whileLoading(list),
  },
  {
    name: 'admin-purchases-empty',
    as: 'admin',
    path: '/admin/purchases?q=nobody-has-bought-this&status=FAILED',
    shows: 'No purchases found',
  },
  {
    name: 'admin-purchases-error',
    ...admin,
    shows: 'Failed to load purchases',
    ...withFailedRead(list),
  },
  {
    name: 'admin-purchases-record',
    ...admin,
    shows: 'The purchase counts as completed, and the member gets access to the course at once.',
    mock: hasSales,
    prepare: fillIn,
  },
  {
    name: 'admin-purchases-record-wrong',
    ...admin,
    shows: 'Please choose who bought it',
    mock: hasSales,
    prepare: async (page) => {
      await record(page)
      await page.getByTitle('Choose a course').waitFor()
      await send(page)
    },
  },
  {
    name: 'admin-purchases-record-error',
    ...admin,
    shows: 'Failed to record purchase',
    expectProblems: [/503/],
    mock: combineMocks(hasSales, failRequests('**/rpc/record_purchase')),
    prepare: async (page) => {
      await fillIn(page)
      await send(page)
    },
  },
  {
    name: 'admin-purchases-waiting',
    like: 'admin-purchases',
    ...admin,
    shows: 'Events to Review',
    mock: hasWaiting,
  },
  {
    name: 'admin-purchases-assign',
    like: 'admin-purchases-record',
    ...admin,
    shows: /^Sam Okafor gets Databases without Fear at once/,
    mock: hasWaiting,
    prepare: chooseMember,
  },
  {
    name: 'admin-purchases-assign-wrong',
    ...admin,
    shows: 'Please choose who paid',
    mock: hasWaiting,
    prepare: async (page) => {
      await give(page)
      await sendGift(page)
    },
  },
  {
    name: 'admin-purchases-assign-error',
    ...admin,
    shows: 'Failed to give purchase',
    expectProblems: [/503/],
    mock: combineMocks(hasWaiting, failRequests('**/rpc/assign_purchase')),
    prepare: async (page) => {
      await chooseMember(page)
      await sendGift(page)
    },
  },
  {
    name: 'admin-purchases-refund',
    ...admin,
    shows: /^Barbara Moreau loses The whole bootcamp/,
    mock: combineMocks(
      hasSales,
      answerWith(impact, { status: 'COMPLETED', revokes: true, keeps: false }),
    ),
    prepare: refund,
  },
  {
    name: 'admin-purchases-refund-loading',
    ...admin,
    shows: 'Refund purchase?',
    mock: combineMocks(hasSales, leaveUnanswered(impact)),
    prepare: refund,
  },
  {
    name: 'admin-purchases-refund-error',
    ...admin,
    shows: 'Failed to load what this refund changes',
    expectProblems: [/400/],
    mock: combineMocks(hasSales, failRequests(impact, 400, { code: 'P0001', message: 'refused' })),
    prepare: refund,
  },
  {
    name: 'admin-purchases-refund-provider',
    ...admin,
    shows: /^The payment provider took this payment/,
    mock: hasSales,
    prepare: (page) => page.getByRole('button', { name: 'Refund €149.00 of Ada Okafor' }).click(),
  },
]
