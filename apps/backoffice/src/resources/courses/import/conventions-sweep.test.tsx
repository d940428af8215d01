import { readCourseFolder } from '@rookies/course-format/read-course-folder'
import MarkdownView from '@rookies/ui/markdown/markdown-view'
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { COURSE_ABOUT_TOOLS, FOLDERS } from './sweep-folders'

// The syntax of other tools is either rendered with its meaning or named in the import report
// (rules/courses#conventions). Each folder is imported and its lessons are rendered; syntax that is still visible in
// a lesson must be named in the report.

afterEach(cleanup)

/** Syntax of other tools that learners would see as plain text. */
const RAW_SYNTAX =
  /\{\{[^\n]*?\}\}|\{%[^\n]*?%\}|^ *:{2,}[ \w].*$|<\/?[A-Z][a-z][\w.]*[^<>\n]*>|\[\[[^\]\n]+\]\]|==[^\s=][^=\n]*==|%%[^%\n]+%%|\{\/\*.*?\*\/\}|\{:?[ \t]*[#.][\w-][^}\n]*\}|^(?:import|export) .*$|^ *(?:!!!|\?\?\?) .*$|^ *===.*$|\[!\w+\].*$|-+8<-+.*$|^<<< .*$|\$\$|\[TOC\]|:[a-z]+-[a-z-]+:|@\[\w+\]\(|^[!?]> .*$|^\/{3}.*$|:id=\w+|^\(\w+\)=$|^: {3}.*$|\{(?:\+\+|--|~~|>>)[^\n]*?\}|\^\w+\^|^%\s.*$|^\+\+\+$/gm

function read(texts: Readonly<Record<string, string>>) {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }))
  return readCourseFolder(files, { folderName: 'tea' })
}

/** The rendered text of a lesson without its code. */
function renderedText(source: string): string {
  const { container } = render(<MarkdownView source={source} files={[]} />)
  for (const code of container.querySelectorAll('code, pre, kbd, .md-code')) code.remove()
  const text = container.textContent ?? ''
  cleanup()
  return text
}

const bare = (text: string) => text.replace(/[\s“”"'‘’]+/g, '')

describe('an import reports all syntax of other tools that its lessons show as plain text', () => {
  test.each(Object.entries(FOLDERS))('%s', (_tool, texts) => {
    const { course, issues } = read(texts)
    const lessons = course.modules.flatMap((module) => module.lessons)
    expect(lessons.length).toBeGreaterThan(0)
    for (const { source_path, content } of lessons) {
      const named = issues.flatMap(({ path, about }) =>
        path === source_path ? [bare(about ?? '')] : [],
      )
      const raw = [...renderedText(content ?? '').matchAll(RAW_SYNTAX)].map(([mark]) => mark.trim())
      const unnamed = raw.filter(
        (mark) =>
          !named.some(
            (about) =>
              about.includes(bare(mark).slice(0, 40)) ||
              (about !== '' && bare(mark).includes(about)),
          ),
      )
      expect({ source_path, unnamed }).toEqual({ source_path, unnamed: [] })
    }
  })
})

test('a course about other tools is imported unchanged, and the syntax in its code blocks is not reported', () => {
  const { course, issues } = read(COURSE_ABOUT_TOOLS)
  const [one, other] = course.modules.flatMap((module) => module.lessons)
  expect(issues).toEqual([])
  expect(`# Templates\n\n${one?.content}\n`).toBe(COURSE_ABOUT_TOOLS['a.md'])
  expect(`# Components\n\n${other?.content}\n`).toBe(COURSE_ABOUT_TOOLS['b.mdx'])
})

test('links to headings lead to them in the rendered lessons', () => {
  const headings = [
    '## First part {/*own-id*/}',
    "## What's *new* in `C++`?",
    '## Größe & Länge {#größe}',
    '### Same',
    '### Same',
    '<a id="anchor"></a>',
    '<h2 id="html-id">HTML</h2>',
    'Setext **two**\n---',
    '## List<String> and `Vec<u8>`',
    '## A [link](https://example.org) in it { #attr .big }',
    '- ## In a list',
  ]
  const places = [
    ...['own-id', 'whats-new-in-c', 'gr%C3%B6%C3%9Fe', 'same', 'same-1', 'anchor', 'html-id'],
    ...['setext-two', 'liststring-and-vecu8', 'attr', 'in-a-list'],
  ]
  const { course, issues } = read({
    'one.md': places.map((place) => `[${place}](two.md#${place})`).join('\n'),
    'two.md': `# Two\n\n${headings.join('\n\n')}`,
  })
  const [one, two] = course.modules.flatMap((module) => module.lessons)
  expect(issues.filter(({ path }) => path === 'one.md')).toEqual([])
  const { container } = render(<MarkdownView source={two?.content ?? ''} files={[]} />)
  const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id)
  const led = [...(one?.content ?? '').matchAll(/#([^)]+)\)/g)].map(
    ([, place = '']) => `user-content-${decodeURIComponent(place)}`,
  )
  expect(led).toHaveLength(places.length)
  expect(led.filter((id) => !ids.includes(id))).toEqual([])
})
