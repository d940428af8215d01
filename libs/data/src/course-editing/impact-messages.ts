import type { ContentImpact } from './content-impact'

/** What goes when something is deleted, a sentence a line (rules/courses#deletion-impact). */
export function deletionMessages(
  kind: 'course' | 'module' | 'lesson',
  impact: ContentImpact,
): string[] {
  const words: string[] = []
  if (kind === 'course') {
    words.push(
      `${pluralize(impact.modules, 'module')} and ${pluralize(impact.lessons, 'lesson')} go with it.`,
    )
    words.push(
      impact.learners === 0
        ? 'No one has access to it.'
        : `${pluralize(impact.learners, 'learner')} can no longer open it.`,
    )
  }
  if (kind === 'module') {
    words.push(
      impact.lessons === 0
        ? 'It has no lessons.'
        : `${pluralize(impact.lessons, 'lesson')} ${impact.lessons === 1 ? 'goes' : 'go'} with it.`,
    )
  }
  const progress = impact.learnersWithProgress
  if (progress > 0) {
    words.push(
      `${pluralize(progress, 'learner')} ${progress === 1 ? 'has' : 'have'} completed ${kind === 'lesson' ? 'it' : 'lessons in it'}; their progress is kept in case you restore it.`,
    )
  }
  words.push('You can restore it for 30 days.')
  return words
}

/** What publishing a course means for learners. */
export function publishMessages(impact: ContentImpact): string[] {
  return [
    impact.learners === 0
      ? 'No one has access yet: learners see the course once they are given access.'
      : `${pluralize(impact.learners, 'learner')} with access will see it at once.`,
    impact.lessons === 0
      ? 'It has no lessons yet.'
      : `It has ${pluralize(impact.lessons, 'lesson')} in ${pluralize(impact.modules, 'module')}.`,
  ]
}

/** What unpublishing a course means for learners. */
export function unpublishMessages(impact: ContentImpact): string[] {
  const words = [
    impact.learners === 0
      ? 'No one has access to it.'
      : `${pluralize(impact.learners, 'learner')} can no longer open it.`,
  ]
  if (impact.learnersWithProgress > 0) {
    words.push(
      `The progress of ${pluralize(impact.learnersWithProgress, 'learner')} is kept and is there again once you publish.`,
    )
  }
  return words
}

/** "1 lesson", "2 lessons". */
export function pluralize(count: number, one: string): string {
  return `${new Intl.NumberFormat().format(count)} ${one}${count === 1 ? '' : 's'}`
}
