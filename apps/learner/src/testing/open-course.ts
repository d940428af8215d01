import { anOutline } from '@rookies/data/testing/outline'
import { aBody } from './fixtures'
import { openPortal } from './open-portal'

/** Opens the viewer with a server that has one course and its lessons. */
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
