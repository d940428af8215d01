import type { NamedAsset } from '@rookies/data/course-import/payload'
import { standInPath } from '@rookies/data/course-import/stand-ins'
import { storedLink } from '@rookies/data/files/stored-file'
import { comparePaths, nameOf } from '../paths'
import { fileFinder } from './file-finder'

/** The pictures and other files of a course, and which of them its texts link to. */
export interface CourseAssets {
  /**
   * Returns the stand-in (a temporary path) of the file that an address in a text means; null if the course has no such
   * file.
   */
  place: (from: string, target: string) => string | null
  /** Returns whether `place` would find a file. */
  has: (from: string, target: string) => boolean
  /** Returns the files that `place` has found, by path. */
  named: () => NamedAsset[]
}

/** Removes the id that Notion adds to a file's name before the extension. */
const withoutId = (name: string) => name.replace(/ [0-9a-f]{32}(?:_all)?(?=\.\w+$)/i, '')

/**
 * Creates the list of a course's files that are not texts. Takes the files with their sizes in bytes, and the name of
 * the course's folder.
 */
export function courseAssets(
  files: readonly { path: string; size: number }[],
  folderName?: string,
): CourseAssets {
  const sizes = new Map(files.map(({ path, size }) => [path, size]))
  const find = fileFinder([...sizes.keys()], folderName === undefined ? {} : { folderName })
  const named = new Map<string, NamedAsset>()
  return {
    place: (from, target) => {
      const path = find(from, target)
      if (path === null) return null
      const known = named.get(path)
      if (known) return storedLink(known.standIn)
      const standIn = standInPath(named.size + 1)
      named.set(path, { path, name: withoutId(nameOf(path)), size: sizes.get(path) ?? 0, standIn })
      return storedLink(standIn)
    },
    has: (from, target) => find(from, target) !== null,
    named: () => [...named.values()].sort((a, b) => comparePaths(a.path, b.path)),
  }
}
