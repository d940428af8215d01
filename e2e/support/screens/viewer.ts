import type { Screen } from '../screens'
import { answerWith, changeAnswer, combineMocks, withFailedRead, withLostRead } from './mocks'

const git = '/app/courses/git-from-the-first-commit'
const htmlCss = '/app/courses/html-css-pages-that-hold'
const javaScript = '/app/courses/javascript-thinking-in-functions'
const lesson = (course: string, end: string) =>
  `${course}/lesson/e0000000-0000-4000-8000-0000000${end}`

const SENTENCE = 'A line of text has a length that the eye finds its way back from. '
const PARAGRAPHS = `${SENTENCE.repeat(5)}\n\n`.repeat(3)

/** A text with everything that a lesson may contain. */
const TEXT = `## Ownership[^1]

${PARAGRAPHS}- [x] Read this
- [ ] Try \`cargo run\`

\`\`\`rust title="src/a-folder/with-a-long-name/and-another/main.rs"
fn main() { println!("├── {}", 1 != 2); } // a comment that is longer than a phone is wide
\`\`\`

### Moves and copies

> [!NOTE]
> **「所有权」**的规则很重要。

| Type | Copied |
| ---- | ------ |
| \`i32\` | yes |

## Borrowing

${PARAGRAPHS}## Lifetimes

${PARAGRAPHS}
[^1]: Explained in [the book](https://example.org/book).
`

/** Changes the answer so that the lesson has this text. */
const written = changeAnswer<object[]>('**/rest/v1/lessons?*', (rows) =>
  rows.map((row) => ({
    ...row,
    content: TEXT,
    description: 'Who owns a value, and for how long.',
  })),
)

const reading = { as: 'member', path: lesson(javaScript, '30102'), mock: written } as const

const member = { as: 'member', path: lesson(git, '10101') } as const

interface Outline {
  modules: { lessons: { id: string; done: boolean }[] }[]
}

/** Changes the outline so that one lesson is not completed. Completing it is shown, but not saved. */
const oneLeft = (end: string, of: 'module' | 'course') =>
  combineMocks(
    answerWith('**/lesson_completions*', null),
    changeAnswer<Outline>('**/rpc/course_outline*', (outline) => {
      const isLeft = ({ id }: { id: string }) => id.endsWith(end)
      return {
        ...outline,
        modules: outline.modules.map((module) => ({
          ...module,
          lessons: module.lessons.map((one) => ({
            ...one,
            done: !isLeft(one) && (of === 'course' || module.lessons.some(isLeft)),
          })),
        })),
      }
    }),
  )

/** A course and its lessons. */
export const viewerScreens: Screen[] = [
  {
    name: 'lesson-video',
    as: 'member',
    path: lesson(htmlCss, '20304'),
    shows: 'Mark As Complete',
  },
  {
    name: 'lesson-text',
    everyRun: true,
    as: 'member',
    path: lesson(javaScript, '30102'),
    shows: 'Mark As Complete',
  },
  { name: 'lesson-reading', ...reading, shows: 'Who owns a value, and for how long.' },
  {
    name: 'lesson-sections-sheet',
    ...reading,
    shows: 'Lifetimes',
    prepare: async (page) => {
      await page.getByRole('heading', { name: 'Lifetimes' }).waitFor()
      const toggle = page.getByRole('button', { name: 'On this page' })
      if (await toggle.isVisible()) await toggle.click()
    },
  },
  {
    name: 'lesson-passage',
    ...reading,
    path: `${reading.path}?passage=the+eye+finds+its+way`,
    shows: 'Ownership',
    prepare: (page) =>
      page.getByRole('status').filter({ hasText: 'Opened at' }).waitFor({ state: 'attached' }),
  },
  {
    name: 'lesson-resumed-sheet',
    like: 'lesson-queued',
    ...reading,
    shows: 'Continued where you stopped',
    prepare: async (page) => {
      await page.getByRole('heading', { name: 'Borrowing' }).waitFor()
      await page.evaluate(() => document.querySelectorAll('.md h2')[1]?.scrollIntoView())
      await page.waitForFunction(() =>
        Object.keys(localStorage).some((key) => key.startsWith('rookies-reading:')),
      )
      await page.reload()
    },
  },
  {
    name: 'lesson-completed',
    like: 'lesson-text',
    as: 'member',
    path: git,
    shows: 'You already keep versions',
  },
  {
    name: 'lesson-file',
    like: 'lesson-file-stored',
    as: 'member',
    path: lesson(git, '10205'),
    shows: 'File Content Not Supported',
  },
  {
    name: 'lesson-link',
    like: 'lesson-file-stored',
    as: 'member',
    path: lesson(git, '10303'),
    shows: /Completed|Mark As Complete/,
  },
  {
    name: 'lesson-free-preview',
    like: 'lesson-text',
    as: 'newcomer',
    path: lesson(git, '10101'),
    shows: 'Mark As Complete',
  },
  { name: 'lesson-locked', as: 'newcomer', path: lesson(git, '10103'), shows: 'Access required' },
  {
    name: 'module-end',
    as: 'member',
    path: lesson(javaScript, '30102'),
    shows: 'Module completed',
    mock: oneLeft('30102', 'module'),
    prepare: (page) => page.getByRole('button', { name: 'Complete and continue' }).click(),
  },
  {
    name: 'course-end-sheet',
    as: 'member',
    path: lesson(javaScript, '30102'),
    shows: 'Next course',
    mock: oneLeft('30102', 'course'),
    prepare: (page) => page.getByRole('button', { name: 'Complete and continue' }).click(),
  },
  {
    name: 'course-welcome',
    as: 'member',
    path: `${htmlCss}/lesson/00000000-0000-4000-8000-000000000000`,
    shows: 'Select a lesson from the sidebar to get started.',
    // The text that is looked for is not shown on phones.
    from: 768,
  },
  {
    name: 'course-not-found',
    as: 'member',
    path: '/app/courses/no-such-course',
    shows: 'Course not found. Please check the URL and try again.',
  },
  {
    name: 'course-error',
    as: 'member',
    path: htmlCss,
    shows: 'Failed to load course. Please try again later.',
    ...withFailedRead('**/rpc/course_outline*'),
  },
  {
    name: 'course-needs-connection',
    as: 'member',
    path: htmlCss,
    shows: 'This course needs a connection',
    ...withLostRead('**/rpc/course_outline*'),
  },
  {
    name: 'video-needs-connection',
    like: 'video-unreachable',
    as: 'member',
    path: lesson(git, '10102'),
    shows: 'This video needs a connection',
    ...withLostRead('**/rest/v1/lessons*'),
  },
  {
    name: 'course-outline-sheet',
    as: 'member',
    path: lesson(htmlCss, '20304'),
    shows: 'Mark As Complete',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Mark As Complete' }).waitFor()
      const opener = page.getByRole('button', { name: 'Course outline', exact: true })
      if (await opener.isVisible()) await opener.click()
    },
  },
  { name: 'preview', as: 'admin', path: member.path, shows: 'Nothing is recorded.' },
  {
    name: 'preview-without-access',
    like: 'lesson-locked',
    as: 'admin',
    path: lesson(git, '10103'),
    shows: 'Access required',
    prepare: (page) => page.getByRole('button', { name: 'Without access' }).click(),
  },
  {
    name: 'shortcuts-sheet',
    ...member,
    shows: 'Use keyboard shortcuts',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Lesson options' }).waitFor()
      await page.keyboard.press('?')
    },
  },
  {
    name: 'offline',
    like: 'lesson-queued',
    ...member,
    shows: 'You are offline.',
    // The failed requests are prefetches.
    expectProblems: [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/],
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Lesson options' }).waitFor()
      await page.context().setOffline(true)
    },
  },
]
