import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { bootAnswer, type WireAnswer } from '../../test/wire'

preparePage()

const sale = {
  id: 'p1',
  amount_cents: 3_500_000_000,
  refunded_cents: 0,
  currency: 'IDR',
  provider: 'stripe',
  provider_ref: 'pi_link',
  status: 'COMPLETED',
  created_at: '2026-11-01T10:00:00Z',
  member: null,
  needs_member: true,
  buyer_email: 'buyer@example.org',
  item: 'Git',
  reason: null,
  refund_reason: null,
}
const notice = {
  id: 'n1',
  provider: 'stripe',
  event_id: 'evt_1',
  type: 'checkout.session.completed',
  reasons: ['BAD_AMOUNT'],
  ref: null,
  told_at: '2026-11-01T10:00:00Z',
  times: 3,
}
const page = {
  found: 1,
  total: 1,
  completed: 1,
  pending: 0,
  revenue: [{ currency: 'IDR', cents: 3_500_000_000 }],
  purchases: [sale],
  notices: [notice],
}
const ada = {
  id: 'a1',
  name: 'Ada Okafor',
  email: 'ada@example.org',
  role: 'MEMBER',
  created_at: '2026-09-10T08:00:00Z',
  disabled_at: null,
  verified: true,
  courses: 0,
}

function open(rights: object[], answers: Record<string, WireAnswer> = {}) {
  return openPanel('/admin/purchases', bootAnswer(rights), ({ path }) => {
    if (answers[path]) return answers[path]
    if (path === 'rpc/purchase_list') return { body: page }
    if (path === 'rpc/members') return { body: { total: 1, members: [ada] } }
    return null
  })
}

const give = () => screen.findByRole('button', { name: /^Give IDR.35,000,000 of buyer@example/ })

/** Waits for the dialog, whose code loads on demand. */
async function openDialog(): Promise<HTMLElement> {
  fireEvent.click(await give())
  await screen.findByRole('combobox', { name: 'Member' })
  return screen.getByRole('dialog', { name: 'Give to a Member' })
}

async function chooseAda(): Promise<HTMLElement> {
  const dialog = await openDialog()
  fireEvent.change(within(dialog).getByRole('combobox', { name: 'Member' }), {
    target: { value: 'ada' },
  })
  fireEvent.click(await screen.findByTitle('Ada Okafor, ada@example.org'))
  return dialog
}

describe('paid purchase without a member', () => {
  it('a paid purchase without a member is not shown as Completed, names the payer, and can be assigned', async () => {
    const { sent } = open(ALL_RIGHTS, {
      'rpc/assign_purchase': { body: { id: 'p1', replayed: false, opened: true } },
    })
    await give()
    const list = screen.getByRole('region', { name: 'Purchases' })
    expect(within(list).getByText('No member', { exact: true })).toBeDefined()
    expect(within(list).queryByText('Completed')).toBeNull()
    expect(within(list).getByText('buyer@example.org')).toBeDefined()

    const dialog = await chooseAda()
    expect(within(dialog).getByText(/^Ada Okafor gets Git at once/)).toBeDefined()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Give Purchase' }))
    await screen.findByText('Purchase given')
    expect(sent.find(({ path }) => path === 'rpc/assign_purchase')?.body).toEqual({
      purchase_id: 'p1',
      user_id: 'a1',
    })
  })

  it('the dialog asks for a member, and keeps the chosen member when the assignment is refused', async () => {
    const message = 'This purchase was given to another member already. Nothing was changed.'
    open(ALL_RIGHTS, {
      'rpc/assign_purchase': {
        status: 409,
        body: { code: 'PT409', hint: 'HAS_MEMBER', message, details: null },
      },
    })
    const dialog = await openDialog()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Give Purchase' }))
    expect(await within(dialog).findByText('Please choose who paid')).toBeDefined()
    cleanup()

    open(ALL_RIGHTS, {
      'rpc/assign_purchase': {
        status: 409,
        body: { code: 'PT409', hint: 'HAS_MEMBER', message, details: null },
      },
    })
    const again = await chooseAda()
    fireEvent.click(within(again).getByRole('button', { name: 'Give Purchase' }))
    expect(await within(again).findByText(message)).toBeDefined()
  })

  it('a purchase cannot be assigned by readers without that right', async () => {
    open(ALL_RIGHTS.filter(({ action }) => action !== 'assign' && action !== 'dismiss'))
    expect(await screen.findByText('buyer@example.org')).toBeDefined()
    expect(screen.queryByRole('button', { name: /to a member$/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Dismiss/ })).toBeNull()
  })
})

describe('purchase through a payment provider', () => {
  it('a purchase through a provider cannot be refunded here, and the dialog says where to refund it', async () => {
    const bought = { ...sale, needs_member: false, currency: 'EUR', amount_cents: 14_900 }
    const { sent } = open(ALL_RIGHTS, {
      'rpc/purchase_list': { body: { ...page, purchases: [bought], notices: [] } },
    })
    fireEvent.click(await screen.findByRole('button', { name: /^Refund €149\.00/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund at the provider' }))
    expect(dialog.getByText('pi_link')).toBeDefined()
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.map(({ path }) => path)).not.toContain('rpc/refund_purchase')
  })
})

describe('payment event that needs attention', () => {
  it('the list shows what a payment event was and why it failed, and the event can be dismissed', async () => {
    const { sent } = open(ALL_RIGHTS, { 'rpc/dismiss_purchase_notice': { status: 204 } })
    const events = await screen.findByRole('region', { name: 'Events to Review' })
    expect(within(events).getByText('evt_1')).toBeDefined()
    expect(
      within(events).getByText(/^Its amount is not a valid whole number.*sent 3 times\.$/),
    ).toBeDefined()
    fireEvent.click(within(events).getByRole('button', { name: 'Dismiss evt_1' }))
    await screen.findByText('Event dismissed')
    await waitFor(() =>
      expect(sent.filter(({ path }) => path === 'rpc/purchase_list')).toHaveLength(2),
    )
    expect(sent.find(({ path }) => path === 'rpc/dismiss_purchase_notice')?.body).toEqual({
      notice_id: 'n1',
    })
  })
})
