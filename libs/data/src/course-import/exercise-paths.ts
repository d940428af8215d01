import { ancestorsOf, comparePaths, folderOf, nameOf, ROOT } from './paths'

/** The file that makes its folder the folder of an exercise. */
const SETTINGS = /^exercise\.ya?ml$/i

/** The files of an exercise with its tests. */
export const TESTS_FILE = 'tests.js'
export const HIDDEN_FILE = 'hidden.js'

/** The folders of an exercise with the files that learners begin with, and with the solution. */
export const STARTER = 'starter'
export const SOLUTION = 'solution'

/** Returns a path from a folder; null for a path outside of it. */
export function pathBelow(folder: string, path: string): string | null {
  if (folder === ROOT) return path
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null
}

/** Returns whether a path from the folder of an exercise is one of its files. */
function isOwn(path: string): boolean {
  return (
    SETTINGS.test(path) ||
    [TESTS_FILE, HIDDEN_FILE].includes(path) ||
    path.startsWith(`${STARTER}/`) ||
    path.startsWith(`${SOLUTION}/`)
  )
}

/** The folders of the exercises among the files of a course. Takes normalized paths, in any order. */
export function exerciseFolders(paths: readonly string[]): {
  /** The path of the settings of each folder. */
  folders: ReadonlyMap<string, string>
  /** Returns the folder of the exercise that a file is part of; null for other files. */
  folderOfPart: (path: string) => string | null
} {
  const folders = new Map<string, string>()
  const folderOfPart = (path: string) =>
    [ROOT, ...ancestorsOf(folderOf(path))].find(
      (folder) => folders.has(folder) && isOwn(pathBelow(folder, path) ?? ''),
    ) ?? null
  for (const settings of paths.filter((path) => SETTINGS.test(nameOf(path))).sort(outerFirst)) {
    // A file of an exercise may have this name, and the two endings may stand side by side.
    if (folderOfPart(settings) === null) folders.set(folderOf(settings), settings)
  }
  return { folders, folderOfPart }
}

/** Orders files by the places of their paths in a list; those that it does not name follow, by path. */
export function inOrder<F extends { path: string }>(
  files: readonly F[],
  order: readonly { path: string }[],
): F[] {
  const places = new Map(order.map(({ path }, at) => [path, at]))
  const placeOf = ({ path }: F) => places.get(path) ?? order.length
  return files.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || comparePaths(one.path, other.path),
  )
}

const depth = (path: string) => path.split('/').length

const outerFirst = (one: string, other: string) =>
  depth(one) - depth(other) || comparePaths(one, other)
