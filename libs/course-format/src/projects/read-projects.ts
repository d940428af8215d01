import type { ImportIssue } from '@rookies/data/course-import/payload'
import { TESTS_PATH } from '@rookies/exercise-engine/test-files'
import type { ReadableFile } from '../collect-files'
import { markdownName } from '../file-names'
import { ancestorsOf, folderOf, nameOf, normalisePath, pathIn, ROOT } from '../paths'
import { pathBelow, SOLUTION, STARTER } from '../reading/exercise-paths'
import { exercismText, readListedFiles, readTrack, type Track } from './exercism'
import {
  type FoundFiles,
  fileText,
  firstNames,
  innermostFolder,
  memoryFile,
  SHOWN,
} from './found-files'
import { type ProjectExercise, projectFolders, sortFiles } from './project-files'
import { placeImports, placeTests } from './project-tests'

/**
 * Folders that only exercises of Exercism use. Their names begin with a dot, and other such folders are not read at
 * all.
 */
const OF_EXERCISM = /^\.(?:docs|meta)$/i
const TRACK = 'config.json'
const TURNED_ON = 'Skipped tests were turned on.'
const MOVED = 'Imports of the tests were changed, because the tests are beside the files now.'
const NOT_NEEDED = 'Files of the project that the exercise does not need were left out.'
const MORE_TESTS =
  'An exercise has one file with tests, so other test files were left out. Join them, or hide them as hidden.js.'
const LONG_HINTS = 'The hints are longer than 2,000 characters and were left out.'
const NOT_ACTIVE = 'The exercise is not active in its track and was left out.'
const LEFT_OUT = 'A file of the track that is no exercise was left out.'
/** The maximum length of a hint in the database. */
const LONGEST_HINT = 2_000

/**
 * Converts the exercises of an Exercism track, of The Odin Project, and of projects with tests and a folder `solution`
 * to exercises of the product (rules/courses#exercise-projects). All other files stay unchanged. Everything that was
 * changed or left out has an issue.
 */
export async function readProjects(found: readonly ReadableFile[]): Promise<FoundFiles> {
  const byPath = new Map(found.map((file) => [normalisePath(file.path), file]))
  const read = (path: string) => fileText(byPath.get(path))
  const isHidden = (path: string) =>
    ancestorsOf(path).some((each) => OF_EXERCISM.test(nameOf(each)))
  const paths = [...byPath.keys()]
  const folders = projectFolders(paths)
  if (folders.length === 0)
    return { files: found.filter((file) => !isHidden(file.path)), issues: [] }

  // A folder can be inside the folder of another exercise. Its files do not belong to the outer exercise.
  const own = new Map(folders.map((folder) => [folder, [] as string[]]))
  for (const path of paths) {
    const folder = innermostFolder(path, own)
    if (folder !== undefined) own.get(folder)?.push(pathBelow(folder, path) ?? path)
  }
  const track = await findTrack(paths, folders, read)
  const issues: ImportIssue[] = []
  const made: ReadableFile[] = []
  const taken = new Set<string>()
  for (const folder of folders) {
    const below = own.get(folder) ?? []
    for (const path of below) if (!isInTexts(path)) taken.add(pathIn(folder, path))
    const { files, issues: remarks } = await exerciseOf(folder, below, track, read)
    made.push(...files)
    issues.push(...remarks)
  }
  const rest = found.filter((file) => {
    const path = normalisePath(file.path)
    if (taken.has(path) || isHidden(path)) return false
    if (track === null || made.length === 0) return true
    if (pathBelow(track.folder, path) === null) return true
    issues.push({ path, message: LEFT_OUT, leftOut: true })
    return false
  })
  return { files: [...rest, ...made], issues }
}

/** Returns whether a file stays a file of the course: a text, or a file that texts show or link to. */
const isInTexts = (path: string) => markdownName(path) !== null || SHOWN.test(path)

type Read = (path: string) => Promise<string>
type FoundTrack = Track & { folder: string }

async function findTrack(
  paths: readonly string[],
  folders: readonly string[],
  read: Read,
): Promise<FoundTrack | null> {
  for (const path of paths.filter((each) => nameOf(each) === TRACK && !/\.meta\//.test(each))) {
    const folder = folderOf(path)
    const isAbove = folders.some((each) => pathBelow(folder, each) !== null)
    const track = isAbove ? readTrack(await read(path)) : null
    if (track) return { ...track, folder }
  }
  return null
}

async function exerciseOf(
  folder: string,
  paths: readonly string[],
  track: FoundTrack | null,
  read: Read,
): Promise<FoundFiles> {
  const textOf = (path: string) => read(pathIn(folder, path))
  const isExercism = paths.includes('.docs/instructions.md')
  const listed = isExercism ? readListedFiles(await textOf('.meta/config.json')) : null
  const exercise = sortFiles(folder, paths, listed)
  const slug = nameOf(folder)
  const path = isExercism && folder !== ROOT ? `${folder}.md` : pathIn(folder, 'README.md')
  if (track && isExercism && !track.titles.has(slug))
    return {
      files: [],
      issues: [{ path, message: NOT_ACTIVE, leftOut: true }],
    }
  const files: ReadableFile[] = []
  const write = (to: string, text: string) => files.push(memoryFile(to, text))
  const tests = placeTests(
    exercise.tests === null ? '' : await textOf(exercise.tests),
    exercise.tests ?? '',
    isExercism,
  )
  write(pathIn(folder, TESTS_PATH), tests.text)
  for (const name of exercise.starter)
    write(pathIn(folder, `${STARTER}/${name}`), await textOf(name))
  for (const [name, from] of exercise.solution)
    write(pathIn(folder, `${SOLUTION}/${name}`), solutionText(await textOf(from), from, name))
  const hint = isExercism ? (await textOf('.docs/hints.md')).replace(/^# [^\n]*\n+/, '').trim() : ''
  const isHint = hint !== '' && hint.length <= LONGEST_HINT
  write(pathIn(folder, 'exercise.yml'), settingsOf(exercise, isHint ? hint : null))
  if (isExercism) write(path, await exercismLesson(slug, track, textOf))
  return { files, issues: remarksOf(exercise, path, tests, isHint || hint === '') }
}

/**
 * Returns a file of the solution for its new name. A file in `.meta` imports the files of the exercise from there. In a
 * folder `solution`, imports lead to other files of the solution, which keep their places.
 */
const solutionText = (text: string, from: string, to: string) =>
  from.startsWith('.meta/') ? placeImports(text, from, to).text : text

async function exercismLesson(
  slug: string,
  track: FoundTrack | null,
  textOf: Read,
): Promise<string> {
  const parts = [
    { heading: 'Introduction', text: await textOf('.docs/introduction.md') },
    { heading: 'Instructions', text: await textOf('.docs/instructions.md') },
    { heading: 'Instructions for this track', text: await textOf('.docs/instructions.append.md') },
  ]
  const order = track ? [...track.titles.keys()].indexOf(slug) + 1 : 0
  const title = track?.titles.get(slug)
  const fields = [
    ...(title === undefined ? [] : [`title: ${JSON.stringify(title)}`]),
    ...(order > 0 ? [`order: ${order}`] : []),
  ]
  const head = fields.length > 0 ? `---\n${fields.join('\n')}\n---\n\n` : ''
  return `${head}${exercismText(parts)}\n`
}

function settingsOf({ starter, solution }: ProjectExercise, hint: string | null): string {
  const isTyped = [...starter, ...solution.keys()].some((path) => /\.[cm]?tsx?$/i.test(path))
  return [
    `language: ${isTyped ? 'ts' : 'js'}`,
    'time_ms: 1000',
    ...(starter.length > 1 ? [`files: ${starter.join(', ')}`] : []),
    ...(hint === null ? [] : ['hints:', '  - after: 3', `    text: ${JSON.stringify(hint)}`]),
    '',
  ].join('\n')
}

function remarksOf(
  { tests, moreTests, others, folder }: ProjectExercise,
  path: string,
  { turnedOn, moved }: ReturnType<typeof placeTests>,
  keepsHints: boolean,
): ImportIssue[] {
  const testsPath = pathIn(folder, tests ?? TESTS_PATH)
  const left = others.filter(
    (each) => !OF_EXERCISM.test(each.split('/')[0] ?? '') && !isInTexts(each),
  )
  const issues: ImportIssue[] = []
  if (turnedOn > 0) issues.push({ path: testsPath, message: TURNED_ON, about: String(turnedOn) })
  if (moved.length > 0)
    issues.push({ path: testsPath, message: MOVED, about: [...new Set(moved)].join(', ') })
  if (left.length > 0) {
    issues.push({ path, message: NOT_NEEDED, about: firstNames(left), leftOut: true })
  }
  if (moreTests.length > 0)
    issues.push({
      path: testsPath,
      message: MORE_TESTS,
      about: moreTests.join(', '),
      leftOut: true,
    })
  if (!keepsHints) issues.push({ path, message: LONG_HINTS, leftOut: true })
  return issues
}
