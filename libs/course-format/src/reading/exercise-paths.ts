import { HIDDEN_PATH, TESTS_PATH } from '@rookies/exercise-engine/test-files'
import { ancestorsOf, comparePaths, folderOf, nameOf, ROOT } from '../paths'

/** Matches the settings file, whose folder is the folder of an exercise. */
const SETTINGS = /^exercise\.ya?ml$/i

/** The subfolders of an exercise: the files that learners begin with, and the solution. */
export const STARTER = 'starter'
export const SOLUTION = 'solution'

/** Returns the part of a path below a folder; null for a path outside of the folder. */
export function pathBelow(folder: string, path: string): string | null {
  if (folder === ROOT) return path
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null
}

/** Returns whether a file is one of an exercise's own files. Takes its path relative to the folder of the exercise. */
function isOwn(path: string): boolean {
  return (
    SETTINGS.test(path) ||
    [TESTS_PATH, HIDDEN_PATH].includes(path) ||
    path.startsWith(`${STARTER}/`) ||
    path.startsWith(`${SOLUTION}/`)
  )
}

/** Finds the folders of exercises in a course. Takes normalized paths, in any order. */
export function exerciseFolders(paths: readonly string[]): {
  /** The path of the settings file in each folder of an exercise. */
  folders: ReadonlyMap<string, string>
  /** Returns the folder of the exercise that a file belongs to; null for other files. */
  folderOfPart: (path: string) => string | null
} {
  const folders = new Map<string, string>()
  const folderOfPart = (path: string) =>
    [ROOT, ...ancestorsOf(folderOf(path))].find(
      (folder) => folders.has(folder) && isOwn(pathBelow(folder, path) ?? ''),
    ) ?? null
  for (const settings of paths.filter((path) => SETTINGS.test(nameOf(path))).sort(outerFirst)) {
    // A starter or solution file can also be called exercise.yml, and then its folder is not an exercise.
    if (folderOfPart(settings) === null) folders.set(folderOf(settings), settings)
  }
  return { folders, folderOfPart }
}

/** Sorts files into the order of a list of paths. Files that are not in the list follow, sorted by path. */
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
