import { expect, it } from 'vitest'
import { readCourseFolder } from '../read-course-folder'
import { UNTESTED } from './assignment-file'

const BRIEF = '---\ntitle: Sum\ntype: assignment\naccepts: repository\n---\nAdd.'
const GRADER = 'school/grading/.github/workflows/sum.yml@v1'

function read(files: Record<string, string>) {
  const { course, issues } = readCourseFolder(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    { folderName: 'Code' },
  )
  return {
    lessons: course.modules.flatMap(({ lessons }) => lessons),
    issues: issues.map(({ path, line, message, about }) =>
      [path, line, message, about].filter((part) => part !== undefined),
    ),
  }
}

it('reads the tests of an assignment in the folder of its name, beside its index, and beside a lone text', () => {
  for (const [brief, settings] of [
    ['a/sum.md', 'a/sum/assignment.yml'],
    ['a/sum/README.md', 'a/sum/assignment.yml'],
    ['a/sum.md', 'a/assignment.yml'],
  ] as const) {
    const { lessons, issues } = read({
      [brief]: '# Sum\n\nAdd.',
      [settings]: `grader: ${GRADER}\npaths: src\nexpected:\n  - adds, twice\n  - 2\n`,
    })
    const tested = { grader: GRADER, paths: ['src'], expected: ['adds, twice', '2'] }
    expect(lessons).toMatchObject([
      {
        title: 'Sum',
        content_type: 'ASSIGNMENT',
        assignment: { accepts: ['REPOSITORY'], ...tested },
      },
    ])
    expect(issues).toEqual([])
  }
})

it('names each value that cannot be stored with its line, and what belongs to no assignment', () => {
  const { lessons, issues } = read({
    'a/sum.md': BRIEF.replace('repository', 'text'),
    'a/sum/assignment.yml': `grader: ${GRADER}\ngrader_sha: abc\npaths: [../src]\nexpected: [a, a]\ntests: maybe\nmarks: 3\n`,
    'a/text.md': '---\ntype: text\n---\nRead.',
    'a/text/assignment.yml': 'tests: show\n',
    'b/assignment.yml': 'tests: show\n',
  })
  expect(lessons[0]?.assignment).toMatchObject({ accepts: ['TEXT'], ...UNTESTED })
  const ignored = 'and was ignored.'
  expect(issues).toEqual([
    [
      'a/sum.md',
      4,
      'A grader tests repositories, and "accepts" has no repository: the grader was left out.',
    ],
    [
      'a/sum/assignment.yml',
      2,
      `The value of "grader_sha" is not a commit with 40 digits from 0 to f ${ignored}`,
    ],
    [
      'a/sum/assignment.yml',
      3,
      `The value of "paths" is not a list of at most 50 files and folders of a repository ${ignored}`,
    ],
    [
      'a/sum/assignment.yml',
      4,
      `The value of "expected" is not a list of at most 500 different names of at most 300 characters ${ignored}`,
    ],
    ['a/sum/assignment.yml', 5, `The value of "tests" is not show, gate or pass ${ignored}`],
    ['a/sum/assignment.yml', 6, 'An unknown key was ignored.', 'marks'],
    [
      'a/text.md',
      'The assignment.yml of this lesson was ignored, because the lesson is no assignment.',
    ],
    [
      'b/assignment.yml',
      'There is no text for this assignment; it was left out. Put a Markdown file with the name of its folder beside the folder.',
    ],
  ])
})
