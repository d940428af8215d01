import type { Community } from './community'

/** Whom a community is open to, in words (rules/communities#open-to). */
export function accessText({ access, course }: Pick<Community, 'access' | 'course'>): string {
  switch (access) {
    case 'FREE':
      return 'Open to everybody'
    case 'COURSE':
      return course ? `For learners of ${course}` : 'For learners of a course'
    case 'PAID':
      return 'For people who bought access'
    case 'INVITE':
      return 'By invitation'
  }
}

/** Why a community no longer opens to a person who joined it. */
export function closedText({ access, course }: Pick<Community, 'access' | 'course'>): string {
  switch (access) {
    case 'COURSE':
      return course
        ? `It is for learners of ${course}, and your access to that course has ended.`
        : 'The course it belongs to is no longer there.'
    case 'PAID':
      return 'It is for people who bought access, and your purchase is no longer valid.'
    default:
      return 'It is no longer open to you.'
  }
}
