import { ancestorsOf, comparePaths, folderOf, nameOf, ROOT } from '../paths'
import { pathBelow } from '../reading/exercise-paths'

/** The files of one exercise in a repository of exercises. All paths are from the folder of the exercise. */
export interface ProjectExercise {
  folder: string
  /** The test file; null if there is none. */
  tests: string | null
  /** Test files that are ignored, because an exercise has only one. */
  moreTests: string[]
  /** The files that learners begin with. */
  starter: string[]
  /** The files of the solution, by the name that the learners' file has. */
  solution: ReadonlyMap<string, string>
  /** Other files of the folder, which the product does not use. */
  others: string[]
}

const TESTS = /[._-](?:test|spec)\.[cm]?[jt]sx?$/i
const OF_TESTS_FOLDER = /(?:^|\/)__tests__\/[^/]+\.[cm]?[jt]sx?$/i
const CODE = /\.[cm]?[jt]sx?$/i
const DATA = /\.json$/i
const SOLUTION = /^(?:\.meta|solutions?)$/i
/** Files that set up tools, and declarations of types, which no exercise runs. */
const TOOLS =
  /^(?:(?:babel|jest|vitest|vite|eslint|prettier|rollup|webpack|playwright)\.config\.[cm]?[jt]s|\..*|test-runner\.[cm]?js|.*\.d\.[cm]?ts|package(?:-lock)?\.json|[jt]sconfig(?:\..*)?\.json|jest\.setup\.[jt]s)$/i

const isTests = (path: string) => TESTS.test(path) || OF_TESTS_FOLDER.test(path)

/** Returns the name of a file without the ending that marks it as a solution or as tests. */
const stemOf = (path: string) =>
  nameOf(path)
    .replace(/\.[cm]?[jt]sx?$/i, '')
    .replace(/[._-](?:solution|test|spec)$/i, '')
    .toLowerCase()

/** The solutions in `.meta`. The other files in `.meta` describe the exercise. */
const IN_META = /^\.meta\/(?:proof|exemplar|example)\b/i

const isInSolution = (path: string) => SOLUTION.test(path.split('/')[0] ?? '') && path.includes('/')

/**
 * Finds the folders of exercises in a repository: those with tests and with a folder for the solution, as
 * `.meta` (Exercism) or `solution` (The Odin Project, Jest projects). Takes all normalized paths of the repository.
 */
export function projectFolders(paths: readonly string[]): string[] {
  const withSolution = new Set<string>()
  for (const path of paths) {
    for (const folder of ancestorsOf(folderOf(path)))
      if (SOLUTION.test(nameOf(folder)) && CODE.test(path)) withSolution.add(folderOf(folder))
  }
  // A folder such as `starter/solution` of an exercise of this product is in the folder of an exercise.yml.
  const own = paths.filter((path) => /^exercise\.ya?ml$/i.test(nameOf(path))).map(folderOf)
  const isOwn = (folder: string) =>
    own.some((each) => each === ROOT || folder === each || folder.startsWith(`${each}/`))
  return [...withSolution].filter(
    (folder) =>
      !isOwn(folder) &&
      paths.some((path) => {
        const below = pathBelow(folder, path)
        return below !== null && isTests(below) && !isInSolution(below)
      }),
  )
}

/** The lists of files in an Exercism exercise's `.meta/config.json`. */
export interface ListedFiles {
  solution: readonly string[]
  test: readonly string[]
  /** The solution of the track, in `.meta`. */
  example: readonly string[]
  /** Files beside the learner's files, which learners do not change. */
  editor: readonly string[]
}

/**
 * Returns the purpose of each file of an exercise. Takes the files' paths relative to its folder, and the lists of
 * files that some exercises contain.
 */
export function sortFiles(
  folder: string,
  paths: readonly string[],
  listed: ListedFiles | null,
): ProjectExercise {
  const isUsable = (path: string) =>
    (CODE.test(path) || DATA.test(path)) && !TOOLS.test(nameOf(path))
  const examples = (listed?.example ?? paths.filter(isInSolution)).filter(
    (path) =>
      paths.includes(path) &&
      isUsable(path) &&
      !isTests(path) &&
      (!/^\.meta\//i.test(path) || IN_META.test(path)),
  )
  const starter = listed
    ? [...listed.solution, ...listed.editor].filter(
        (path) => paths.includes(path) && isUsable(path),
      )
    : paths
        .filter((path) => isUsable(path) && !isInSolution(path) && !isTests(path))
        .sort(
          (one, other) =>
            Number(DATA.test(one)) - Number(DATA.test(other)) || comparePaths(one, other),
        )
  const found = listed
    ? listed.test.filter((path) => paths.includes(path) && isTests(path))
    : paths.filter((path) => isTests(path) && !isInSolution(path))
  // If there are several test files, the one with the name of the solution is used.
  const tests =
    found.find((path) => examples.some((example) => stemOf(example) === stemOf(path))) ??
    found[0] ??
    null
  const solution = new Map<string, string>()
  for (const [at, path] of examples.entries()) {
    const below = path.slice(path.indexOf('/') + 1)
    const sameName =
      starter.find((each) => each === below) ??
      starter.find((each) => stemOf(each) === stemOf(path)) ??
      (listed ? listed.solution[at] : examples.length === 1 ? starter[0] : undefined)
    solution.set(sameName ?? below, path)
  }
  // The solution needs the files beside the learner's, too.
  for (const path of starter) if (!solution.has(path)) solution.set(path, path)
  if (examples.length === 0) solution.clear()
  const moreTests = found.filter((path) => path !== tests)
  const used = new Set([...starter, ...solution.values(), tests, ...moreTests])
  const others = paths.filter((path) => !used.has(path))
  return { folder, tests, moreTests, starter, solution, others }
}
