import type { Screen } from '../screens'
import { answers, failing, loading } from './mocks'

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

/** The list as it would be at a school that sells. */
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
  purchases: sales.map(([status, amount_cents, currency, refunded_cents, name, item], i) => ({
    id: `d2000000-0000-4000-8000-00000000020${i}`,
    status,
    amount_cents,
    currency,
    refunded_cents,
    item,
    provider: i === 1 ? 'paypal' : 'stripe',
    provider_ref: `pi_3Qw${i}S04C3QwJ07C2Lk${i}`,
    created_at: `2026-0${9 - i}-1${i}T08:30:00Z`,
    member: name && {
      id: `dd000000-0000-4000-8000-00000000010${i}`,
      name,
      email: `${name.split(' ')[0]?.toLowerCase()}@example.org`,
    },
  })),
}

const list = '**/rpc/purchase_list'

const admin = { as: 'admin', path: '/admin/purchases' } as const

/** What was sold. */
export const purchaseScreens: Screen[] = [
  { name: 'admin-purchases', ...admin, shows: 'Ada Okafor', mock: answers(list, answer) },
  {
    name: 'admin-purchases-loading',
    ...admin,
    shows: 'What was sold',
    ...loading(list),
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
    ...failing(list),
  },
]
