import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ada, alan, bodies, COHORT_ID, details, openCohorts } from '../../test/cohorts'
import { findDialog } from '../../test/interact'
import { preparePage } from '../../test/open-panel'
import type { WireRequest } from '../../test/wire'

preparePage()

const COHORT = `/admin/cohorts/${COHORT_ID}`
const LIST = `${ada.email}\nalan@example.org\nnew@example.org\nnobody`

/**
 * The answers to a check or an import of LIST: a member who joins, a member of the cohort, a stranger, an invalid
 * email.
 */
const verdicts =
  (joins: string, valid: string, seats: object | null = null) =>
  ({ body }: WireRequest) => ({
    body: (body as { lines: { email: string }[] }).lines.map(({ email }, n) => ({
      line: n + 1,
      email,
      role: 'MEMBER',
      courses: [],
      unknown: [],
      cohort: 'Autumn',
      seats,
      state:
        email === ada.email
          ? joins
          : email.startsWith('alan')
            ? 'IN_COHORT'
            : email.startsWith('new')
              ? valid
              : 'INVALID',
      ...(valid === 'CREATED' && email.startsWith('new') && { id: 'i1', token: 't1' }),
    })),
  })

const answers = {
  'rpc/check_invites': verdicts('JOINS', 'VALID'),
  'rpc/create_invites': verdicts('JOINED', 'CREATED'),
}

async function openList() {
  fireEvent.click(await screen.findByRole('button', { name: 'Add People' }))
  const field = await screen.findByLabelText('People', { selector: 'input' })
  fireEvent.paste(field, { clipboardData: { getData: () => LIST } })
  await screen.findByDisplayValue(/new@example\.org/)
  return within(await findDialog('Add a List of People to Autumn'))
}

describe('list of emails that is pasted where people are added', () => {
  it('a pasted list is checked and added, and the report has a result for every line', async () => {
    const { sent } = openCohorts(COHORT, answers)
    const dialog = await openList()
    fireEvent.click(dialog.getByRole('button', { name: 'Check List' }))
    expect(await dialog.findByText('2 ready')).toBeDefined()
    expect(dialog.getByText(/2 will be left out/)).toBeDefined()
    expect(dialog.getByText('A member, joins at once')).toBeDefined()
    expect(dialog.getByText('Already in the cohort')).toBeDefined()
    fireEvent.click(dialog.getByRole('button', { name: 'Add 2 People' }))
    expect(await dialog.findByText(/^Done: 1 person joined, 1 invited\./)).toBeDefined()
    const [asked] = bodies(sent, 'rpc/create_invites') as { lines: object[] }[]
    expect(asked?.lines).toEqual([
      { email: ada.email, role: 'MEMBER', courses: [], cohort: 'autumn' },
      { email: 'new@example.org', role: 'MEMBER', courses: [], cohort: 'autumn' },
    ])
  })

  it('a pasted list cannot be added if more members would join than seats are left', async () => {
    const { sent } = openCohorts(COHORT, {
      ...answers,
      'rpc/check_invites': verdicts('JOINS', 'VALID', { left: 0, invited: 0 }),
    })
    const dialog = await openList()
    fireEvent.click(dialog.getByRole('button', { name: 'Check List' }))
    expect(
      await dialog.findByText(/^1 person would join Autumn at once, and 0 seats are left\./),
    ).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Add 2 People' })).toHaveProperty('disabled', true)
    expect(bodies(sent, 'rpc/create_invites')).toEqual([])
  })
})

describe('inviting people to a cohort', () => {
  const invite = {
    ...{ id: 'i1', email: 'new@example.org', name: 'Nina New', role: 'MEMBER', state: 'ACTIVE' },
    ...{ token: 't1', created_at: '2026-11-20T08:00:00Z', expires_at: '2099-01-01T00:00:00Z' },
    ...{ redeemed_at: null, cancelled_at: null, invited_by_id: null, redeemed_by_id: null },
    ...{ withheld: null, inviter: null, courses: [], cohort: 'Autumn' },
  }

  it('the invite form warns when more people are invited than there are seats', async () => {
    openCohorts(COHORT, {
      ...answers,
      'rpc/check_invites': verdicts('IN_COHORT', 'VALID', { left: 1, invited: 29 }),
    })
    const list = await openList()
    fireEvent.click(list.getByRole('button', { name: 'Check List' }))
    expect(await list.findByText(/29 people invited earlier can still accept/)).toBeDefined()
    expect(list.getByRole('button', { name: 'Add 1 Person' })).toHaveProperty('disabled', false)
  })

  it('the page of a cohort lists its invites with buttons that resend and cancel them', async () => {
    const { sent } = openCohorts(COHORT, {
      'rpc/cohort': { body: { ...details, invited: 29 } },
      'rpc/invite_list': { body: { total: 1, invites: [invite] } },
    })
    fireEvent.click(await screen.findByRole('tab', { name: 'Invited (29)' }))
    fireEvent.click(
      await screen.findByRole('button', { name: 'More about the invite for new@example.org' }),
    )
    expect(await screen.findByRole('menuitem', { name: 'Resend' })).toBeDefined()
    expect(screen.getByRole('menuitem', { name: 'Cancel invite' })).toBeDefined()
    const [asked] = bodies(sent, 'rpc/invite_list') as object[]
    expect(asked).toMatchObject({ cohort_id: COHORT_ID })
  })
})

describe('join link of a cohort', () => {
  const link = { active: true, ends_on: null, made_at: '2026-11-20T08:00:00Z', joined: 4 }
  const openLink = async (answers: Parameters<typeof openCohorts>[1]) => {
    const opened = openCohorts(COHORT, answers)
    fireEvent.click(await screen.findByRole('button', { name: 'More about people' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Join Link…' }))
    await screen.findByText(/^People who open the link sign up/)
    return { ...opened, dialog: within(await findDialog('Join Link')) }
  }

  it('the join link is created, and shown once', async () => {
    let made = false
    const { dialog } = await openLink({
      'rpc/cohort_link': () => ({ body: made ? link : null }),
      'rpc/make_cohort_link': () => {
        made = true
        return { body: { ...link, token: 'a'.repeat(64) } }
      },
    })
    fireEvent.click(await dialog.findByRole('button', { name: 'Make Link' }))
    const field = await dialog.findByLabelText('Join link')
    expect(field).toHaveProperty('value', `${window.location.origin}/cohort/${'a'.repeat(64)}`)
    expect(await dialog.findByText('4 people')).toBeDefined()
  })

  it('the join link is turned off, and renewed after the question is confirmed', async () => {
    let active = true
    const { dialog, sent } = await openLink({
      'rpc/cohort_link': () => ({ body: { ...link, active } }),
      'rpc/set_cohort_link': ({ body }) => {
        active = (body as { active: boolean }).active
        return { body: { ...link, active } }
      },
      'rpc/make_cohort_link': { body: { ...link, token: 'b'.repeat(64) } },
    })
    fireEvent.click(await dialog.findByRole('button', { name: 'Switch Off' }))
    expect(await dialog.findByRole('button', { name: 'Switch On' })).toBeDefined()
    expect(bodies(sent, 'rpc/set_cohort_link')).toEqual([{ cohort_id: COHORT_ID, active: false }])
    fireEvent.click(dialog.getByRole('button', { name: 'Renew…' }))
    expect(dialog.getByText(/stops working at once/)).toBeDefined()
    fireEvent.click(dialog.getByRole('button', { name: 'Renew Link' }))
    await waitFor(() => expect(bodies(sent, 'rpc/make_cohort_link')).toHaveLength(1))
    expect(await dialog.findByDisplayValue(/\/cohort\/b{64}$/)).toBeDefined()
  })
})

describe('person who fell behind', () => {
  it('a person who fell behind is marked in the list of people, with the reason', async () => {
    openCohorts(COHORT, {
      'rpc/cohort_behind': {
        body: [{ ...alan, reason: 'NOT_STARTED', days: 18, usual: null, since: '2026-11-09' }],
      },
    })
    expect(
      await screen.findByText('Nothing completed in 18 days, since Mon 9 Nov, their first day.'),
    ).toBeDefined()
  })
})
