import { describe, expect, test } from 'vitest'
import { readCourseFolder } from './read-course-folder'

type Texts = Record<string, string>

function read(texts: Texts, options: Partial<Parameters<typeof readCourseFolder>[1]> = {}) {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }))
  return readCourseFolder(files, { folderName: 'tea-for-two', ...options })
}

function outline(texts: Texts) {
  const { modules } = read(texts).course
  return modules.map(({ title, lessons }) => [title, ...lessons.map((lesson) => lesson.title)])
}

function issues(texts: Texts) {
  return read(texts).issues.map(({ path, line, message, about }) =>
    [`${path}:${line ?? ''}`, message, ...(about === undefined ? [] : [about])].join(' '),
  )
}

describe('the course', () => {
  test('has the name of its folder, or a title that a person chose', () => {
    expect(read({}).course.course).toEqual({
      title: 'Tea for Two',
      slug: 'tea-for-two',
      publish: false,
    })
    const told = { title: 'All Tea', slug: 'tea', description: 'Hot.', publish: true }
    expect(read({}, told).course.course).toEqual(told)
  })

  test('has the title in its index file', () => {
    const { course } = read({ 'README.md': '# The Tea Course\n\nWelcome.\n', 'a/b.md': 'x' })
    expect(course.course).toMatchObject({ title: 'The Tea Course', slug: 'the-tea-course' })
    expect(course.modules[0]).toMatchObject({
      source_path: '.',
      title: 'The Tea Course',
      lessons: [{ title: 'Overview', content: 'Welcome.' }],
    })
  })
})

describe('modules', () => {
  test('are made of folders, nested ones too, and of the files beside them', () => {
    expect(
      outline({
        'welcome.md': 'x',
        'html_css/flexbox/axes.md': 'x',
        'html_css/intro.md': 'y',
        'kitchen/deep/deeper/pot.md': 'z',
      }),
    ).toEqual([
      ['Tea for Two', 'Welcome'],
      ['HTML CSS', 'Intro'],
      ['HTML CSS · Flexbox', 'Axes'],
      ['Kitchen · Deep · Deeper', 'Pot'],
    ])
  })

  test('store the path of their folder', () => {
    const { modules } = read({ 'a.md': 'x', 'b\\c\\d.md': 'y', './e/f.md': 'z' }).course
    expect(
      modules.map(({ source_path, lessons }) => [source_path, lessons[0]?.source_path]),
    ).toEqual([
      ['.', 'a.md'],
      ['b/c', 'b/c/d.md'],
      ['e', 'e/f.md'],
    ])
  })

  test('are ordered by their stated position, then by number, then by name', () => {
    expect(
      outline({
        'part 10/a.md': '1',
        'part 2/a.md': '2',
        '02-second/a.md': '3',
        '1_first/a.md': '4',
        'last/_module.yml': 'order: 3\ntitle: Third, really',
        'last/a.md': '5',
        'last/sub/a.md': '6',
      }).map(([title]) => title),
    ).toEqual(['First', 'Second', 'Third, really', 'Third, really · Sub', 'Part 2', 'Part 10'])
  })

  test('take their title and position from an index file without a text', () => {
    const texts = {
      'z/index.md': '---\ntitle: Begin here\norder: 1\n---\n',
      'z/a.md': 'x',
      'a/README.md': '# Then this\n',
      'a/b.md': 'y',
    }
    expect(outline(texts)).toEqual([
      ['Begin here', 'A'],
      ['Then this', 'B'],
    ])
    expect(issues(texts)).toEqual([])
  })

  test('prefer _module.yml to an index file', () => {
    const texts = {
      'a/README.md': '---\ntitle: Readme\norder: 9\n---\n',
      'a/_module.yml': 'title: Mine\norder: 1',
      'a/index.md': '# Index',
      'a/x.md': '1',
      'b/x.md': '2',
    }
    expect(outline(texts)).toEqual([
      ['Mine', 'X'],
      ['B', 'X'],
    ])
  })

  test('with a path that is too long for a title keep the end of the path', () => {
    const long = 'a-very-long-name-for-a-folder-of-lessons-about-brewing-tea'
    const [module] = read({
      [`${long}/${long}/pots/a.md`]: 'x',
      'z/b.md': 'y',
    }).course.modules
    expect(module?.title).toBe('A Very Long Name for a Folder of Lessons About Brewing Tea · Pots')
  })

  test('without lessons are left out', () => {
    expect(outline({ 'a/_module.yml': 'title: A', 'b/c.md': 'x' })).toEqual([['B', 'C']])
  })
})

describe('lessons', () => {
  test('are ordered by their stated position, then by number, then by name', () => {
    expect(
      outline({
        'm/lesson10.md': '1',
        'm/lesson2.md': '2',
        'm/02-pour.md': '3',
        'm/1. Boil.md': '4',
        'm/zest.md': '---\norder: 1.5\n---\n5',
        'm/index.md': 'Welcome.',
      }),
    ).toEqual([['M', 'Overview', 'Boil', 'Zest', 'Pour', 'Lesson2', 'Lesson10']])
  })

  test('have the same order, whatever the order of the files', () => {
    const texts = { 'b/2.md': 'x', 'b/1.md': 'y', 'a/ä.md': 'z', 'a/a.md': 'w', 'c.md': 'v' }
    const backwards = Object.fromEntries(Object.entries(texts).reverse())
    expect(read(backwards)).toEqual(read(texts))
  })
})

describe('files that cannot be imported', () => {
  test('are reported in order of path, with their lines', () => {
    expect(
      issues({
        'm/pot.png': '',
        'm/empty.md': ' \n',
        'm/untold.md': '---\ntitle: Only this\n---\n',
        'm/latin.md': 'fine\nca\0\n',
        'm/a.md': 'Same text.',
        'm/b.md': 'Same text.',
        'm/B.md': 'Other.',
        'm/c.md': '# Pots\nx',
        'm/d.md': '# Pots\ny',
        'm/_module.yml': 'title: M\ncolour: red\n',
      }),
    ).toEqual([
      'm/_module.yml:2 An unknown front matter key was ignored. colour',
      'm/b.md: The file name differs from another one only in capital letters; the file was left out. m/B.md',
      'm/d.md: The lesson has the same title as another one of its module. m/c.md',
      'm/empty.md: The file is empty and was left out.',
      'm/latin.md:2 The file is not UTF-8 text and was left out.',
      'm/pot.png: The file is not Markdown and was left out.',
      'm/untold.md: The file has no text, video or link and was left out.',
    ])
    expect(issues({ 'm/a.md': 'Same.', 'n/b.md': 'Same.' })).toEqual([
      'n/b.md: The text is the same as that of another lesson. m/a.md',
    ])
    expect(issues({ './m/a.md': 'x', 'm/a.md': 'x' })).toEqual([
      'm/a.md: The file is listed twice and was left out.',
    ])
  })

  test('include drafts, each of which is reported by name', () => {
    const texts = {
      '_drafts/a.md': 'x',
      'm/_Drafts/deep/b.md': 'x',
      'm/_notes.md': 'x',
      '_config.yml': 'x: y',
      'm/_index.md': '# Pots',
      'm/c.md': 'Ready.',
      'n/_module.yml': 'title: N\npublished: false\n',
      'n/d.md': 'x',
      'n/o/e.md': 'x',
      'nn/f.md': 'Ready too.',
    }
    expect(outline(texts)).toEqual([
      ['Pots', 'C'],
      ['Nn', 'F'],
    ])
    expect(issues(texts)).toEqual([
      '_config.yml: The name begins with "_", so the file was left out.',
      '_drafts/a.md: The file is in a folder of drafts and was left out.',
      'm/_Drafts/deep/b.md: The file is in a folder of drafts and was left out.',
      'm/_notes.md: The name begins with "_", so the file was left out.',
      'n/_module.yml:2 The folder is a draft and was left out with everything in it.',
    ])
    expect(read(texts).issues.every(({ leftOut }) => leftOut)).toBe(true)
    expect(outline({ '_module.yml': 'draft: true', 'a.md': 'x', 'm/b.md': 'y' })).toEqual([])
  })

  test('leave out values that the database would refuse', () => {
    const found = read({
      [`m/${'x'.repeat(1000)}.md`]: 'x',
      'm/long.md': 'é'.repeat(500_001),
      'm/fits.md': '🍵'.repeat(500_000),
      'm/title.md': `# ${'t'.repeat(120)}\ny`,
      'm/told.md': `---\ndescription: ${'d'.repeat(2001)}\n---\nx`,
    })
    expect(found.issues.map(({ message }) => message).sort()).toEqual([
      'The description is longer than 2,000 characters and was cut.',
      'The path is longer than 1,000 characters; the file was left out.',
      'The text is longer than 500,000 characters and was left out. Split the file in two.',
      'The title is longer than 100 characters and was cut.',
    ])
    const [fits, title, told] = found.course.modules[0]?.lessons ?? []
    expect(fits?.source_path).toBe('m/fits.md')
    expect(title?.title).toBe(`${'t'.repeat(99)}…`)
    expect(told?.description).toHaveLength(2000)
  })
})
