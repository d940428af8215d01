import { anOutline } from '@rookies/data/testing/outline'
import { aBody } from './fixtures'
import { openPortal } from './open-portal'

/** The viewer with a server that knows one course and the bodies of its lessons. */
export function visitCourse(at: string, answers: Parameters<typeof openPortal>[0]['answers'] = {}) {
  return openPortal({
    at,
    answers: {
      course_outline: anOutline(),
      lessons: ({ query }: { query: URLSearchParams }) => ({
        body: [aBody(query.get('id')?.replace('eq.', '') ?? '')],
      }),
      ...answers,
    },
  })
}
