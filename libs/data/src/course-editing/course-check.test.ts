import { expect, test, vi } from 'vitest'
import { type CheckedLink, checkLinks } from './course-check'
import {
  checkSummary,
  linksSummary,
  remarkGroups,
  remarkText,
  unknownLinks,
} from './course-remarks'

const link = (state: CheckedLink['state'], target: string, isVideo = false): CheckedLink => ({
  target,
  isVideo,
  lessonId: 'l1',
  lesson: 'Branches',
  state,
})

const LINKS = [
  link('FINE', 'https://a.example'),
  link('GONE', 'https://b.example'),
  link('REFUSED', 'VIMEO:1', true),
  link('UNREACHED', 'https://c.example'),
  link('UNREACHED', 'https://c.example'),
  link('UNASKED', 'https://d.example'),
]

const remark = {
  rule: 'no_text' as const,
  lessonId: 'l1',
  lesson: 'Branches',
  moduleId: 'm1',
  module: 'Git',
  detail: null,
}

test('groups remarks by lesson, together with the remarks about its links', () => {
  expect(
    remarkGroups(
      [
        remark,
        { ...remark, rule: 'empty_module', lessonId: null, lesson: null, moduleId: 'm2' },
        {
          ...remark,
          rule: 'no_lessons',
          lessonId: null,
          lesson: null,
          moduleId: null,
          module: null,
        },
      ],
      LINKS,
    ),
  ).toEqual([
    {
      key: 'l1',
      lessonId: 'l1',
      title: 'Branches',
      sentences: [
        'It has no text.',
        'This page no longer exists: https://b.example',
        'Its video may be private, or it may not allow embedding.',
      ],
    },
    { key: 'm2', lessonId: null, title: 'Git', sentences: ['This module has no lessons.'] },
    { key: '', lessonId: null, title: 'The course', sentences: ['The course has no lessons.'] },
  ])
})

test('the summary counts findings, but not links with an unknown result', () => {
  expect(checkSummary({ lessons: 12, found: 1 }, LINKS)).toBe('12 lessons, 3 remarks')
  expect(checkSummary({ lessons: 1, found: 0 }, [])).toBe('1 lesson, no remarks')
  expect(linksSummary(LINKS)).toBe(
    '5 links in all: 1 fine, 1 gone, and 1 refused. 1 link could not be reached from the server. 1 link was not checked.',
  )
  expect(linksSummary([link('UNREACHED', 'https://c.example')])).toBe(
    '1 link could not be reached from the server.',
  )
  expect(linksSummary([])).toBe('This course has no links to other sites.')
  expect(unknownLinks(LINKS).map(({ target }) => target)).toEqual([
    'https://c.example',
    'https://d.example',
  ])
})

test('names an invalid address, and says that an empty address is missing', () => {
  expect(remarkText({ rule: 'bad_link', detail: '' })).toBe('A link has no address.')
  expect(remarkText({ rule: 'bad_link', detail: 'ftp://x' })).toContain('ftp://x')
})

test('shows a stored file by its name', () => {
  const detail = 'lesson-files/0f8fad5b-d9cb-469f-a165-70867728950e/tea-pot.png'
  expect(remarkText({ rule: 'lost_file', detail })).toBe(
    "It links to a file that is missing, so learners can't open it: tea-pot.png",
  )
  expect(remarkText({ rule: 'no_description', detail })).toBe(
    'An image has no alternative text: tea-pot.png',
  )
  // A stored file never has such a path, so the path is shown unchanged.
  expect(remarkText({ rule: 'lost_file', detail: 'lesson-files/x.png' })).toContain(
    ': lesson-files/x.png',
  )
})

test('requests the check of a course by its id, and refuses an answer of another shape', async () => {
  const invoke = vi.fn(async () => ({
    links: [{ target: 'MUX:x', kind: 'video', lesson_id: 'l1', lesson: 'Branches', state: 'GONE' }],
  }))
  expect(await checkLinks({ invoke }, 'c1')).toEqual({ links: [link('GONE', 'MUX:x', true)] })
  expect(invoke).toHaveBeenCalledWith('check-links', { course_id: 'c1' })
  invoke.mockResolvedValueOnce({
    links: [{ target: 'x', kind: 'link', lesson_id: 'l', lesson: 'L', state: 'OK' }],
  })
  await expect(checkLinks({ invoke }, 'c1')).rejects.toThrow()
})

test('says what an assignment lacks, and names the cohort if it is known', () => {
  expect(remarkText({ rule: 'no_rubric', detail: null })).toBe(
    'It has no rubric, so reviewers have nothing to judge by.',
  )
  expect(remarkText({ rule: 'due_early', detail: 'Autumn' })).toBe(
    'In the cohort Autumn, it is due before it opens.',
  )
  expect(remarkText({ rule: 'due_early', detail: null })).toBe(
    'In a cohort, it is due before it opens.',
  )
})
