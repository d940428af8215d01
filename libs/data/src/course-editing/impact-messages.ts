import { namesOf, peopleText } from '../impact/name-summary'
import { formatCount, formatPeople } from '../wording'
import type { ContentImpact } from './content-impact'

type Kind = 'course' | 'module' | 'lesson'

/** Returns a sentence about the people who lose access. Nobody loses access to a draft. */
function accessLossSentence(kind: Kind, { open, touched }: ContentImpact): string {
  if (touched.count === 0) return 'No one has access to it.'
  if (open) return peopleText(touched, `loses this ${kind}`, `lose this ${kind}`)
  const names = namesOf(touched)
  return `It is not published, so no one loses it now. ${formatPeople(touched.count)} would see it${names && `: ${names}`}.`
}

/** Returns sentences about people in the middle of the course, and about communities to which they lose access. */
function furtherLosses({ open, midst, communities }: ContentImpact): string[] {
  if (!open) return []
  const sentences: string[] = []
  if (midst > 0)
    sentences.push(`${formatCount(midst, 'of them is', 'of them are')} in the middle of it.`)
  if (communities.count > 0) {
    sentences.push(
      `They also lose access to the ${communities.count === 1 ? 'community' : 'communities'} ${namesOf(communities)}.`,
    )
  }
  return sentences
}

/** Returns sentences about the effect of a deletion (rules/courses#deletion-impact). */
export function deletionMessages(kind: Kind, impact: ContentImpact): string[] {
  const sentences: string[] = []
  if (kind === 'course') {
    sentences.push(
      `${formatCount(impact.modules, 'module')} and ${formatCount(impact.lessons, 'lesson')} go with it.`,
    )
  }
  if (kind === 'module') {
    sentences.push(
      impact.lessons === 0
        ? 'It has no lessons.'
        : `${formatCount(impact.lessons, 'lesson')} ${impact.lessons === 1 ? 'goes' : 'go'} with it.`,
    )
  }
  sentences.push(accessLossSentence(kind, impact), ...furtherLosses(impact))
  const progress = impact.learnersWithProgress
  if (progress > 0) {
    sentences.push(
      `${formatCount(progress, 'learner')} ${progress === 1 ? 'has' : 'have'} completed ${kind === 'lesson' ? 'it' : 'lessons in it'}; their progress is kept in case you restore it.`,
    )
  }
  sentences.push('You can restore it for 30 days.')
  return sentences
}

/** Returns sentences about the effect of publishing a course on learners. */
export function publishMessages(impact: ContentImpact): string[] {
  return [
    impact.touched.count === 0
      ? 'No one has access yet: learners see the course once they are given access.'
      : peopleText(impact.touched, 'will see it right away', 'will see it right away'),
    impact.lessons === 0
      ? 'It has no lessons yet.'
      : `It has ${formatCount(impact.lessons, 'lesson')} in ${formatCount(impact.modules, 'module')}.`,
  ]
}

/** Returns sentences about the effect of unpublishing a course on learners. */
export function unpublishMessages(impact: ContentImpact): string[] {
  const sentences = [accessLossSentence('course', impact), ...furtherLosses(impact)]
  if (impact.learnersWithProgress > 0) {
    sentences.push(
      `The progress of ${formatCount(impact.learnersWithProgress, 'learner')} is kept and comes back when you publish.`,
    )
  }
  return sentences
}
