import { describe, expect, it } from 'vitest'
import { collectFiles } from '../collect-files'
import { memoryFile } from '../projects/found-files'
import { readCourseFolder } from '../read-course-folder'

const SETTINGS = 'language: ts\ntime_ms: 300\n'
const WHOLE = {
  'a/pour.md': '---\ntype: exercise\n---\nPour.',
  'a/pour/exercise.yml': SETTINGS,
  'a/pour/starter/main.ts': 'export const pour = 1\n',
  'a/pour/tests.js': "test('pours', () => {})\n",
  'a/pour/solution/main.ts': 'export const pour = 2\n',
}

/** Reads files as from a disk. */
async function read(files: Record<string, string | Uint8Array>) {
  const found = Object.entries(files).map(([path, content]) => memoryFile(path, content))
  const collected = await collectFiles('tea', found)
  const { course, issues, assets } = readCourseFolder(collected.files, { folderName: 'tea' })
  expect(assets).toEqual([])
  return {
    lessons: course.modules.flatMap(({ lessons }) => lessons),
    issues: [...collected.issues, ...issues].map(({ path, line, message, about }) =>
      [path, line, message, about].filter((part) => part !== undefined),
    ),
  }
}

describe('the folder of an exercise (rules/courses#export)', () => {
  it('belongs to the Markdown file of the same name beside it, and is no module', async () => {
    const { lessons, issues } = await read({
      ...WHOLE,
      // Texts and pictures among the files of an exercise must not become lessons.
      'a/pour/starter/README.md': '# Read me ![A](data:image/png;base64,AAAA)',
      'a/pour/starter/exercise.yml': 'mine: true\n',
    })
    expect(issues).toEqual([])
    expect(lessons).toMatchObject([
      {
        source_path: 'a/pour.md',
        content_type: 'EXERCISE',
        content: 'Pour.',
        exercise: {
          language: 'TS',
          files: [
            { path: 'README.md', text: '# Read me ![A](data:image/png;base64,AAAA)' },
            { path: 'exercise.yml', text: 'mine: true\n' },
            { path: 'main.ts', text: 'export const pour = 1\n' },
          ],
          tests: WHOLE['a/pour/tests.js'],
          hidden: '',
          solution: [{ path: 'main.ts', text: 'export const pour = 2\n' }],
          time_ms: 300,
          hints: [],
          solution_after: null,
          practice: false,
        },
      },
    ])
  })

  it.each([
    ['in it', 'a/pour/README.md', 'a/pour/'],
    ['beside a folder with the name exercise', 'a/pour/index.md', 'a/pour/exercise/'],
    ['alone beside such a folder', 'a/pour/steps.md', 'a/pour/exercise/'],
  ])('finds its lesson text %s, although the text has no type', async (_, text, folder) => {
    const { lessons } = await read({
      [text]: '# Pour it\n\nPour.',
      'b/other.md': 'Drink.',
      [`${folder}exercise.yml`]: SETTINGS,
      [`${folder}starter/main.ts`]: 'x',
      [`${folder}tests.js`]: 'x',
      [`${folder}solution/main.ts`]: 'x',
    })
    expect(lessons).toMatchObject([
      { source_path: text, title: 'Pour it', content_type: 'EXERCISE', exercise: { tests: 'x' } },
      { content_type: 'TEXT' },
    ])
  })

  it('reports the file and the line of each mistake, and imports the rest', async () => {
    const { lessons, issues } = await read({
      ...WHOLE,
      'a/pour/exercise.yml': `language: cobol
time_ms: 5000
practice: sometimes
colour: red
hints:
  - after: 2
    text: Look at the cup.
    loud: true
  - text: No number.
files: main.ts, gone.ts
`,
      'a/pour/tests.js': '\n',
      'a/pour/solution/more.js': 'export const a = 1\nexport const b = ;\n',
      'a/pour/starter/my file.ts': 'x',
      'a/pour/starter/broken.ts': new Uint8Array([0x61, 0x0a, 0xe9, 0x0a]),
      'a/pour/solution/tests.js': 'x',
      'a/pour/notes.txt': 'x',
    })
    expect(issues).toEqual([
      ['a/pour/exercise.yml', 'The exercise has no tests.js.'],
      ['a/pour/exercise.yml', 1, 'The value of "language" is not js, ts or page and was ignored.'],
      [
        'a/pour/exercise.yml',
        2,
        'The value of "time_ms" is not a number from 50 to 1,000 and was ignored.',
      ],
      ['a/pour/exercise.yml', 3, 'The value of "practice" is not true or false and was ignored.'],
      ['a/pour/exercise.yml', 4, 'An unknown key was ignored.', 'colour'],
      ['a/pour/exercise.yml', 5, 'An unknown key of a hint was ignored.', 'loud'],
      [
        'a/pour/exercise.yml',
        5,
        'Hint 2 was left out. A hint has a text of at most 2,000 characters and appears after 1 to 100 failed runs. There are at most 20.',
      ],
      ['a/pour/exercise.yml', 10, 'The list of files names one that is missing.', 'gone.ts'],
      ['a/pour/notes.txt', 'The file is not Markdown and was left out.'],
      ['a/pour/solution/more.js', 2, 'The code cannot be read: Unexpected token.'],
      [
        'a/pour/solution/tests.js',
        'Tests have this name already: tests.js; the file was left out.',
      ],
      ['a/pour/starter/broken.ts', 2, 'The file is not UTF-8 text and was left out.'],
      [
        'a/pour/starter/my file.ts',
        'Use letters, digits, dots, hyphens and underscores in a name: my file.ts; the file was left out.',
      ],
    ])
    expect(lessons[0]?.exercise).toMatchObject({
      language: 'JS',
      time_ms: 500,
      hints: [{ after: 2, text: 'Look at the cup.' }],
      files: [{ path: 'main.ts' }],
    })
  })

  it('is reported if it has no lesson text, and so is a lesson of type exercise without a folder', async () => {
    const { 'a/pour.md': text, ...folder } = WHOLE
    const alone = await read({ ...folder, 'a/other.md': 'Drink.' })
    expect(alone.issues).toEqual([
      [
        'a/pour/exercise.yml',
        'There is no text for this exercise; it was left out. Put a Markdown file with the name of its folder beside the folder.',
      ],
    ])
    const { issues, lessons } = await read({ 'a/pour.md': text })
    expect(issues).toEqual([
      [
        'a/pour.md',
        2,
        'There is no folder with an exercise.yml for this text; an exercise that is there already stays as it is.',
      ],
    ])
    expect(lessons).toMatchObject([{ content_type: 'EXERCISE' }])
    expect(lessons[0]?.exercise).toBeUndefined()
    const other = await read({ ...WHOLE, 'a/pour.md': '---\ntype: text\n---\nPour.' })
    expect(other.issues).toEqual([
      ['a/pour.md', 2, 'The exercise of this lesson was ignored, because "type" is text.'],
    ])
  })

  it('loses files and hints over the limits of the database, which are reported', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 21 }, (_, at) => [
        `a/pour/starter/f${String(at).padStart(2, '0')}.ts`,
        '',
      ]),
    )
    const { 'a/pour/starter/main.ts': _, ...rest } = WHOLE
    const { issues, lessons } = await read({
      ...rest,
      ...many,
      'a/pour/hidden.js': 'x'.repeat(204_801),
    })
    expect(issues).toEqual([
      ['a/pour/hidden.js', 'Hidden tests must be less than 200 kB; the file was left out.'],
      ['a/pour/starter/f20.ts', 'There can be at most 20 files; the file was left out.'],
    ])
    expect(lessons[0]?.exercise?.files).toHaveLength(20)
  })

  it('can be a web page, which has no hidden tests and shows its solution on completion', async () => {
    const page = {
      'a/pour.md': WHOLE['a/pour.md'],
      'a/pour/exercise.yml':
        'language: page\nsolution_after: 3\nhints:\n  - after: 1\n    text: Read.\npractice: yes\n',
      'a/pour/starter/index.html': '<body></body>\n',
      'a/pour/starter/style.css': '',
      'a/pour/tests.js': "test('has a heading', () => {\n  expect(.)\n})\n",
      'a/pour/hidden.js': 'x',
      'a/pour/solution/style.css': 'h1 {}\n',
    }
    const { issues, lessons } = await read(page)
    expect(issues).toEqual([
      ['a/pour/exercise.yml', 'The solution of the page has no solution/index.html.'],
      [
        'a/pour/exercise.yml',
        2,
        'The solution of a page opens once the page is completed, so "solution_after" was ignored.',
      ],
      ['a/pour/hidden.js', 'A page has no hidden tests; the file was left out.'],
      [
        'a/pour/tests.js',
        2,
        'The checks cannot run: SyntaxError: "." is not expected here. Is something missing before it?',
      ],
    ])
    const code = { ...page, 'a/pour/tests.js': "\nimport { pour } from './main.js'\n" }
    expect((await read(code)).issues).toContainEqual([
      'a/pour/tests.js',
      2,
      expect.stringContaining("tests.js imports './main.js'."),
    ])
    expect(lessons[0]?.exercise).toEqual({
      language: 'PAGE',
      files: [
        { path: 'index.html', text: '<body></body>\n' },
        { path: 'style.css', text: '' },
      ],
      tests: page['a/pour/tests.js'],
      hidden: '',
      solution: [{ path: 'style.css', text: 'h1 {}\n' }],
      time_ms: 500,
      hints: [{ after: 1, text: 'Read.' }],
      solution_after: null,
      practice: true,
    })
  })

  it('is left out with one issue if a web page has no index.html, because the database would refuse the page', async () => {
    const { 'a/pour/starter/main.ts': start, ...others } = WHOLE
    const { issues, lessons } = await read({
      ...others,
      'a/pour/exercise.yml': 'language: page\n',
      'a/pour/starter/Index.html': start,
      'a/pour/solution/index.html': '',
    })
    expect(issues).toEqual([
      ['a/pour/exercise.yml', 'The page has no starter/index.html; the exercise was left out.'],
    ])
    expect(lessons).toMatchObject([{ content_type: 'EXERCISE' }])
    expect(lessons[0]?.exercise).toBeUndefined()
  })

  it('is read with `\n` as line ends if another tool has changed them', async () => {
    const changed = Object.fromEntries(
      Object.entries(WHOLE).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]),
    )
    const { lessons, issues } = await read(changed)
    expect(issues).toEqual([])
    expect(lessons[0]?.exercise?.tests).toBe(WHOLE['a/pour/tests.js'])
  })
})
