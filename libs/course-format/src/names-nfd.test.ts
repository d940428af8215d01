import { describe, expect, test } from 'vitest'
import { readCourseFolder } from './read-course-folder'
import { readPickedFiles } from './read-picked-files'
import { blobSource, readZip } from './read-zip'
import { zipOf } from './testing/zip-vectors'

/** Returns a name as macOS writes it: each accent is a separate character after its letter. */
const apart = (name: string) => name.normalize('NFD')
const picked = (path: string, text: string) => ({ path, file: new Blob([text]) })

function course(files: { path: string; text: string }[]) {
  const { course, issues } = readCourseFolder(files, { folderName: 'tea' })
  const lessons = course.modules.flatMap((module) => module.lessons)
  return { lessons, issues: issues.map(({ path, message }) => `${path}: ${message}`) }
}

describe('names whose accents are separate characters (NFD)', () => {
  test.each([
    ['übung.md', apart('übung.md')],
    [apart('übung.md'), 'übung.md'],
    ['%C3%BCbung', apart('übung.md')],
    ['u%CC%88bung.md', 'übung.md'],
    ['Übung.md', apart('übung.md')],
  ])('let the link %j find the file %j', (target, path) => {
    const { lessons, issues } = course([
      { path: 'a.md', text: `[x](${target})` },
      { path, text: 'y' },
    ])
    expect(issues).toEqual([])
    expect(lessons.map(({ source_path }) => source_path)).toEqual(['a.md', 'übung.md'])
    expect(lessons[0]?.content).toBe(`[x](/app/courses/tea/lesson/${lessons[1]?.id})`)
  })

  test('are found in folders of a link and in a table of contents', () => {
    const { lessons, issues } = course([
      { path: apart('SUMMARY.md'), text: '- [A](größe/a.md)\n- [Ü](größe/übung.md)' },
      { path: apart('größe/a.md'), text: '[x](../größe/übung.md)' },
      { path: apart('größe/übung.md'), text: 'y' },
    ])
    expect(issues).toEqual([])
    expect(lessons.map(({ title }) => title)).toEqual(['A', 'Ü'])
    expect(lessons[0]?.content).toContain('/lesson/')
  })

  test('mean the same file and the same title as names with composed characters (NFC)', () => {
    const { lessons, issues } = course([
      { path: apart('grün.md'), text: 'x' },
      { path: 'grün.md', text: 'x' },
      { path: 'a.md', text: `---\ntitle: ${apart('Grün')}\n---\ny` },
    ])
    expect(lessons.map(({ source_path }) => source_path)).toEqual(['a.md', 'grün.md'])
    expect(issues).toEqual([
      'grün.md: The file is listed twice and was left out.',
      'grün.md: The lesson has the same title as another one of its module.',
    ])
  })

  test('are recognised in a heading that most files repeat', () => {
    const { lessons } = course([
      { path: 'a.md', text: '# Küche\n\nx' },
      { path: 'b.md', text: `# ${apart('Küche')}\n\ny` },
      { path: 'c.md', text: '# Küche\n\nz' },
    ])
    expect(lessons.map(({ title }) => title)).toEqual(['A', 'B', 'C'])
  })

  test('are recognised in a heading that repeats the title of the front matter', () => {
    const text = `---\ntitle: ${apart('Küche')}\n---\n# Küche\n\nx`
    expect(course([{ path: 'a.md', text }]).lessons[0]?.content).toBe('x')
  })

  test('are composed in reports about picked files, like in the titles of their lessons', async () => {
    const gone = Object.assign(new Blob(['x']), { arrayBuffer: () => Promise.reject(new Error()) })
    const name = apart('küche')
    expect(
      await readPickedFiles([
        picked(`${name}/${apart('grün')}.md`, 'x'),
        picked('küche/übung.md', 'x'),
        { path: `${name}/${apart('öl')}.md`, file: gone },
      ]),
    ).toMatchObject({
      name: 'küche',
      files: [{ path: 'grün.md' }, { path: 'übung.md' }],
      issues: [{ path: 'öl.md' }],
    })
  })

  test('name the same folder of a zip as composed characters (NFC)', async () => {
    const zip = zipOf([{ name: apart('küche/übung.md') }, { name: 'küche/grün.md' }])
    expect(await readZip(blobSource(new Blob([zip])), 'tea.zip')).toMatchObject({
      name: 'küche',
      files: [{ path: 'übung.md' }, { path: 'grün.md' }],
    })
  })
})
