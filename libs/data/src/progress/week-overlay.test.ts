import { describe, expect, it } from 'vitest'
import { EMPTY_DRAFT } from '../assignments/my-draft'
import { aWeek } from '../testing/week'
import { weekWith } from './week-overlay'

describe('a week with queued changes of this device', () => {
  const queued = (lessonId: string, done: boolean) => ({
    id: lessonId,
    user: 'ada',
    at: 0,
    change: { kind: 'completion' as const, lessonId, slug: 'rope', done, was: !done },
  })

  it('does not list completed lessons as to do', () => {
    expect(weekWith(aWeek(), [queued('l4', true)])).toMatchObject({ opened: [], done: 4 })
    expect(weekWith(aWeek(), [queued('l4', true), queued('l4', false)])).toEqual(aWeek())
    expect(weekWith(aWeek(), [queued('other', true)])).toEqual(aWeek())
  })

  it('does not list work as due that was handed in', () => {
    const due = { id: 'l9', title: 'Tea', course: 'Rope', slug: 'rope', came_back: false }
    const week = aWeek({ due: [{ ...due, at: '2026-11-27T17:00:00Z', zone: 'UTC' }] })
    const work = {
      ...{ kind: 'work' as const, lessonId: 'l9', slug: 'rope', title: 'Tea', work: EMPTY_DRAFT },
      ...{ operationId: 'o1', draftRevision: null, secondOpinion: false },
    }
    expect(weekWith(week, [{ ...queued('l9', true), change: work }]).due).toEqual([])
    expect(weekWith(week, []).due).toHaveLength(1)
  })
})
