import type { CohortWeek } from '../library/my-week'

/** The week of a person in the third week of a cohort, with one lesson to do. */
export const aWeek = (change: Partial<CohortWeek> = {}): CohortWeek => ({
  ...{ id: 'k1', slug: 'autumn', title: 'Autumn', time_zone: 'UTC', community: null },
  ...{ starts_on: '2026-11-02', ends_on: '2027-01-22', state: 'RUNNING', my_state: 'ACTIVE' },
  ...{ day: 17, total: 12, open: 4, done: 3, behind: [], changes_at: null, next: [], due: [] },
  opened: [
    {
      ...{ id: 'l4', title: 'Knots', type: 'TEXT', sec: 300, course: 'Rope', slug: 'rope' },
      opens_at: '2026-11-16T09:00:00Z',
    },
  ],
  ...change,
})
