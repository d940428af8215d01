import { namesOf } from '@rookies/data/impact/name-summary'
import type { BulkAct, BulkCount } from '@rookies/data/members/bulk-access'
import { MEMBER_MESSAGES } from '@rookies/data/members/member-list'
import { dayText } from '@rookies/data/time/moment-text'
import { formatCount, formatNumber, formatPeople } from '@rookies/data/wording'
import type { BulkProgress } from './use-bulk-access'

/** The button labels of the actions. */
export const ACT_LABELS: Record<BulkAct, string> = {
  grant: 'Grant Courses',
  revoke: 'Revoke Courses',
  end: 'Change End Date',
}

interface Plan {
  act: BulkAct
  courses: number
  /** The last day as `YYYY-MM-DD`; empty for no end. */
  day: string
  /** The number of people, and the effect on them once the server has counted it. */
  size: number
  counted: BulkCount | undefined
}

/** Says how many people the action will affect, and how (rules/members#touched). */
export function planText(planned: Plan): string {
  const { counted } = planned
  if (!counted || counted.touched === 0 || planned.courses === 0) return inNumbers(planned)
  const names = namesOf({ count: counted.touched, names: counted.names })
  if (!names) return inNumbers(planned)
  return `${inNumbers(planned)} ${counted.touched === 1 ? 'That is' : 'They are'} ${names}.`
}

function inNumbers({ act, courses, day, size, counted }: Plan): string {
  if (courses === 0) return `Choose the courses. ${formatPeople(size)} selected.`
  if (!counted) return 'Counting...'
  const courseCount = formatCount(courses, 'course')
  const others = counted.people - counted.touched
  if (counted.touched === 0) return `Nothing would change for ${formatPeople(counted.people)}.`
  const peopleCount = formatPeople(counted.touched)
  const until = day && dayText(day)
  switch (act) {
    case 'grant':
      return sentence(
        `${peopleCount} will get ${courseCount}${until && ` until ${until}`}`,
        others > 0 && `${formatNumber(others)} ${hasOrHave(others)} ${itOrThem(courses)} already`,
      )
    case 'revoke':
      return `${sentence(
        `${peopleCount} will lose ${courseCount}`,
        others > 0 && `${formatNumber(others)} ${doesNotHave(others)} ${itOrThem(courses)}`,
      )}${keptAccessText(counted)} Their progress is kept.`
    case 'end':
      return sentence(
        until
          ? `The last day of ${courseCount} will be ${until} for ${peopleCount}`
          : `${peopleCount} will have ${courseCount} without an end date`,
        others > 0 && `nothing changes for ${formatNumber(others)}`,
      )
  }
}

/** Says how many people keep access for another reason, and for how many access has already ended. */
function keptAccessText({ keeps, ended }: Pick<BulkCount, 'keeps' | 'ended'>): string {
  const sentences: string[] = []
  if (keeps > 0) {
    sentences.push(
      ` ${formatCount(keeps, 'person keeps', 'people keep')} access because of their role or because they created the course.`,
    )
  }
  if (ended > 0) sentences.push(` For ${formatPeople(ended)} access has already ended.`)
  return sentences.join('')
}

/** The progress of the work or, at its end, the result. */
export function reportText({ state, people: done, changed }: BulkProgress, size: number): string {
  const far = `${formatNumber(done)} of ${formatPeople(size)}`
  const made = formatCount(changed, 'change', 'changes')
  switch (state) {
    case 'working':
      return `${far}, ${made} so far.`
    case 'stopped':
      return `Stopped at ${far}, with ${made}. Nothing else was changed.`
    case 'failed':
      return done === 0
        ? `${MEMBER_MESSAGES.accessFailed.text}. Nothing was changed yet. Try again.`
        : `${MEMBER_MESSAGES.accessFailed.text}. ${far} done, with ${made}. Try again to continue from there.`
    case 'done':
      return `Done: ${made} for ${formatPeople(done)}. The rest was already as chosen.`
  }
}

const sentence = (first: string, second: string | false) =>
  second ? `${first}; ${second}.` : `${first}.`
const hasOrHave = (number: number) => (number === 1 ? 'has' : 'have')
const doesNotHave = (number: number) => (number === 1 ? 'does not have' : 'do not have')
const itOrThem = (courses: number) => (courses === 1 ? 'it' : 'them')
