import { describe, expect, it } from 'vitest'
import { collectFiles } from '../collect-files'
import { isUnreadFile } from '../paths'
import { readCourseFolder } from '../read-course-folder'
import { memoryFile } from './found-files'

/** Reads files in the same way as the command and the screen. */
async function read(files: Record<string, string>) {
  const found = Object.entries(files)
    .filter(([path]) => !isUnreadFile(path))
    .map(([path, text]) => memoryFile(path, text))
  const collected = await collectFiles('track', found)
  const { course, issues } = readCourseFolder(
    collected.files.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    { folderName: 'track' },
  )
  return {
    modules: course.modules,
    lessons: course.modules.flatMap(({ lessons }) => lessons),
    issues: [...collected.issues, ...issues].map(({ path, message, about }) =>
      [path, message, about].filter((part) => part !== undefined),
    ),
  }
}

const NOT_NEEDED = 'Files of the project that the exercise does not need were left out.'
const NO_EXERCISE = 'A file of the track that is no exercise was left out.'

const TWO_FER = {
  'exercises/practice/two-fer/.docs/introduction.md': '# Introduction\n\nTwo for one.\n',
  'exercises/practice/two-fer/.docs/instructions.md':
    '# Instructions\n\nSay it. [More](/tracks/javascript/concepts/strings)\n\n~~~~exercism/note\nA note.\n~~~~\n',
  'exercises/practice/two-fer/.docs/hints.md': '# Hints\n\n- Look at template literals.\n',
  'exercises/practice/two-fer/.meta/config.json': JSON.stringify({
    files: {
      solution: ['two-fer.js'],
      test: ['two-fer.spec.js'],
      example: ['.meta/proof.ci.js'],
      editor: ['words.js', 'global.d.ts'],
    },
  }),
  'exercises/practice/two-fer/.meta/proof.ci.js':
    "import { words } from '../words'\nexport const twoFer = () => 2\n",
  'exercises/practice/two-fer/two-fer.js': 'export const twoFer = () => {}\n',
  'exercises/practice/two-fer/words.js': 'export const words = []\n',
  'exercises/practice/two-fer/global.d.ts': 'declare const a: number\n',
  'exercises/practice/two-fer/two-fer.spec.js':
    "import { test, xtest } from '@jest/globals';\nimport { twoFer } from './two-fer';\ntest('a', () => {});\nxtest('b', () => {});\ntest.skip('c', () => {});\n",
  'exercises/practice/two-fer/package.json': '{}',
  'exercises/practice/two-fer/babel.config.js': 'module.exports = {}\n',
}

describe('a repository of exercises (rules/courses#exercise-projects)', () => {
  it('reads the exercises of an Exercism track in the order and with the titles of the track', async () => {
    const { modules, issues } = await read({
      ...TWO_FER,
      // With a comma after the last value, as in some tracks.
      'config.json':
        '{"exercises": {"concept": [], "practice": [{"slug": "two-fer", "name": "Two Fer"}, {"slug": "old", "name": "Old", "status": "deprecated"},]}}',
      'exercises/practice/old/.docs/instructions.md': '# Instructions\n\nOld.\n',
      'exercises/practice/old/.meta/proof.ci.js': 'export const old = 1\n',
      'exercises/practice/old/old.spec.js': "test('a', () => {})\n",
      'exercises/practice/old/old.js': 'export const old = 0\n',
      'README.md': '# The track\n\nAbout the repository of the track.\n',
      'docs/LEARNING.md': '# Learning\n\nPages for the site.\n',
    })
    expect(modules).toMatchObject([
      {
        lessons: [
          {
            title: 'Two Fer',
            source_path: 'exercises/practice/two-fer.md',
            content:
              '## Introduction\n\nTwo for one.\n\n## Instructions\n\nSay it. [More](https://exercism.org/tracks/javascript/concepts/strings)\n\n> [!NOTE]\n> A note.',
            exercise: {
              language: 'JS',
              time_ms: 1000,
              files: [
                { path: 'two-fer.js', text: 'export const twoFer = () => {}\n' },
                { path: 'words.js', text: 'export const words = []\n' },
              ],
              solution: [
                {
                  path: 'two-fer.js',
                  text: "import { words } from './words'\nexport const twoFer = () => 2\n",
                },
                { path: 'words.js', text: 'export const words = []\n' },
              ],
              tests:
                "import { test, xtest } from '@jest/globals';\nimport { twoFer } from './two-fer';\ntest('a', () => {});\ntest('b', () => {});\ntest.skip('c', () => {});\n",
              hints: [{ after: 3, text: '- Look at template literals.' }],
            },
          },
        ],
      },
    ])
    expect(issues).toEqual([
      ['exercises/practice/two-fer/two-fer.spec.js', 'Skipped tests were turned on.', '1'],
      ['exercises/practice/two-fer.md', NOT_NEEDED, 'global.d.ts, package.json, babel.config.js'],
      ['exercises/practice/old.md', 'The exercise is not active in its track and was left out.'],
      ['config.json', NO_EXERCISE],
      ['README.md', NO_EXERCISE],
      ['docs/LEARNING.md', NO_EXERCISE],
    ])
  })

  it('reads an exercise of a track whose list of files is broken by the names of the files', async () => {
    const { lessons } = await read({
      'config.json': '{"exercises": {"practice": [{"slug": "leap", "name": "Leap"}]}}',
      'exercises/practice/leap/.docs/instructions.md': '# Instructions\n\nLeap.\n',
      'exercises/practice/leap/.meta/config.json':
        '{"files": {"solution": ["leap.ts"] "test": []}}',
      'exercises/practice/leap/.meta/tests.toml': '',
      'exercises/practice/leap/.meta/proof.ci.ts': 'export const leap = true\n',
      'exercises/practice/leap/leap.ts': 'export const leap = false\n',
      'exercises/practice/leap/leap.test.ts': "test('a', () => {})\n",
    })
    expect(lessons).toMatchObject([
      {
        title: 'Leap',
        exercise: {
          language: 'TS',
          files: [{ path: 'leap.ts' }],
          solution: [{ path: 'leap.ts', text: 'export const leap = true\n' }],
        },
      },
    ])
    expect(lessons[0]?.exercise?.solution).toHaveLength(1)
  })

  it('reads exercises with a folder for the solution, whose files have the names of the learners’ files then', async () => {
    const folder = 'foundations/02_joinStrings'
    const { lessons, issues } = await read({
      [`${folder}/README.md`]: '# Exercise 02 - Join\n\nJoin. ![A cup](cup.png)\n',
      [`${folder}/cup.png`]: 'x',
      [`${folder}/joinStrings.js`]: 'module.exports = {}\n',
      [`${folder}/joinStrings.spec.js`]:
        "const join = require('./joinStrings')\ndescribe('join', () => {\n  test.skip('joins', () => {})\n})\n",
      [`${folder}/joinStrings-example.spec.js`]: "test('a', () => {})\n",
      [`${folder}/solution/joinStrings-solution.js`]: 'module.exports = { a: 1 }\n',
      [`${folder}/solution/joinStrings-solution.spec.js`]: "test('a', () => {})\n",
      'foundations/03_other/README.md': '# Another text\n\nOther.\n',
    })
    expect(lessons).toMatchObject([
      {
        title: 'Exercise 02 - Join',
        content_type: 'EXERCISE',
        exercise: {
          files: [{ path: 'joinStrings.js' }],
          solution: [{ path: 'joinStrings.js', text: 'module.exports = { a: 1 }\n' }],
          tests:
            "const join = require('./joinStrings')\ndescribe('join', () => {\n  test('joins', () => {})\n})\n",
        },
      },
      { title: 'Another text', content_type: 'TEXT' },
    ])
    expect(issues).toEqual([
      [`${folder}/joinStrings.spec.js`, 'Skipped tests were turned on.', '1'],
      [`${folder}/README.md`, NOT_NEEDED, 'solution/joinStrings-solution.spec.js'],
      [
        `${folder}/joinStrings.spec.js`,
        'An exercise has one file with tests, so other test files were left out. Join them, or hide them as hidden.js.',
        'joinStrings-example.spec.js',
      ],
    ])
  })

  it('reads a project with src, tests in a folder of their own, and TypeScript', async () => {
    const { lessons, issues } = await read({
      'sum/README.md': '# Sum\n\nAdd.\n',
      'sum/src/sum.ts': 'export const sum = (): number => 0\n',
      'sum/src/data.json': '[1]\n',
      'sum/__tests__/sum.ts':
        "import { sum } from '../src/sum'\nimport data from '../src/data.json'\nconst all: number[] = data\ntest('adds', () => {})\n",
      'sum/solution/src/sum.ts': 'export const sum = (): number => 1\n',
      'sum/jest.config.js': '',
    })
    expect(lessons).toMatchObject([
      {
        title: 'Sum',
        exercise: {
          language: 'TS',
          files: [{ path: 'src/sum.ts' }, { path: 'src/data.json' }],
          solution: [
            { path: 'src/sum.ts', text: 'export const sum = (): number => 1\n' },
            { path: 'src/data.json' },
          ],
          tests:
            "import { sum } from './src/sum'\nimport data from './src/data.json'\nconst all: number[] = data\ntest('adds', () => {})\n",
        },
      },
    ])
    expect(issues).toEqual([
      [
        'sum/__tests__/sum.ts',
        'Imports of the tests were changed, because the tests are beside the files now.',
        '../src/sum, ../src/data.json',
      ],
      ['sum/README.md', NOT_NEEDED, 'jest.config.js'],
    ])
  })

  it('changes no exercise of the product, and no course without tests', async () => {
    const own = {
      'a/pour.md': 'Pour.',
      'a/pour/exercise.yml': 'language: js\n',
      'a/pour/starter/main.js': 'x',
      'a/pour/starter/main.test.js': "test('mine', () => {})\n",
      'a/pour/solution/main.js': 'y',
      'a/pour/tests.js': "test('a', () => {})\n",
    }
    const { lessons } = await read({
      ...own,
      'b/solution/notes.md': 'Notes.',
      'b/text.md': 'Text.',
    })
    expect(lessons.map(({ source_path }) => source_path)).toEqual([
      'a/pour.md',
      'b/text.md',
      'b/solution/notes.md',
    ])
    expect(lessons[0]?.exercise?.tests).toBe(own['a/pour/tests.js'])
  })

  it('reads no hidden folder but those of Exercism, and no lesson from them', async () => {
    const { lessons } = await read({
      '.docs/secret.md': 'Hidden.',
      '.meta/notes.md': 'Hidden.',
      '.github/README.md': 'Hidden.',
      'a.md': 'Shown.',
    })
    expect(lessons.map(({ source_path }) => source_path)).toEqual(['a.md'])
  })
})
