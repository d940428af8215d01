import { slugFromTitle } from '@rookies/data/course-editing/course-slug'
import type { ReadableFile } from '../collect-files'
import { markdownName } from '../file-names'
import { isHiddenFile, nameOf, normalisePath, pathIn, ROOT } from '../paths'
import { ASSIGNMENT_FILE } from '../reading/assignment-file'
import { pathBelow } from '../reading/exercise-paths'
import { type CommandTest, readClassroomTests, TESTS_FILE } from './classroom-tests'
import {
  type FoundFiles,
  fileText,
  firstNames,
  innermostFolder,
  memoryFile,
  SHOWN,
} from './found-files'

/** The suite that an assignment of GitHub Classroom becomes. */
export interface ClassroomSuite {
  name: string
  tests: CommandTest[]
  /** The files and folders that the suite takes from a learner's commit. */
  paths: string[]
  /** The files of the repository that the suite keeps instead, such as test files. */
  files: ReadableFile[]
}

const ADDRESS = /(?:^|[/@])github\.com[/:]([\w-]+)\/([\w.-]+?)(?:\.git)?\/?$/
const BADGE = /^\[!\[[^\]]*\]\([^)\s]*\)\]\(https:\/\/classroom\.github\.com\/[^)\s]*\)[ \t]*$/gm
const README = /^readme\.(?:mdx?|markdown)$/i

const NO_README = 'There is no README.md, so the brief of the assignment is empty.'
const NO_SUITE = 'No test was taken, so the assignment has no suite.'
const NO_ADDRESS =
  'The address of the repository is not known: learners need it as their template, so add "template" to its assignment.yml.'
const NO_PATHS =
  'No file of the learners was found for the suite: list in "paths" what it takes from a commit.'
const GUESSED = 'What the suite takes from a commit was guessed from the folders: check "paths".'
const NOT_GRADED =
  'The assignment has no grader yet. Write its suite with npm run import-course and --suites, and its grader with npm run new-suite.'
const IN_TEMPLATE =
  'Files of the repository were left out of the course: learners get them from the template.'
const OTHER_TEXT = 'A text of the repository that is not its README was left out.'
const HAD_BADGE = 'A badge of GitHub Classroom was left out of the brief.'

const NO_SOURCE =
  /^(?:\..*|tests?|specs?|__\w+__|docs?|node_modules|build|dist|target|bin|obj|\.?venv|assets|images?)$/i
const OF_TESTS =
  /(?:^|\/)(?:tests?|specs?|__tests__)\/|(?:^|[/._-])(?:tests?|tester|spec|conftest|autograd\w*)[._-][^/]*$|[a-z\d]Tests?\.\w+$/
const OF_TOOLS = /(?:^|\/)(?:[\w.-]+\.config|setup|gulpfile|Gruntfile|noxfile)\.[cm]?(?:[jt]s|py)$/
const SOURCE =
  /\.(?:py|[cm]?[jt]sx?|java|kts?|[ch]|cc|cpp|hpp|cs|go|rs|rb|php|swift|scala|sql|html|css|sh|r|hs|ml|exs?|clj|lua|pl|dart|asm|s)$/i

interface FoundClassroom extends FoundFiles {
  suites: ClassroomSuite[]
}

/**
 * Reads the repositories of assignments in a folder of GitHub Classroom (rules/courses#classroom). Each
 * repository becomes a lesson with its README as the brief, an `assignment.yml`, and a suite. All other files stay
 * unchanged, and hidden files are left out.
 */
export async function readClassroom(
  folderName: string,
  found: readonly ReadableFile[],
): Promise<FoundClassroom> {
  const own = new Map<string, Map<string, ReadableFile>>()
  for (const file of found) {
    const [, folder = '', rest = ''] = TESTS_FILE.exec(normalisePath(file.path)) ?? []
    // A file with this name can also be a workflow that has nothing to do with GitHub Classroom.
    if (rest !== '' && /autograding/i.test(rest + (await fileText(file))))
      own.set(folder.slice(0, -1) || ROOT, new Map())
  }
  const files: ReadableFile[] = []
  for (const file of found) {
    const path = normalisePath(file.path)
    const folder = innermostFolder(path, own)
    if (folder !== undefined) own.get(folder)?.set(pathBelow(folder, path) ?? path, file)
    else if (!isHiddenFile(path)) files.push(file)
  }
  const read: FoundClassroom = { files, issues: [], suites: [] }
  for (const [folder, repository] of own) {
    const name = folder === ROOT ? folderName : nameOf(folder)
    await addAssignment(read, folder, name, repository)
  }
  return read
}

const isText = (path: string) => markdownName(path) !== null

async function addAssignment(
  read: FoundClassroom,
  folder: string,
  name: string,
  repository: ReadonlyMap<string, ReadableFile>,
): Promise<void> {
  const at = (path: string) => pathIn(folder, path)
  const textOf = (path: string | undefined) => fileText(repository.get(path ?? ''))
  const paths = [...repository.keys()]
  const readme = paths.find((path) => README.test(path))
  // If the folder is one repository, its README would be read as the description of the course.
  const brief = at(folder === ROOT ? 'assignment.md' : (readme ?? 'README.md'))
  const say = (message: string, about?: string, leftOut?: true) =>
    read.issues.push({ path: brief, message, ...(about && { about }), ...(leftOut && { leftOut }) })

  const names = new Set<string>()
  const tests: CommandTest[] = []
  const settings = paths.find((path) => /^assignment\.ya?ml$/.test(path))
  for (const path of settings ? [] : paths.filter((each) => TESTS_FILE.test(each))) {
    const { tests: more, remarks } = readClassroomTests(path, await textOf(path), names)
    tests.push(...more)
    read.issues.push(...remarks.map((remark) => ({ path: at(path), ...remark })))
  }
  const visible = paths.filter((path) => !isHiddenFile(path))
  const guessed = sourcePaths(visible)
  const text = await textOf(readme)
  if (readme === undefined) say(NO_README)
  for (const badge of text.match(BADGE) ?? [])
    say(HAD_BADGE, badge.split('](').at(-1)?.slice(0, -1), true)
  read.files.push(memoryFile(brief, text.replace(BADGE, '')))

  const template =
    addressIn(await textOf('.git/config'), IN_GIT) ??
    addressIn(await textOf('package.json'), IN_PACKAGE)
  const suite = suiteName(name, read.suites)
  // With an empty `assignment.yml`, the brief becomes an assignment that accepts a repository. The author adds the
  // grader later, after making it from the suite.
  const yaml = settings ? withTemplate(await textOf(settings), template) : ''
  read.files.push(memoryFile(at(ASSIGNMENT_FILE), yaml))

  const kept = visible.filter((path) => path !== readme && path !== settings)
  for (const path of kept) {
    const file = repository.get(path)
    if (file && SHOWN.test(path)) read.files.push(file)
    if (isText(path)) read.issues.push({ path: at(path), message: OTHER_TEXT, leftOut: true })
  }
  const left = kept.filter((path) => !SHOWN.test(path) && !isText(path))
  if (left.length > 0) {
    say(IN_TEMPLATE, firstNames(left), true)
  }
  if (settings) return
  if (template === undefined) say(NO_ADDRESS)
  if (tests.length === 0) return void say(NO_SUITE)
  say(guessed.length === 0 ? NO_PATHS : GUESSED, guessed.join(', '))
  say(NOT_GRADED, suite)
  const files = left.flatMap((path) => {
    const file = repository.get(path)
    const isTaken = guessed.some((each) => each === path || path.startsWith(`${each}/`))
    return file && !isTaken ? [{ ...file, path }] : []
  })
  read.suites.push({ name: suite, tests, paths: guessed, files })
}

/** Adds the address of the template to an `assignment.yml` that the repository already has, unless it names one. */
const withTemplate = (yaml: string, template: string | undefined) =>
  template === undefined || /^template:/m.test(yaml)
    ? yaml
    : `${yaml.trimEnd()}\ntemplate: ${template}\n`

function suiteName(name: string, others: readonly ClassroomSuite[]): string {
  const base = slugFromTitle(name.replaceAll('_', '-')) || 'suite'
  let suite = base
  for (let at = 2; others.some((each) => each.name === suite); at += 1) suite = `${base}-${at}`
  return suite
}

const IN_GIT = /\[remote "origin"\][^[]*?\burl\s*=\s*(\S+)/
const IN_PACKAGE = /"repository"\s*:\s*(?:\{[^}]*"url"\s*:\s*)?"([^"]+)"/

/**
 * Returns the address of the repository at github.com that a settings file names; undefined if it names none. If the
 * file has a user name or a token in the address, the returned address has neither.
 */
function addressIn(settings: string, place: RegExp): string | undefined {
  const [, written = ''] = place.exec(settings) ?? []
  const short = /^(?:github:)?([\w-]+\/[\w.-]+)$/.exec(written)?.[1]
  const [, owner, name] = ADDRESS.exec(short ? `github.com/${short}` : written) ?? []
  return owner && name ? `https://github.com/${owner}/${name}` : undefined
}

/**
 * Returns the files and folders with the code of learners: the outermost folders that hold source files and no tests.
 */
function sourcePaths(paths: readonly string[], above = ''): string[] {
  const isSource = (path: string) =>
    SOURCE.test(path) && !OF_TESTS.test(path) && !OF_TOOLS.test(path)
  const below = paths.filter((path) => path.startsWith(above))
  const names = new Set(below.map((path) => path.slice(above.length).split('/')[0] ?? ''))
  return [...names].sort().flatMap((name) => {
    const path = above + name
    const inside = below.filter((each) => each.startsWith(`${path}/`))
    if (inside.length === 0) return isSource(path) ? [path] : []
    if (NO_SOURCE.test(name) || !inside.some(isSource)) return []
    return inside.some((each) => OF_TESTS.test(each)) ? sourcePaths(inside, `${path}/`) : [path]
  })
}
