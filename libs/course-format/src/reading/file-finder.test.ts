import { describe, expect, test } from 'vitest'
import { readCourseFolder } from '../read-course-folder'
import { fileFinder } from './file-finder'

describe('the file that an address means', () => {
  const find = fileFinder(
    [
      'guide/a.md',
      'guide/01-intro/02-first steps.md',
      'static/img/pot (1).png',
      'assets/cup.png',
      'Bild\u202F1.png',
      'é.md'.normalize('NFC'),
      '100%.md',
      'b/index.mdx',
      'what?.md',
    ],
    { folderName: 'learn', routes: new Map([['start', 'guide/a.md']]) },
  )
  test('is the first page for the root of a site', () => {
    const inPages = fileFinder(['pages/index.mdx', 'pages/b/c.mdx'])
    expect(inPages('pages/b/c.mdx', '/')).toBe('pages/index.mdx')
    expect(inPages('pages/b/c.mdx', '/#top')).toBe('pages/index.mdx')
    expect(fileFinder(['docs/README.md', 'docs/a.md'])('docs/a.md', '/')).toBe('docs/README.md')
  })

  test.each([
    ['guide/a.md', '../static/img/pot%20(1).png', 'static/img/pot (1).png'],
    ['guide/a.md', '../static/img/pot \\(1\\).png', 'static/img/pot (1).png'],
    ['guide/a.md', '../static/img/pot%20%281%29.png?raw=true#x', 'static/img/pot (1).png'],
    ['guide/a.md', '/img/pot (1).png', 'static/img/pot (1).png'],
    ['guide/a.md', '@site/static/img/pot (1).png', 'static/img/pot (1).png'],
    ['guide/a.md', '/cup.png', 'assets/cup.png'],
    ['a.md', 'Bild 1.png', 'Bild\u202F1.png'],
    ['a.md', 'Bild%C2%A01.png', 'Bild\u202F1.png'],
    ['a.md', 'e\u0301.md', 'é.md'],
    ['a.md', 'e%CC%81', 'é.md'],
    ['a.md', '100%.md', '100%.md'],
    ['a.md', 'what?.md', 'what?.md'],
    ['a.md', 'b/', 'b/index.mdx'],
    ['a.md', '/learn/guide/a', 'guide/a.md'],
    ['a.md', '/site/learn/guide/a#x', 'guide/a.md'],
    ['a.md', '/start', 'guide/a.md'],
    ['a.md', '/guide/intro/first steps', 'guide/01-intro/02-first steps.md'],
    ['guide/a.md', '../../b/', 'b/index.mdx'],
    ['guide/a.md', '../../b/index.mdx', null],
    ['a.md', '/elsewhere/guide/a', null],
    ['a.md', 'https://e.org/guide/a.md', null],
    ['a.md', '#a', null],
  ])('is found from %s for the address %s: %s', (from, target, path) => {
    expect(find(from, target)).toBe(path)
  })
})

describe('links to headings', () => {
  const target = `# Two

## First part {/*own-id*/}

### What's *new* in \`C++\`?

<a id="anchor"></a>

<h2 id="html-id">HTML</h2>

## Same

## Same

Words {#no-heading}

Setext
------

\`\`\`md
## In code
\`\`\`
`
  const read = (links: readonly string[]) => {
    const source = links.map((place, at) => `[l${at}](two.md${place})`).join('\n')
    const { course, issues } = readCourseFolder(
      [
        { path: 'one.md', text: source },
        { path: 'two.md', text: target },
      ],
      { folderName: 'tea' },
    )
    const [one, two] = course.modules.flatMap((module) => module.lessons)
    return {
      places: [...(one?.content ?? '').matchAll(/\]\(([^)]*)\)/g)].map(([, address = '']) =>
        address.replace(`/app/courses/tea/lesson/${two?.id}`, ''),
      ),
      issues: issues.flatMap(({ path, about }) => (path === 'one.md' ? [about] : [])),
    }
  }

  test("find the heading by its explicit id, by the viewer's id, and by the ids of other tools", () => {
    const written = [
      '#own-id',
      '#whats-new-in-c',
      '#what-s-new-in-c',
      '#whats_new_in_c',
      '#anchor',
      '#html-id',
      '#same-1',
      '#setext',
      '#two',
      '#top',
      '',
    ]
    expect(read(written)).toEqual({
      places: [
        '#own-id',
        '#whats-new-in-c',
        '#whats-new-in-c',
        '#whats-new-in-c',
        '#anchor',
        '#html-id',
        '#same-1',
        '#setext',
        '',
        '#top',
        '',
      ],
      issues: [],
    })
  })

  test('are reported if the lesson has no such heading', () => {
    expect(read(['#first-part', '#in-code', '#gone']).issues).toEqual([
      'two.md#first-part',
      'two.md#in-code',
      'two.md#gone',
    ])
  })
})
