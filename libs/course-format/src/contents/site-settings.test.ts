import { describe, expect, test } from 'vitest'
import { readCourseFolder } from '../read-course-folder'

// Menus and versions in the settings of documentation sites (rules/courses#conventions).

type Texts = Readonly<Record<string, string>>

function read(texts: Texts) {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }))
  const { course, issues } = readCourseFolder(files, { folderName: 'tea' })
  return {
    title: course.course.title,
    outline: course.modules.map(({ title, lessons }) => [
      title,
      ...lessons.map((each) => each.title),
    ]),
    issues: issues.map(({ path, message, about }) => [path, message, about ?? ''].join(' ').trim()),
  }
}

const pages = (...paths: string[]): Texts =>
  Object.fromEntries(paths.map((path) => [path, `Of ${path}.`]))

describe('menus of Hugo', () => {
  const content = pages('content/lid.md', 'content/pot.md', 'content/leaf/index.md')
  const cups = {
    'content/cups/_index.md': '---\ntitle: Cups\n---\n',
    ...pages('content/cups/big.md'),
  }

  test.each([
    [
      'hugo.toml',
      `baseURL = "https://e.org/"
title = "All of Tea"
[[menus.main]]
pageRef = "/pot"
weight = 1
[[menus.main]]
url = "/leaf/"
weight = 20
[[menus.main]]
pageRef = "lid.md"
weight = 3
[[menus.main]]
url = "https://example.org"
weight = 2
[[menus.footer]]
pageRef = "/lid"
weight = 0
`,
    ],
    [
      'config.yaml',
      'baseurl: /\ntitle: All of Tea\nmenu:\n  docs:\n    - {url: /pot, weight: 1}\n    - {url: /lid/, weight: 2}\n    - {pageRef: /leaf/index.md, weight: 3}\n',
    ],
    [
      'config/_default/hugo.json',
      '{"title": "All of Tea", "languages": {"en": {"menus": {"main": [{"pageRef": "pot", "weight": 1}, {"pageRef": "lid", "weight": 2}, {"pageRef": "leaf", "weight": 3}]}}}}',
    ],
  ])('in %s set the order of the pages, and the settings name the course', (path, settings) => {
    expect(read({ ...content, [path]: settings })).toEqual({
      title: 'All of Tea',
      outline: [['All of Tea', 'Pot', 'Lid', 'Leaf']],
      issues: [],
    })
  })

  test('in a separate file set the order of the sections', () => {
    const menus =
      '[[main]]\npageRef = "/cups"\nweight = 1\n[[main]]\npageRef = "/leaf"\nweight = 2\n'
    const texts = { ...pages('content/leaf/a.md'), ...cups, 'config/_default/menus.en.toml': menus }
    expect(read(texts).outline).toEqual([
      ['Cups', 'Big'],
      ['Leaf', 'A'],
    ])
    const other = menus.replace('weight = 2', 'weight = 0')
    expect(read({ ...texts, 'config/_default/menus.en.toml': other }).outline[0]?.[0]).toBe('Leaf')
  })

  test('are ignored in the settings of another tool, which are reported as left out', () => {
    const settings = '{"menu": {"main": [{"pageRef": "pot", "weight": 1}]}}'
    const { outline, issues } = read({ ...content, 'config.json': settings })
    expect(outline).toEqual([['Tea', 'Leaf', 'Lid', 'Pot']])
    expect(issues).toEqual(['config.json The file is not Markdown and was left out.'])
  })
})

describe('a Docusaurus folder with versions', () => {
  const OTHER = 'The file belongs to another version of the course and was left out.'
  const versions = {
    'versions.json': '["1.10", "1.9"]',
    'versioned_sidebars/version-1.10-sidebars.json': '{"tea": ["pour", "boil"]}',
    'versioned_sidebars/version-1.9-sidebars.json': '{"tea": ["boil", "pour"]}',
    ...pages('versioned_docs/version-1.10/boil.md', 'versioned_docs/version-1.10/pour.md'),
    ...pages('versioned_docs/version-1.9/boil.md', 'versioned_docs/version-1.9/pour.md'),
  }

  test('imports the current version, and reports the other versions', () => {
    const { outline, issues } = read({ ...versions, ...pages('docs/boil.md', 'docs/new.md') })
    expect(outline).toEqual([['Tea', 'Boil', 'New']])
    expect(issues.filter((issue) => issue.endsWith(OTHER))).toHaveLength(6)
  })

  test('imports the latest version with its own sidebar if there is no current version', () => {
    const { outline, issues } = read(versions)
    expect(outline).toEqual([['Tea', 'Pour', 'Boil']])
    expect(issues).toEqual(
      [
        'docs/version-1.9/boil.md',
        'docs/version-1.9/pour.md',
        'sidebars/version-1.9-sidebars.json',
      ].map((path) => `versioned_${path} ${OTHER}`),
    )
    const { 'versions.json': _list, ...untold } = versions
    expect(read(untold).outline).toEqual([['Tea', 'Pour', 'Boil']])
  })
})
