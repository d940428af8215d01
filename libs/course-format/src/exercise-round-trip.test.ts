import type { ExportedCourse } from '@rookies/data/course-export/exported-course'
import type { ExportedLesson } from '@rookies/data/course-import/exported-lesson'
import type { ExercisePart } from '@rookies/data/exercises/exercise-part'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCourseFolder } from './read-course-folder'
import { blobSource, readZip } from './read-zip'
import { courseFiles } from './write-course'
import { zipFiles } from './write-zip'

const LESSON: ExportedLesson = {
  id: '00000000-0000-4000-8000-000000000004',
  title: 'Return a value',
  content_type: 'EXERCISE',
  video_provider: 'NONE',
  video_asset_id: null,
  video_start_sec: 0,
  external_url: null,
  description: null,
  content: 'Return the sum.\n',
  file_key: null,
  file_name: null,
  file_size: null,
  duration_sec: 0,
  free_preview: false,
  attachments: [],
}

const EXERCISE: ExercisePart = {
  language: 'JS',
  files: [
    { path: 'main.js', text: 'export const sum = () => 0\n' },
    { path: 'lib/add.js', text: '' },
  ],
  tests: "import { sum } from './main.js'\n",
  hidden: "test('hidden', () => {})\n",
  solution: [{ path: 'main.js', text: 'export const sum = (a, b) => a + b\n' }],
  time_ms: 500,
  hints: [{ after: 3, text: 'Read the brief:\nall of it.' }],
  solution_after: 10,
  practice: true,
}

const courseOf = (exercises: ExercisePart[]): ExportedCourse => ({
  course: {
    ...{ title: 'Code', slug: 'code', description: null, author_name: null },
    ...{ author_description: null, thumbnail_url: null, category: null },
  },
  modules: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      title: 'Steps',
      lessons: exercises.map((exercise, at) => ({
        ...LESSON,
        id: `00000000-0000-4000-8000-00000000001${at}`,
        exercise,
      })),
    },
  ],
})

async function throughZip(exported: ExportedCourse) {
  const bytes = zipFiles(courseFiles(exported))
  const gathered = await readZip(blobSource(new Blob([bytes])), 'code.zip')
  const { course, issues } = readCourseFolder(gathered.files, { folderName: gathered.name })
  return {
    bytes,
    issues: [...gathered.issues, ...issues],
    lessons: course.modules[0]?.lessons.map(({ source_path: _, ...lesson }) => lesson) ?? [],
  }
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('', 'a\r\nb\r\n', '---\ntype: text\n---\n', '![A](data:image/png;base64,AAAA)'),
)
// An import removes a byte order mark and leaves out files with U+0000, so the generated code has neither.
const code = text.map((written) => written.replaceAll(/[\0\uFEFF]/g, ''))
const files = fc.uniqueArray(
  fc.record({
    path: fc.constantFrom(
      ...['main.js', 'a.js', 'lib/sum.js', 'lib/exercise.js', 'readme.js', 'z/_b.ts', 'data.json'],
    ),
    text: code,
  }),
  { minLength: 1, maxLength: 5, selector: ({ path }) => path },
)
const filled = code.map((written) => `// ${written}`)
const count = fc.integer({ min: 1, max: 100 })
const written: fc.Arbitrary<ExercisePart> = fc.record({
  language: fc.constantFrom('JS', 'TS'),
  files,
  tests: filled,
  hidden: fc.oneof(fc.constant(''), filled),
  solution: files,
  time_ms: fc.integer({ min: 50, max: 1000 }),
  hints: fc.array(fc.record({ after: count, text: filled }), { maxLength: 3 }),
  solution_after: fc.option(count, { nil: null }),
  practice: fc.boolean(),
})
const pages = fc.tuple(code, files).chain(([first, others]) =>
  fc.shuffledSubarray([{ path: 'index.html', text: first }, ...others], {
    minLength: others.length + 1,
  }),
)
const page: fc.Arbitrary<ExercisePart> = fc
  .tuple(written, pages, pages)
  .map(([part, begin, end]) => ({
    ...part,
    ...{ language: 'PAGE', files: begin, solution: end, hidden: '', solution_after: null },
  }))
const exercise = fc.oneof(written, page)

test('any exercise is imported again unchanged, and a second export has the same bytes', async () => {
  const some = fc.array(exercise, { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(some, async (exercises) => {
      const exported = courseOf(exercises)
      const { bytes, issues, lessons } = await throughZip(exported)
      expect(issues.filter(({ leftOut }) => leftOut)).toEqual([])
      expect(lessons).toEqual(exported.modules[0]?.lessons)
      const again = courseOf(lessons.flatMap(({ exercise: read }) => (read ? [read] : [])))
      expect(zipFiles(courseFiles(again))).toEqual(bytes)
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('exports an exercise as a folder that people can read and edit', () => {
  const written = courseFiles(courseOf([EXERCISE]))
  const folder = written.filter(({ path }) => path.startsWith('code/01-steps/01-'))
  expect(folder).toEqual([
    {
      path: 'code/01-steps/01-return-a-value.md',
      text: `---\ntitle: Return a value\ntype: exercise\nid: 00000000-0000-4000-8000-000000000010\n---\nReturn the sum.\n`,
    },
    {
      path: 'code/01-steps/01-return-a-value/exercise.yml',
      text: `language: js
time_ms: 500
solution_after: 10
practice: true
hints:
  - after: 3
    text: "Read the brief:\\nall of it."
files: main.js, lib/add.js
`,
    },
    { path: 'code/01-steps/01-return-a-value/starter/main.js', text: EXERCISE.files[0]?.text },
    { path: 'code/01-steps/01-return-a-value/starter/lib/add.js', text: '' },
    { path: 'code/01-steps/01-return-a-value/tests.js', text: EXERCISE.tests },
    { path: 'code/01-steps/01-return-a-value/hidden.js', text: EXERCISE.hidden },
    { path: 'code/01-steps/01-return-a-value/solution/main.js', text: EXERCISE.solution[0]?.text },
  ])
})

test('an exercise of the language Page, which has no hidden tests, is exported without hidden.js', () => {
  const files = [
    { path: 'index.html', text: '<h1></h1>\n' },
    { path: 'style.css', text: 'h1 {}\n' },
  ]
  const page: ExercisePart = { ...EXERCISE, language: 'PAGE', files, solution: files, hidden: '' }
  const rest = { hints: [], solution_after: null, practice: false }
  const written = courseFiles(courseOf([{ ...page, ...rest }]))
  const folder = 'code/01-steps/01-return-a-value/'
  const below = written.filter(({ path }) => path.startsWith(folder))
  expect(below.map(({ path }) => path.slice(folder.length))).toEqual([
    ...['exercise.yml', 'starter/index.html', 'starter/style.css'],
    ...['tests.js', 'solution/index.html', 'solution/style.css'],
  ])
  expect(below[0]).toMatchObject({ text: 'language: page\ntime_ms: 500\n' })
})
