import { storedPath } from '../files/stored-file'
import { formatCount, formatList } from '../wording'
import type { CheckedLink, CourseCheck, CourseRemark } from './course-check'

/** Returns a remark as a sentence, without the name of the lesson (rules/courses#check). */
export function remarkText({ rule, detail }: Pick<CourseRemark, 'rule' | 'detail'>): string {
  switch (rule) {
    case 'no_lessons':
      return 'The course has no lessons.'
    case 'empty_module':
      return 'This module has no lessons.'
    case 'same_title':
      return 'An earlier lesson of this module has the same title.'
    case 'no_text':
      return 'It has no text.'
    case 'few_words':
      return 'Its text is only a few words.'
    case 'no_video':
      return 'It has no video.'
    case 'no_length':
      return 'Its length is not known.'
    case 'no_address':
      return 'It has no link.'
    case 'no_file':
      return 'It has no file.'
    case 'no_rubric':
      return 'It has no rubric, so reviewers have nothing to judge by.'
    case 'not_proved':
      return 'It is in preparation: learners see only the brief until it is proved.'
    case 'due_early':
      return detail === null
        ? 'In a cohort, it is due before it opens.'
        : `In the cohort ${detail}, it is due before it opens.`
    case 'no_description':
      return `An image has no alternative text: ${shortTarget(detail)}`
    case 'lost_file':
      return `It links to a file that is missing, so learners can't open it: ${shortTarget(detail)}`
    case 'bad_link':
      return detail ? `This address cannot be opened: ${detail}` : 'A link has no address.'
    case 'lost_link':
      return `This link doesn't work, so learners see only its text: ${detail}`
    case 'closed_link':
      return `This course or lesson doesn't exist or isn't published: ${detail}`
  }
}

/** Returns the name of a stored file without its random folder. */
function shortTarget(target: string | null): string {
  const path = target === null ? null : storedPath(target)
  return path?.slice(path.indexOf('/') + 1) ?? target ?? ''
}

/** Returns a sentence about a link that is gone or needs a sign-in; null for other results. */
function linkSentence({ state, isVideo, target }: CheckedLink): string | null {
  if (state === 'GONE')
    return isVideo ? 'Its video no longer exists.' : `This page no longer exists: ${target}`
  if (state !== 'REFUSED') return null
  return isVideo
    ? 'Its video may be private, or it may not allow embedding.'
    : `This page may be private: ${target}`
}

/** All remarks about one lesson, one module, or the course itself. */
export interface RemarkGroup {
  key: string
  /** The lesson that a click opens; null for a module or the course. */
  lessonId: string | null
  title: string
  sentences: string[]
}

/** Groups remarks by lesson, in the order of the course. Remarks about links join the group of their lesson. */
export function remarkGroups(
  remarks: readonly CourseRemark[],
  links: readonly CheckedLink[],
): RemarkGroup[] {
  const groups = new Map<string, RemarkGroup>()
  const add = (group: Omit<RemarkGroup, 'sentences'>, sentence: string) => {
    const known = groups.get(group.key) ?? { ...group, sentences: [] }
    if (!known.sentences.includes(sentence)) known.sentences.push(sentence)
    groups.set(group.key, known)
  }
  for (const remark of remarks) {
    const { lessonId, lesson, moduleId, module } = remark
    add(
      { key: lessonId ?? moduleId ?? '', lessonId, title: lesson ?? module ?? 'The course' },
      remarkText(remark),
    )
  }
  for (const link of links) {
    const sentence = linkSentence(link)
    if (sentence !== null) {
      add({ key: link.lessonId, lessonId: link.lessonId, title: link.lesson }, sentence)
    }
  }
  return [...groups.values()]
}

/** Returns the summary of a check, such as "12 lessons, 3 remarks". `links` is missing until the links were checked. */
export function checkSummary(
  { lessons, found }: Pick<CourseCheck, 'lessons' | 'found'>,
  links: readonly CheckedLink[],
): string {
  const dead = links.filter((link) => linkSentence(link) !== null).length
  const remarks = found + dead
  return `${formatCount(lessons, 'lesson')}, ${remarks === 0 ? 'no remarks' : formatCount(remarks, 'remark')}`
}

/** Returns one or two sentences that summarise the results of the links. */
export function linksSummary(links: readonly CheckedLink[]): string {
  const targets = new Map(links.map(({ target, state }) => [target, state]))
  const of = (wanted: CheckedLink['state']) =>
    [...targets.values()].filter((state) => state === wanted).length
  const answered = [
    of('FINE') > 0 && `${of('FINE')} fine`,
    of('GONE') > 0 && `${of('GONE')} gone`,
    of('REFUSED') > 0 && `${of('REFUSED')} refused`,
  ].filter((part) => part !== false)
  const sentences: string[] = []
  if (targets.size === 0) return 'This course has no links to other sites.'
  if (answered.length > 0)
    sentences.push(`${formatCount(targets.size, 'link')} in all: ${formatList(answered)}.`)
  if (of('UNREACHED') > 0) {
    sentences.push(`${formatCount(of('UNREACHED'), 'link')} could not be reached from the server.`)
  }
  if (of('UNASKED') > 0) {
    sentences.push(
      `${formatCount(of('UNASKED'), 'link')} ${of('UNASKED') === 1 ? 'was' : 'were'} not checked.`,
    )
  }
  return sentences.join(' ')
}

/** Returns the links with an unknown result, because they did not answer or were not requested. */
export function unknownLinks(links: readonly CheckedLink[]): CheckedLink[] {
  const open = links.filter(({ state }) => state === 'UNREACHED' || state === 'UNASKED')
  return open.filter(({ target }, i) => open.findIndex((one) => one.target === target) === i)
}
