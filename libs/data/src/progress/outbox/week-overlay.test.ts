import { describe, expect, it } from 'vitest'
import { aWeek } from '../../testing/week'
import { weekWith } from './week-overlay'

describe('a week with what this device has not sent yet', () => {
  const queued = (lessonId: string, done: boolean) => ({
    id: lessonId,
    user: 'ada',
    at: 0,
    change: { kind: 'completion' as const, lessonId, slug: 'rope', done, was: !done },
  })

  it('has no completed lesson among those that wait', () => {
    expect(weekWith(aWeek(), [queued('l4', true)])).toMatchObject({ opened: [], done: 4 })
    expect(weekWith(aWeek(), [queued('l4', true), queued('l4', false)])).toEqual(aWeek())
    expect(weekWith(aWeek(), [queued('other', true)])).toEqual(aWeek())
  })
})
