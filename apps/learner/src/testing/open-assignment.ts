import { anAssignment, aRound } from '@rookies/data/testing/assignments'
import { aLesson, anOutline } from '@rookies/data/testing/outline'
import { aBody } from './fixtures'
import { visitCourse } from './open-course'

const assignmentBody = aBody('a', { content_type: 'ASSIGNMENT', content: 'Build **a page**.' })
export const assignmentOutline = (change: object = {}) =>
  anOutline({
    modules: [
      {
        id: 'm',
        title: 'M',
        lessons: [aLesson('a', { type: 'ASSIGNMENT', ...change }), aLesson('b')],
      },
    ],
  })

/** Opens the assignment `a`. Drafts and rounds that are sent are accepted. */
export function visitAssignment(assignment: object = {}, answers: object = {}) {
  return visitCourse('/app/courses/git/lesson/a', {
    course_outline: assignmentOutline(),
    lessons: [assignmentBody],
    assignment: anAssignment(assignment),
    save_work_draft: ({ body: asked }: { body: { revision: string } }) => ({
      body: { revision: asked.revision, kept: [], handed_in: false },
    }),
    submit_round: ({ body: asked }: { body: { url: string } }) => ({
      body: aRound({ id: 'new', round: 1, url: asked.url }),
    }),
    ...answers,
  })
}
