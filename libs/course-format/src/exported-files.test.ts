import { describe, expect, test } from 'vitest'
import { readCourseFolder } from './read-course-folder'
import { readLesson } from './reading/read-lesson'

const ID = '00000000-0000-4000-8000-00000000000a'

function read(texts: Record<string, string>) {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }))
  return readCourseFolder(files, { folderName: 'tea' })
}

describe('_course.yml', () => {
  test('sets the fields of the course form: an empty key clears the field, a missing key leaves it unchanged', () => {
    const { course, hasOwnTitle, issues } = read({
      '_course.yml': 'title: All Tea\nslug: tea-2\ncategory:\nauthor_name: Ida\ncolour: red\n',
      'm/a.md': 'x',
    })
    expect(course.course).toEqual({
      title: 'All Tea',
      slug: 'tea-2',
      category: null,
      author_name: 'Ida',
      publish: false,
    })
    expect(hasOwnTitle).toBe(true)
    expect(issues).toEqual([
      {
        path: '_course.yml',
        line: 5,
        message: 'An unknown key was ignored.',
        about: 'colour',
      },
    ])
  })

  test('has no effect if it is not in the folder of the course', () => {
    const { course, issues } = read({ 'm/_course.yml': 'title: No', 'm/a.md': 'x' })
    expect(course.course.title).toBe('Tea')
    expect(issues[0]).toMatchObject({ path: 'm/_course.yml', leftOut: true })
  })
})

describe('a file with a type in its front matter', () => {
  test('is imported without any conversion of its text', () => {
    const body = '\n# Not the title\n\nhttps://youtu.be/aqz-KE-bpKQ\n\n'
    const { lesson } = readLesson('m/1-x.md', `---\ntitle: T\ntype: text\n---\n${body}`)
    expect(lesson).toMatchObject({ title: 'T', content_type: 'TEXT', content: body })
  })

  test('can have no text, and clears attachments and files that it does not list', () => {
    expect(readLesson('m/a.md', '---\ntype: video\n---\n').lesson).toMatchObject({
      title: 'A',
      content_type: 'VIDEO',
      video_provider: 'NONE',
      content: null,
      attachments: [],
      file_name: null,
    })
    expect(readLesson('m/a.md', 'x').lesson).not.toHaveProperty('attachments')
  })

  test('loses only values that the database would refuse, and each of them is reported', () => {
    const source = [
      ...['---', 'type: link', 'link: javascript:alert(1)', 'start: soon', 'attachments:'],
      ...['  - title: Bad', '    url: ftp://x', '  - title: Good', '    url: https://e.org'],
      ...['  - title: Own', '    url: http://localhost:3000'],
      ...['id: nonsense', '---', ''],
    ].join('\n')
    const { lesson, remarks } = readLesson('m/a.md', source)
    expect(lesson).toMatchObject({
      external_url: null,
      attachments: [
        { title: 'Good', url: 'https://e.org' },
        { title: 'Own', url: 'http://localhost:3000' },
      ],
    })
    expect(remarks.map(({ line, message }) => `${line ?? ''} ${message}`)).toEqual([
      '4 The value of "start" is not a time such as 90, 12m, 7:30 or 1:02:03 and was ignored.',
      '12 The value of "id" is not an id as an export gives it and was ignored.',
      '3 The value of "link" is not a web address (http or https) and was ignored.',
      '5 Please enter a valid URL: the attachment "Bad" was left out.',
    ])
  })
})

describe('an id in a file', () => {
  test('keeps a module without lessons, and counts only in the first of two files that have it', () => {
    const lesson = `---\ntype: text\nid: ${ID}\n---\n`
    const { course, issues } = read({
      '1/_module.yml': `title: Empty\nid: ${ID.replace('a', 'b')}\n`,
      '2/a.md': `${lesson}One`,
      '2/b.md': `${lesson}Two`,
    })
    expect(
      course.modules.map(({ title, lessons }) => [title, ...lessons.map(({ id }) => id)]),
    ).toEqual([['Empty'], ['2', ID, undefined]])
    expect(issues).toEqual([
      {
        path: '2/b.md',
        message: 'The id is the same as in another file; this one is known by its path instead.',
        about: '2/a.md',
      },
    ])
  })
})

test('paths that lead out of the folder are left out, whichever list contains them', () => {
  const { course, issues } = read({
    '../x.md': 'x',
    '/etc/y.md': 'y',
    'C:\\z.md': 'z',
    'a.md': 'a',
  })
  expect(course.modules.flatMap(({ lessons }) => lessons.map((l) => l.source_path))).toEqual([
    'a.md',
  ])
  expect(issues.map(({ path }) => path)).toEqual(['../x.md', '/etc/y.md', 'C:\\z.md'])
})
