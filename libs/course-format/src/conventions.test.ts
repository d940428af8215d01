import { describe, expect, test } from 'vitest'
import { isJunkFile } from './paths'
import { readCourseFolder } from './read-course-folder'

// Folders of course tools, as the documentation of each tool describes them (rules/courses#conventions).

type Texts = Record<string, string>

function read(texts: Texts, folderName = 'tea') {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }))
  return readCourseFolder(files, { folderName })
}

function outline(texts: Texts) {
  const { modules } = read(texts).course
  return modules.map(({ title, lessons }) => [title, ...lessons.map((lesson) => lesson.title)])
}

const issues = (texts: Texts) =>
  read(texts).issues.map(({ path, message, about }) =>
    [path, message, about ?? ''].join(' ').trim(),
  )

const LONG = 'Words of a chapter. '.repeat(20)

describe('Docusaurus', () => {
  const texts = {
    'intro.md': '---\nsidebar_position: 1\nid: intro\nslug: /\n---\n# Welcome\n\nx',
    'guides/_category_.json':
      '{"label": "How-to guides", "position": 3, "link": {"type": "generated-index"}}',
    'guides/pour.mdx':
      '---\nsidebar_position: 2\nsidebar_label: Pouring\n---\nimport X from "x"\n\n<X />\n\ny',
    'guides/boil.md': '---\nsidebar_position: 1\ntitle: Boiling\ntags: [a, b]\n---\nz',
    'basics/_category_.yml': 'label: Basics\nposition: 2\n',
    'basics/a.md': '# A\n\nw',
  }

  test('orders by positions, and names folders by their labels', () => {
    expect(outline(texts)).toEqual([
      ['Tea', 'Welcome'],
      ['Basics', 'A'],
      ['How-to guides', 'Boiling', 'Pouring'],
    ])
  })

  test('reports MDX code that it left out, and ignores settings for the look of pages', () => {
    expect(issues(texts)).toEqual([
      'guides/pour.mdx MDX code (import, export) was left out.',
      'guides/pour.mdx A component was left out; its content was kept. X',
    ])
  })
})

test('orders pages of Hugo by their weight in TOML or YAML', () => {
  const texts = {
    'content/b/_index.md': '+++\ntitle = "Second"\nweight = 20\n[params]\ntitle = "no"\n+++\n',
    'content/b/one.md': '+++\ntitle = "One: pour"\nweight = 2\ndate = 2026-01-02\n+++\nx',
    'content/b/two.md': '+++\ntitle = "Two"\nweight = 1\ndraft = false\n+++\ny',
    'content/a/_index.md': '---\ntitle: First\nweight: 10\n---\n',
    'content/a/x.md': '---\nlinkTitle: Ex\n---\nz',
    'content/a/later.md': '+++\ndraft = true\n+++\nz',
  }
  expect(outline(texts)).toEqual([
    ['First', 'Ex'],
    ['Second', 'Two', 'One: pour'],
  ])
  expect(issues(texts)).toEqual(['content/a/later.md The file is a draft and was left out.'])
})

test('orders pages of Just the Docs by nav_order, and ignores the settings of its menu', () => {
  const texts = {
    'docs/b.md':
      '---\ntitle: B\nnav_order: 1\nparent: X\nhas_children: true\nlayout: default\n---\nx',
    'docs/a.md': '---\ntitle: A\nnav_order: 2\n---\ny',
  }
  expect(outline(texts)).toEqual([['Tea', 'B', 'A']])
  expect(issues(texts)).toEqual([])
})

describe('a folder with one lesson in it', () => {
  test('becomes a lesson of the module above it', () => {
    const texts = {
      'README.md': '# Tea for Beginners\n\nWelcome.',
      '1-basics/2-pour/README.md': '# Pouring\n\nx',
      '1-basics/1-boil/README.md': '# Boiling\n\ny',
      '2-more/README.md': '# More\n\nAbout it.',
      '2-more/1-leaf/index.md': 'z',
    }
    expect(outline(texts)).toEqual([
      ['Tea for Beginners', 'Overview'],
      ['Basics', 'Boiling', 'Pouring'],
      ['More', 'Overview', 'Leaf'],
    ])
    const [, basics] = read(texts).course.modules
    expect(basics?.lessons.map(({ source_path }) => source_path)).toEqual([
      '1-basics/1-boil/README.md',
      '1-basics/2-pour/README.md',
    ])
  })

  test('becomes a module if it has a _module.yml', () => {
    expect(outline({ 'a/_module.yml': 'title: Mine', 'a/README.md': 'x', 'b/c.md': 'y' })).toEqual([
      ['Mine', 'Overview'],
      ['B', 'C'],
    ])
  })
})

describe('titles', () => {
  test('are taken from a first heading of any level if it covers the whole text', () => {
    const texts = {
      'ch01-01-installation.md': `## Installing Tea\n\n${LONG}`,
      'ch01-02-hello.md': '## Hello, Tea!\n\n### Boil\n\nx\n\n### Pour\n\ny',
      'ch02-00-odin.md': '### Introduction\n\nx\n\n### Lesson\n\ny',
      'ch02-01-short.md': '## See also\n\nx',
    }
    expect(outline(texts)).toEqual([['Tea', 'Installing Tea', 'Hello, Tea!', 'Odin', 'Short']])
  })

  test('are not taken from a heading that is the same in all chapters', () => {
    const chapter = (title: string) => `# The Tea Book\n\n## ${title}\n\n### Steps\n\n${title}`
    const texts = { 'a.md': chapter('Boil'), 'b.md': chapter('Pour'), 'c.md': chapter('Drink') }
    const { modules } = read(texts).course
    expect(modules[0]?.lessons.map(({ title, content }) => [title, content])).toEqual([
      ['Boil', '### Steps\n\nBoil'],
      ['Pour', '### Steps\n\nPour'],
      ['Drink', '### Steps\n\nDrink'],
    ])
  })
})

describe('a list of modules in _course.yml', () => {
  const pages = {
    'leaves/black.md': '# Black\n\nStrong.',
    'leaves/green.md': '---\ntitle: Green tea\nduration: 2:00\n---\nSee [black](black.md).',
    'notes.md': 'Not for learners.',
  }
  const listed = `title: Tea for two
modules:
  - title: Drinking
    lessons:
      - title: "Watch: pour"
        video: https://youtu.be/aqz-KE-bpKQ
        duration: 4:00
        free_preview: true
      - path: leaves/black.md
        title: Black at last
        description: Four minutes, not more.
  - title: Before
    lessons:
      - leaves/green.md
      - leaves/gone.md
      - path: leaves/black.md
`

  test('sets the order and the titles, and adds lessons that have no file', () => {
    const texts = { ...pages, '_course.yml': listed }
    const { course, issues: found } = read(texts)
    expect(course.course.title).toBe('Tea for two')
    expect(outline(texts)).toEqual([
      ['Drinking', 'Watch: pour', 'Black at last'],
      ['Before', 'Green tea'],
    ])
    const [watch, black] = course.modules[0]?.lessons ?? []
    expect(watch).toMatchObject({
      source_path: 'watch-pour.md',
      content_type: 'VIDEO',
      video_asset_id: 'aqz-KE-bpKQ',
      duration_sec: 240,
      free_preview: true,
      content: null,
    })
    expect(black).toMatchObject({
      description: 'Four minutes, not more.',
      content: '# Black\n\nStrong.',
    })
    expect(course.modules[1]?.lessons[0]).toMatchObject({
      duration_sec: 120,
      content: `See [black](/app/courses/tea-for-two/lesson/${black?.id}).`,
    })
    expect(found.map(({ path, line, message }) => [path, line, message])).toEqual([
      ['_course.yml', 15, 'The table of contents lists a file that is missing.'],
      [
        'notes.md',
        undefined,
        'The file is not in the table of contents (_course.yml) and was left out.',
      ],
    ])
  })

  test('is read although a value lacks quotes, and lessons can have titles in any script', () => {
    const list = `modules:
  - title: Leaves
    lessons:
      - title: Watch: pour
        video: https://youtu.be/aqz-KE-bpKQ
      - title: お茶
        link: https://example.org/tea
      - path: ../../out.md
        video: https://youtu.be/aqz-KE-bpKQ
`
    const { course, issues: found } = read({ '_course.yml': list })
    expect(course.modules[0]?.lessons.map((each) => [each.title, each.source_path])).toEqual([
      ['Watch: pour', 'watch-pour.md'],
      ['お茶', 'お茶.md'],
    ])
    expect(found.map(({ message, line }) => [line, message])).toEqual([
      [4, 'The value of "title" needs quotes; it was taken as "Watch: pour".'],
      [8, 'The table of contents lists a file that is missing.'],
    ])
  })

  test('overrides a SUMMARY.md, and the front matter of a file overrides the list', () => {
    const texts = {
      ...pages,
      'SUMMARY.md': '- [Black](leaves/black.md)\n- [Green](leaves/green.md)\n',
      '_course.yml':
        'modules:\n  - title: All\n    lessons:\n      - path: leaves/green.md\n        duration: 9:00\n',
    }
    expect(outline(texts)).toEqual([['All', 'Green tea']])
    expect(read(texts).course.modules[0]?.lessons[0]?.duration_sec).toBe(120)
  })

  test('reports entries that cannot be read', () => {
    const list = `modules:
  - title: One
    lessons:
      - path: leaves/black.md
        lenght: 3
        duration: soon
      - free_preview: true
  - lessons: []
`
    expect(issues({ ...pages, '_course.yml': list })).toEqual([
      '_course.yml An unknown front matter key was ignored. lenght',
      '_course.yml The value of "duration" is not a time such as 90, 12m, 7:30 or 1:02:03 and was ignored.',
      '_course.yml A lesson in the list has no path and no title.',
      '_course.yml A module of the list needs a title and a list of lessons.',
      'leaves/green.md The file is not in the table of contents (_course.yml) and was left out.',
      'notes.md The file is not in the table of contents (_course.yml) and was left out.',
    ])
    expect(issues({ ...pages, '_course.yml': 'modules: two\n' })).toEqual([
      '_course.yml The value of "modules" is not a list and was ignored.',
    ])
  })
})

describe('a table of contents', () => {
  const pages = {
    'book.toml': '',
    'src/intro.md': '# Intro\n\nSee [one](part/one.md#boil).',
    'src/part/README.md': '# Part\n\nx',
    'src/part/one.md': '# One\n\n## Boil\n\ny',
    'src/part/two.md': '# Two\n\nz',
    'src/end.md': '# End\n\nw',
    'src/left.md': '# Left\n\nv',
  }

  test('of mdBook sets modules, order and titles', () => {
    const summary =
      '# Summary\n\n[Before we begin](intro.md)\n\n- [The *part*](part/README.md)\n    - [Second first](part/two.md)\n    - [One](./part/one.md)\n    - [To come]()\n    - [Gone](part/gone.md)\n\n---\n\n[The end](end.md)\n'
    const texts = { ...pages, 'src/SUMMARY.md': summary }
    expect(outline(texts)).toEqual([
      ['Tea', 'Before we begin'],
      ['The part', 'The part', 'Second first', 'One'],
      ['The end', 'The end'],
    ])
    expect(issues(texts)).toEqual([
      'book.toml The file is not Markdown and was left out.',
      'src/SUMMARY.md The table of contents lists a file that is missing. part/gone.md',
      'src/left.md The file is not in the table of contents (SUMMARY.md) and was left out.',
    ])
    const [first, part] = read(texts).course.modules
    expect(first?.lessons[0]?.content).toBe(
      `See [one](/app/courses/tea/lesson/${part?.lessons[2]?.id}#boil).`,
    )
  })

  test('makes a module of each part, however deep its chapters are', () => {
    const summary =
      '# Table of contents\n\n* [Welcome](intro.md)\n\n## Use cases\n\n* [Part](part/README.md)\n  * [One](part/one.md)\n* [Two](part/two.md)\n\n## Last\n\n* [End](end.md)\n* [Left](left.md)\n'
    expect(outline({ ...pages, 'src/SUMMARY.md': summary })).toEqual([
      ['Tea', 'Welcome'],
      ['Use cases', 'Part', 'One', 'Two'],
      ['Last', 'End', 'Left'],
    ])
  })

  test('is not confused with a lesson of the same name', () => {
    const texts = { 'm/summary.md': '# Summary\n\nWe boiled [tea](a.md) and more.', 'm/a.md': 'x' }
    expect(outline(texts)).toEqual([['M', 'A', 'Summary']])
  })
})

test('leaves the folders above the course out of the titles of modules', () => {
  const texts = {
    'tea-main/docs/course/1-boil/a.md': 'x',
    'tea-main/docs/course/2-pour/b.md': 'y',
    'tea-main/docs/course/2-pour/deep/c.md': 'z',
  }
  expect(outline(texts)).toEqual([
    ['Boil', 'A'],
    ['Pour', 'B'],
    ['Pour · Deep', 'C'],
  ])
  expect(outline({ 'src/index.md': '# The Tea Book\n', 'src/a.md': 'x' })).toEqual([
    ['The Tea Book', 'A'],
  ])
})

test('leaves translations out, and reports them once', () => {
  const texts = {
    'm/a.md': 'x',
    'm/a.fr.md': 'y',
    'm/a.zh-CN.md': 'z',
    'm/app.js.md': 'js',
    'translations/de/m/a.md': 'd',
    'i18n/intro.md': 'a module of its own',
  }
  expect(outline(texts)).toEqual([
    ['I18n', 'Intro'],
    ['M', 'A', 'App JS'],
  ])
  expect(issues(texts)).toEqual(
    ['m/a.fr.md', 'm/a.zh-CN.md', 'translations/de/m/a.md'].map(
      (path) => `${path} The file is a translation and was left out.`,
    ),
  )
})

test('does not report a footnote as a broken link', () => {
  expect(
    issues({ 'a.md': '# A\n\nSteep [^1] and [pour][p].\n\n[^1]: Long.\n\n[p]: gone.md' }),
  ).toEqual([expect.stringContaining('gone.md')])
})

test('imports pictures from GitBook’s hidden folder, and nothing else from hidden folders', () => {
  expect(isJunkFile('book/.gitbook/assets/knot.png')).toBe(false)
  expect(['.git/config', '.github/a.md', 'a/.DS_Store', '.gitbook2/a.png'].map(isJunkFile)).toEqual(
    [true, true, true, true],
  )
})
