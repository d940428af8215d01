import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ADA_ID, ada, asModerator, bodies, COHORT_ID, openCohorts } from '../../../test/cohorts'
import { findDialog } from '../../../test/interact'
import { preparePage } from '../../../test/open-panel'

preparePage()

describe("cohorts on a person's page", () => {
  const details = {
    ...ada,
    role: 'MEMBER',
    created_at: '2026-01-01T00:00:00Z',
    disabled_at: null,
    courses: 1,
    verified: true,
    phone: null,
    factors: null,
    last_at: null,
    counts: { purchases: null, invites: 0, communities: null, sessions: null },
  }
  const inAutumn = {
    id: COHORT_ID,
    title: 'Autumn',
    time_zone: 'Europe/Vienna',
    starts_on: '2026-09-07',
    ends_on: '2026-12-18',
    state: 'ACTIVE',
    shift_days: 0,
    open_all: false,
    joined_at: '2026-09-01T08:00:00Z',
    behind: [{ reason: 'SILENT', days: 9, usual: 2, since: '2026-11-09' }],
    cleared: [
      { reason: 'NOT_STARTED', note: 'Was ill', at: '2026-09-12T08:00:00Z', by: 'Grace Kim' },
    ],
  }
  const open = (answers: object = {}) =>
    openCohorts(
      `/moderator/members/${ADA_ID}?tab=cohorts`,
      {
        'rpc/person': { body: details },
        'rpc/person_cohorts': { body: [inAutumn] },
        'rpc/clear_behind': { status: 204, body: null },
        ...answers,
      },
      asModerator,
    )

  it("the cohorts on a person's page link to each cohort and offer the same actions as its list of people", async () => {
    const { sent } = open({ 'rpc/person_cohorts': { body: [{ ...inAutumn, behind: [] }] } })
    const link = await screen.findByRole('link', { name: 'Autumn' })
    expect(link.getAttribute('href')).toBe(`/moderator/cohorts/${COHORT_ID}`)
    fireEvent.click(screen.getByRole('button', { name: 'Options in Autumn' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Open Everything' }))
    expect(await screen.findByText('Everything is open for Ada Okafor')).toBeDefined()
    expect(bodies(sent, 'rpc/change_cohort_people')).toMatchObject([
      { cohort_id: COHORT_ID, act: 'open', people: [ADA_ID] },
    ])
  })

  it("the cohorts on a person's page say where the person has fallen behind, and show earlier notes", async () => {
    const { sent } = open()
    expect(
      await screen.findByText('Silent for 9 days, since Mon 9 Nov. Usually there every 2 days.'),
    ).toBeDefined()
    expect(screen.getByText('Was ill')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Clear for Ada Okafor' }))
    const note = await screen.findByLabelText(/^Note/, { selector: 'textarea' })
    fireEvent.change(note, { target: { value: ' Called her ' } })
    const dialog = within(await findDialog('Clear With a Note'))
    fireEvent.click(dialog.getByRole('button', { name: 'Clear' }))
    expect(await screen.findByText('Cleared')).toBeDefined()
    expect(bodies(sent, 'rpc/clear_behind')).toEqual([
      { cohort_id: COHORT_ID, user_id: ADA_ID, reason: 'SILENT', note: 'Called her' },
    ])
    await waitFor(() => expect(bodies(sent, 'rpc/person_cohorts')).toHaveLength(2))
  })
})

describe('dialog Manage Access', () => {
  it('Manage Access shows the courses that a cohort opens, links to the cohort, and has no switch to revoke them', async () => {
    const course = { id: 'c1', title: 'Web', slug: 'web', status: 'PUBLISHED' }
    openCohorts('/admin/members', {
      'rpc/members': {
        body: {
          total: 1,
          members: [
            {
              ...ada,
              role: 'MEMBER',
              created_at: '2026-01-01T00:00:00Z',
              disabled_at: null,
              courses: 1,
            },
          ],
        },
      },
      'rpc/member_access': {
        body: [
          {
            ...course,
            granted: false,
            source: null,
            expires_at: null,
            cohorts: [
              {
                id: COHORT_ID,
                slug: 'autumn',
                title: 'Autumn',
                time_zone: 'Europe/Vienna',
                expires_at: null,
              },
            ],
          },
        ],
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Manage Access of Ada Okafor' }))
    const toggle = await screen.findByRole('switch', { name: /^Web/ })
    expect(toggle.getAttribute('aria-checked')).toBe('false')
    const link = screen.getByRole('link', { name: 'Autumn' })
    expect(link.getAttribute('href')).toBe(`/admin/cohorts/${COHORT_ID}`)
  })
})
