import { describe, expect, test } from 'vitest'
import { readCourseFolder } from './read-course-folder'

function read(texts: Record<string, string>) {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }))
  const { course, issues } = readCourseFolder(files, { folderName: 'tea' })
  const lessons = course.modules.flatMap((module) => module.lessons)
  const lesson = (path: string) => lessons.find(({ source_path }) => source_path === path)
  return { lesson, issues: issues.map(({ message, about }) => `${message} ${about ?? ''}`) }
}

/** Returns the converted form of a link in `m/a.md`, in a folder with `n/b.md`, `n/README.md` and `m/c d.md`. */
function becomes(link: string): string {
  const { lesson } = read({
    'm/a.md': `Before ${link} behind`,
    'm/c d.md': 'x',
    'n/b.md': 'y',
    'n/README.md': '# N\n\nWelcome',
    'draft.md': '---\ndraft: true\n---\nx',
  })
  const named = [
    ['b', lesson('n/b.md')?.id],
    ['readme', lesson('n/README.md')?.id],
    ['cd', lesson('m/c d.md')?.id],
    ['a', lesson('m/a.md')?.id],
  ] as const
  let text = lesson('m/a.md')?.content ?? ''
  for (const [name, id] of named) {
    if (id) text = text.replaceAll(`/app/courses/tea/lesson/${id}`, `→${name}`)
  }
  return text.slice('Before '.length, -' behind'.length)
}

describe('a link to another file of the course', () => {
  test.each([
    ['[b](../n/b.md)', '[b](→b)'],
    ['[b](../n/b.md#two-turns)', '[b](→b#two-turns)'],
    ['[b](../n/b.md "Title")', '[b](→b "Title")'],
    ['[b](/n/b.md)', '[b](→b)'],
    ['[b](../n/b)', '[b](→b)'],
    ['[b](../n/b.html)', '[b](→b)'],
    ['[b](../N/B.md)', '[b](→b)'],
    ['[n](../n/)', '[n](→readme)'],
    ['[n](../n)', '[n](→readme)'],
    ['[c](<c d.md>)', '[c](<→cd>)'],
    ['[c](c%20d.md)', '[c](→cd)'],
    ['[a](a.md#top) and [b](../n/b.md)', '[a](→a#top) and [b](→b)'],
    ['[![p](https://e.org/p.png)](../n/b.md)', '[![p](https://e.org/p.png)](→b)'],
    ['<a class="x" href="../n/b.md">b</a>', '<a class="x" href="→b">b</a>'],
    ['`[b](../n/b.md)`', '`[b](../n/b.md)`'],
    ['[`b`](../n/b.md)', '[`b`](→b)'],
    ['[gone](../n/none.md)', '[gone](../n/none.md)'],
    ['[out](../../n/b.md)', '[out](../../n/b.md)'],
    ['[web](https://e.org/n/b.md) [own](#n)', '[web](https://e.org/n/b.md) [own](#n)'],
  ])('the link %s becomes %s', (link, text) => {
    expect(becomes(link)).toBe(text)
  })

  test('is converted in reference definitions too, and never in code', () => {
    const text = 'See [b].\n\n```md\n[b](../n/b.md)\n```\n\n[b]: ../n/b.md'
    expect(becomes(text)).toBe('See [b].\n\n```md\n[b](../n/b.md)\n```\n\n[b]: →b')
  })

  test('is reported only if the file did not become a lesson', () => {
    const { issues } = read({
      'a.md': '[b](b.md) [d](d.md) [e](e.md)',
      'b.md': 'x',
      'd.md': '---\ndraft: true\n---\nx',
    })
    expect(issues).toEqual([
      "A link leads to a file that didn't become a lesson; learners see only its text. d.md",
      "A link doesn't work outside this folder; learners see only its text. e.md",
      'The file is a draft and was left out. ',
    ])
  })

  test('stays unchanged in a file of an export', () => {
    const { lesson } = read({ 'a.md': '---\ntype: text\n---\n[b](b.md)', 'b.md': 'x' })
    expect(lesson('a.md')?.content).toBe('[b](b.md)')
    expect(lesson('b.md')?.id).toBeUndefined()
  })
})

test('leads to the beginning of the lesson if it names the heading that became the title', () => {
  const { lesson, issues } = read({
    'a.md': '[b](b.md#own-id) [c](c.md#of-c) [d](d.md#none)',
    'b.md': '# Two turns {#own-id}\n\nx',
    'c.md': '# Three <a id="of-c"></a>\n\ny',
    'd.md': '# Four\n\nz',
  })
  const id = (path: string) => `/app/courses/tea/lesson/${lesson(path)?.id}`
  expect(lesson('a.md')?.content).toBe(
    `[b](${id('b.md')}) [c](${id('c.md')}) [d](${id('d.md')}#none)`,
  )
  expect(issues).toEqual([
    expect.stringMatching(/heading that its lesson does not have.* d\.md#none$/),
  ])
})

test('the lessons of a course link to each other before the course has a slug', () => {
  const files = [
    { path: 'a.md', text: '# い\n\nSee [ろ](b.md).' },
    { path: 'b.md', text: '# ろ\n\nx' },
  ]
  const { course } = readCourseFolder(files, { folderName: 'お茶' })
  expect(course.course.slug).toBe('')
  const [first, second] = course.modules[0]?.lessons ?? []
  // The import finds links to lessons by this form, with any slug.
  expect(first?.content).toMatch(/\(\/app\/courses\/[a-z0-9-]+\/lesson\/[0-9a-f-]{36}\)/)
  expect(first?.content).toContain(`/lesson/${second?.id}`)
})
