import { expect, it } from 'vitest'
import { newsWith } from '../progress/week-overlay'
import { type News, newsPath, newsText, parseNews } from './my-news'

const entry = (change: Partial<News> = {}): News => ({
  ...{ kind: 'RETURNED', id: 'l1', title: 'Knots', lesson_id: 'l1', lesson: 'Knots' },
  ...{ course: 'Rope', slug: 'rope', at: '2026-11-25T10:00:00Z', mine: true, times: 1 },
  ...change,
})

it('parseNews() accepts the answer of the database, and refuses an unexpected shape', () => {
  const rows = [entry(), entry({ kind: 'PASSED' })]
  expect(parseNews(JSON.parse(JSON.stringify(rows)))).toEqual(rows)
  expect(() => parseNews([{ ...entry(), kind: 'SURPRISE' }])).toThrow()
})

it('newsWith() leaves out returned work that is due in a week or was handed in on this device', () => {
  const news = [
    entry(),
    entry({ id: 'l2', lesson_id: 'l2' }),
    entry({ id: 'l3' }),
    entry({ kind: 'PASSED' }),
  ]
  const work = { change: { kind: 'work', lessonId: 'l2' } } as Parameters<
    typeof newsWith
  >[1][number]
  expect(newsWith(news, [work], ['l1']).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    'RETURNED l3',
    'PASSED l1',
  ])
})

it('an entry links to the assignment or the question, and says what happened', () => {
  const answered = entry({ kind: 'ANSWERED', id: 'q1', times: 2 })
  expect(newsPath(entry())).toBe('/app/courses/rope/lesson/l1')
  expect(newsPath(answered)).toBe('/app/courses/rope/lesson/l1?question=q1')
  expect([entry(), entry({ kind: 'PASSED' }), answered].map(newsText)).toEqual([
    'Came back: Please go on',
    'Passed',
    '2 new answers to your question',
  ])
  expect(newsText({ ...answered, mine: false, times: 1 })).toBe(
    '1 new answer to a question that you follow',
  )
})
