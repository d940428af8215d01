import { expect, it } from 'vitest'
import { collectFiles } from '../collect-files'
import { isUnreadFile } from '../paths'
import { readCourseFolder } from '../read-course-folder'
import { memoryFile } from './found-files'

/** Reads files as the command and the screen do. */
async function read(files: Record<string, string>) {
  const found = Object.entries(files)
    .filter(([path]) => !isUnreadFile(path))
    .map(([path, text]) => memoryFile(path, text))
  const { suites, ...collected } = await collectFiles('CS 101', found)
  const { course, issues } = readCourseFolder(collected.files, { folderName: 'CS 101' })
  return {
    course,
    suites: suites.map(({ name, paths, files, tests }) => [
      [name, ...paths, '+', ...files.map(({ path }) => path)].join(' '),
      ...tests.map((test) => Object.values(test).join(' | ').replaceAll('\n', ' ')),
    ]),
    issues: [...collected.issues, ...issues].map(({ path, line, message, about = '', leftOut }) => {
      const place = `${path.split('/').at(-1)}${line ? `:${line}` : ''}`
      return `${leftOut ? '-' : '+'} ${place} ${message.replace(/[,.:] ?.*/, '')} | ${about}`
    }),
  }
}

const JSON_TESTS = `{
  "tests": [
    { "name": "Adds", "setup": "", "run": "node add.js", "input": "1 2", "output": "3", "comparison": "exact", "timeout": 2, "points": 5 },
    { "name": "Adds", "setup": "npm ci", "run": "npm test", "timeout": 10, "points": null },
    { "name": "Broken", "run": "node add.js", "output": "(", "comparison": "regex" },
    { "name": "Empty", "run": "" }
  ]
}`
const WORKFLOW = `name: Autograding Tests
on: [push]
jobs:
  run-autograding-tests:
    steps:
    - name: Checkout code
      uses: actions/checkout@v4
    - name: Java
      uses: actions/setup-java@v4
    - name: Says hello
      uses: classroom-resources/autograding-io-grader@v1
      with:
        test-name: Says hello
        setup-command: javac src/main/Hello.java
        command: java -cp src/main Hello
        expected-output: |
          Hello
        comparison-method: contains
        timeout: 5
        max-score: 10
    - name: Python test
      uses: education/autograding-python-grader@v1
    - uses: education/autograding-command-grader@v1
      with: { test-name: Builds, command: './gradlew build \${{ github.ref }}' }
    - uses: education/autograding-grading-reporter@v1
`

it('reads each repository of GitHub Classroom as an assignment with a suite, and reports what became of every test', async () => {
  const { course, suites, issues } = await read({
    'README.md': '# CS 101\n\nWelcome.\n',
    'hw1/.github/classroom/autograding.json': JSON_TESTS,
    'hw1/.github/workflows/classroom.yml':
      'jobs: { a: { steps: [{ uses: "education/autograding@v1" }] } }',
    'hw1/.git/config': '[remote "origin"]\n\turl = https://me:secret@github.com/School/hw1.git\n',
    'hw1/README.md':
      '[![Review](https://a.b/c.svg)](https://classroom.github.com/a/x1)\n# Adding\n\nAdd. ![Cup](cup.png)\n',
    'hw1/cup.png': 'x',
    'hw1/NOTES.md': 'Notes.',
    'hw1/add.js': '',
    'hw1/lib/deep/sum.js': '',
    'hw1/add.test.js': '',
    'hw1/package.json': '{}',
    'week2/hello/.github/workflows/classroom.yml': WORKFLOW,
    'week2/hello/package.json':
      '{ "repository": { "type": "git", "url": "git+https://github.com/school/hello.git" } }',
    'week2/hello/src/main/Hello.java': '',
    'week2/hello/src/test/HelloTest.java': '',
  })
  expect(
    course.modules.map(({ title, lessons }) => [
      title,
      ...lessons.map(({ title, content_type, content, assignment }) => ({
        ...{ title, content_type, content },
        ...assignment,
      })),
    ]),
  ).toMatchObject([
    [
      'CS 101',
      { title: 'Overview', content_type: 'TEXT' },
      { title: 'Adding', content_type: 'ASSIGNMENT', accepts: ['REPOSITORY'], grader: null },
    ],
    ['Week2', { title: 'Hello', content_type: 'ASSIGNMENT', content: null }],
  ])
  expect(suites).toEqual([
    [
      'hw1 add.js lib + add.test.js package.json',
      'Adds | node add.js | 1 2 | 3 | exact | 2',
      'Adds (2) | ( npm ci ) </dev/null >&2 && ( npm test ) | 10',
    ],
    [
      'hello src/main + package.json src/test/HelloTest.java',
      'Says hello | ( javac src/main/Hello.java ) </dev/null >&2 && ( java -cp src/main Hello ) | Hello | included | 5',
      'Python test | python3 -m pytest | 10',
    ],
  ])
  expect(issues).toEqual([
    '+ autograding.json:3 A test of GitHub Classroom became a test of the suite unchanged | Adds',
    '- autograding.json:3 The points of a test were left out | Adds: 5',
    '+ autograding.json:4 A test without a name of its own was renamed | Adds → Adds (2)',
    '+ autograding.json:4 The setup command of a test became the beginning of its command | Adds',
    '- autograding.json:5 A test whose pattern is not a valid regular expression was left out | Broken',
    '- autograding.json:6 A test without a command was left out | Empty',
    '- classroom.yml:1 A step was left out | education/autograding@v1',
    '- README.md A badge of GitHub Classroom was left out of the brief | https://classroom.github.com/a/x1',
    '- NOTES.md A text of the repository that is not its README was left out | ',
    '- README.md Files of the repository were left out of the course | add.js, lib/deep/sum.js, add.test.js, package.json',
    '+ README.md What the suite takes from a commit was guessed from the folders | add.js, lib',
    '+ README.md The assignment has no grader yet | hw1',
    '- classroom.yml:6 A step was left out | Checkout code',
    '- classroom.yml:8 A step that is no test was left out | Java',
    '+ classroom.yml:10 The setup command of a test became the beginning of its command | Says hello',
    '- classroom.yml:10 The points of a test were left out | Says hello: 10',
    '+ classroom.yml:21 The Python grader became one test that runs pytest on all test files | Python test',
    '- classroom.yml:23 A test with an expression of GitHub Actions was left out | Builds',
    '- classroom.yml:25 A step was left out | education/autograding-grading-reporter@v1',
    '+ README.md There is no README | ',
    '- README.md Files of the repository were left out of the course | package.json, src/main/Hello.java, src/test/HelloTest.java',
    '+ README.md What the suite takes from a commit was guessed from the folders | src/main',
    '+ README.md The assignment has no grader yet | hello',
  ])
})

it('reads a single repository, keeps its assignment.yml, and reports a file that cannot be read', async () => {
  const repository = {
    '.github/workflows/classroom.yml': '# autograding\njobs: [\n',
    'README.md': '# Sum\n\nAdd.',
    'src/a.py': '',
  }
  const first = await read(repository)
  expect(first.suites).toEqual([])
  expect(first.issues[0]).toBe(
    '- classroom.yml:3 The file cannot be read; its tests were left out | ',
  )
  const grader = 'school/grading/.github/workflows/sum.yml@v1'
  const second = await read({
    ...repository,
    '.git/config': '[remote "origin"]\n\turl = https://me:secret@github.com/School/sum.git\n',
    'assignment.yml': `grader: ${grader}\nsuite: sum\nmarks: 3\n`,
  })
  const template_url = 'https://github.com/School/sum'
  expect(second.course.modules[0]?.lessons).toMatchObject([
    { source_path: 'assignment.md', title: 'Sum', assignment: { grader, template_url } },
  ])
  expect(second.issues).toContain('+ assignment.yml:3 An unknown key was ignored | marks')
  const other = { ...repository, '.github/workflows/classroom.yml': 'jobs: {}' }
  expect((await read(other)).course.modules[0]?.lessons).toMatchObject([{ content_type: 'TEXT' }])
})
