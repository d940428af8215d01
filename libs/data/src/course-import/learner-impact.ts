import { formatCount } from '../wording'
import type { ImportReport, MissingChoice } from './import-course'

function whoHas(number: number): string {
  return `${formatCount(number, 'learner')} ${number === 1 ? 'has' : 'have'}`
}

/**
 * Returns sentences about what an import means for learners, from the report of a dry run, what happens to absent
 * lessons, and whether the course is published with it.
 */
export function learnerImpact(
  report: ImportReport,
  missing: MissingChoice,
  publish: boolean,
): string[] {
  const { learners, absent } = report
  if (learners === null) {
    return [
      publish
        ? 'The course is published at once; learners see it once they are given access.'
        : 'The course is made as a draft: learners do not see it until it is published.',
    ]
  }
  const sentences = [
    learners.withAccess === 0
      ? 'No one has access to the course.'
      : `${whoHas(learners.withAccess)} access to the course.`,
  ]
  if (learners.completedUpdated > 0) {
    sentences.push(
      `${whoHas(learners.completedUpdated)} completed lessons that change; their completions stay.`,
    )
  }
  const gone = absent.lessons.length
  if (gone > 0 && missing === 'keep') {
    sentences.push(
      `${formatCount(gone, 'lesson')} ${gone === 1 ? 'is' : 'are'} not in the folder and ${gone === 1 ? 'stays' : 'stay'}, at the end of ${gone === 1 ? 'its module' : 'their modules'}.`,
    )
  }
  if (gone > 0 && missing === 'bin') {
    sentences.push(
      `${formatCount(gone, 'lesson')} ${gone === 1 ? 'goes' : 'go'} to the bin and can be restored for 30 days.`,
    )
    if (learners.completedAbsent > 0) {
      sentences.push(
        `${whoHas(learners.completedAbsent)} completed lessons that go to the bin; their progress is kept in case you restore them.`,
      )
    }
  }
  return sentences
}
