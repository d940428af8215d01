import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ADA_ID, ada, asModerator, bodies, COHORT_ID, openCohorts } from '../../test/cohorts'
import { preparePage } from '../../test/open-panel'

preparePage({ styleSheets: false })

describe('the cohorts of a person', () => {
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
    state: 'ACTIVE',
    shift_days: 0,
    open_all: false,
    joined_at: '2026-09-01T08:00:00Z',
    cohort: {
      id: COHORT_ID,
      title: 'Autumn',
      time_zone: 'Europe/Vienna',
      starts_on: '2026-09-07',
      ends_on: '2026-12-18',
    },
  }

  it('lead to the cohort and have the same acts', async () => {
    const { sent } = openCohorts(
      `/moderator/members/${ADA_ID}?tab=cohorts`,
      { 'rpc/person': { body: details }, cohort_members: { body: [inAutumn] } },
      asModerator,
    )
    const link = await screen.findByRole('link', { name: 'Autumn' })
    expect(link.getAttribute('href')).toBe(`/moderator/cohorts/${COHORT_ID}`)
    fireEvent.click(screen.getByRole('button', { name: 'Options in Autumn' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Open Everything' }))
    expect(await screen.findByText('Everything is open for Ada Okafor')).toBeDefined()
    expect(bodies(sent, 'rpc/change_cohort_people')).toMatchObject([
      { cohort_id: COHORT_ID, act: 'open', people: [ADA_ID] },
    ])
  })
})

describe('Manage Access', () => {
  it('shows what a cohort opens, leads to it, and offers no way to revoke it', async () => {
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
