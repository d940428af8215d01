import type { Weight } from './weight'

/** What goes when something is deleted, a sentence a line (rules/courses#weight-before-delete). */
export function deletionWords(kind: 'course' | 'module' | 'lesson', weight: Weight): string[] {
  const words: string[] = []
  if (kind === 'course') {
    words.push(
      `${counted(weight.modules, 'module')} and ${counted(weight.lessons, 'lesson')} go with it.`,
    )
    words.push(
      weight.learners === 0
        ? 'Nobody has access to it.'
        : `${counted(weight.learners, 'learner')} can no longer open it.`,
    )
  }
  if (kind === 'module') {
    words.push(
      weight.lessons === 0
        ? 'It has no lessons.'
        : `${counted(weight.lessons, 'lesson')} ${weight.lessons === 1 ? 'goes' : 'go'} with it.`,
    )
  }
  const progress = weight.learnersWithProgress
  if (progress > 0) {
    words.push(
      `${counted(progress, 'learner')} ${progress === 1 ? 'has' : 'have'} completed ${kind === 'lesson' ? 'it' : 'lessons in it'}; their progress is kept in case you restore it.`,
    )
  }
  words.push('You can restore it for 30 days.')
  return words
}

/** What publishing a course means for learners. */
export function publishWords(weight: Weight): string[] {
  return [
    weight.learners === 0
      ? 'Nobody has access yet: learners see the course once they are given access.'
      : `${counted(weight.learners, 'learner')} with access will see it at once.`,
    weight.lessons === 0
      ? 'It has no lessons yet.'
      : `It has ${counted(weight.lessons, 'lesson')} in ${counted(weight.modules, 'module')}.`,
  ]
}

/** What unpublishing a course means for learners. */
export function unpublishWords(weight: Weight): string[] {
  const words = [
    weight.learners === 0
      ? 'Nobody has access to it.'
      : `${counted(weight.learners, 'learner')} can no longer open it.`,
  ]
  if (weight.learnersWithProgress > 0) {
    words.push(
      `The progress of ${counted(weight.learnersWithProgress, 'learner')} is kept and is there again once you publish.`,
    )
  }
  return words
}

/** "1 lesson", "2 lessons". */
export function counted(count: number, one: string): string {
  return `${new Intl.NumberFormat().format(count)} ${one}${count === 1 ? '' : 's'}`
}
