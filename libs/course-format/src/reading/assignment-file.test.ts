import { EMPTY_TESTS, testPart } from '@rookies/data/assignments/edit-tests'
import { expect, it } from 'vitest'
import { readCourseFolder } from '../read-course-folder'

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
      [path, line, message, about].filter((part) => part !== undefined).join(' '),
    ),
  }
}

it('reads an assignment.yml in the folder with the name of the assignment, beside its README, and beside the only text of a folder', () => {
  for (const [brief, settings] of [
    ['a/sum.md', 'a/sum/assignment.yml'],
    ['a/sum/README.md', 'a/sum/assignment.yml'],
    ['a/sum.md', 'a/assignment.yml'],
  ] as const) {
    const { lessons, issues } = read({
      [brief]: '# Sum\n\nAdd.',
      [settings]: `grader: ${GRADER}\nsuite: sum\npaths: src\nexpected:\n  - adds, twice\n  - 2\n`,
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

it('reports each value that cannot be stored with its line, and each assignment.yml that belongs to no assignment', () => {
  const { lessons, issues } = read({
    'a/sum.md': BRIEF,
    'a/sum/assignment.yml': `grader: ${GRADER}\nsuite: sum\ngrader_sha: abc\npaths: [../src]\nexpected: true\ntests: gate\nmarks: 3\n`,
    'a/text.md': '---\ntype: text\n---\nRead.',
    'a/text/assignment.yml': `grader: ${GRADER}\n`,
    'b/assignment.yml': 'tests: show\n',
    'd/page.md': `${BRIEF} Twice.`,
    'd/assignment.yml': 'tests: show\n',
    'c/page.md': BRIEF.replace('repository\n---\n', 'text\n---\nNever '),
    'c/page/assignment.yml': `grader: ${GRADER}\nsuite: sum\n`,
  })
  expect(lessons[0]?.assignment).toMatchObject({
    ...testPart(EMPTY_TESTS),
    ...{ grader: GRADER, suite: 'sum' },
  })
  expect(lessons[2]?.assignment).toMatchObject({ accepts: ['TEXT'], grader: null })
  expect(issues).toEqual([
    'a/sum/assignment.yml 3 A commit is written with 40 digits, from 0 to 9 and from a to f. The key "grader_sha" was ignored.',
    'a/sum/assignment.yml 4 At most 50 paths are taken, each written like src or src/main.js. The key "paths" was ignored.',
    'a/sum/assignment.yml 5 The value of "expected" is not a list of texts and was ignored.',
    'a/sum/assignment.yml 6 Name the tests that have to pass. Otherwise, a run that ends early would pass, too. The key "tests" was ignored.',
    'a/sum/assignment.yml 7 An unknown key was ignored. marks',
    'a/text.md The assignment.yml of this lesson was ignored, because the lesson is no assignment.',
    'a/text/assignment.yml 1 Name the suite whose tests are run. The key "grader" was ignored.',
    'b/assignment.yml There is no text for this assignment; it was left out. Put a Markdown file with the name of its folder beside the folder.',
    'c/page.md 4 Only repositories can be tested. Let people hand in a repository. The assignment.yml was ignored.',
    'd/assignment.yml 1 Without "grader", nothing is tested, so the other keys were ignored.',
  ])
})
