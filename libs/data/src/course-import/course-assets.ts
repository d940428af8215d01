import { storedLink } from '../files/stored-file'
import { fileFinder } from './file-finder'
import { comparePaths, nameOf } from './paths'

/** A file that a text links to and that is imported with it. */
export interface NamedAsset {
  path: string
  /** The name without folders. */
  name: string
  /** Bytes. */
  size: number
  /** Replaces its address in the texts until the database gives it a path. */
  standIn: string
}

/** The files beside the texts of a course, and which of them the texts link to. */
export interface CourseAssets {
  /** Returns the stand-in of the file that an address in a file means; null if it means none. */
  place: (from: string, target: string) => string | null
  /** Returns whether `place` would find a file. */
  has: (from: string, target: string) => boolean
  /** Returns the files that `place` has found, by path. */
  named: () => NamedAsset[]
}

/** Removes the id that Notion writes before a file's extension. */
const withoutId = (name: string) => name.replace(/ [0-9a-f]{32}(?:_all)?(?=\.\w+$)/i, '')

/** A path that the database never gives. */
const standInPath = (place: number) =>
  `00000000-0000-4000-8000-${String(place).padStart(12, '0')}/file`

/** Matches stand-ins in a text. */
const STAND_IN = /00000000-0000-4000-8000-\d{12}\/file/g

/** Returns the text with stand-ins replaced. */
export function withPaths(text: string, paths: ReadonlyMap<string, string>): string {
  return text.replace(STAND_IN, (standIn) => paths.get(standIn) ?? standIn)
}

/** Returns the stand-ins in a text. */
export function standInsIn(text: string): string[] {
  return text.match(STAND_IN) ?? []
}

/**
 * Creates the assets of a course from its files that are no texts, with their sizes in bytes, and the name of their
 * folder.
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
