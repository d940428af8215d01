import { storedLink } from '../files/stored-file'
import { fileFinder } from './file-finder'
import { comparePaths, nameOf } from './paths'

/** A file beside the texts that they name: it comes along. */
export interface NamedAsset {
  path: string
  /** Its own name, without folders. */
  name: string
  /** Bytes. */
  size: number
  /** What stands for it in the texts until the database gives it a path. */
  standIn: string
}

/** The files beside the texts of a course, and which of them its texts name. */
export interface CourseAssets {
  /** In: the file in which an address stands, and the address. Out: what stands for the file that it means, null where it means none of them. */
  place: (from: string, target: string) => string | null
  /** Whether `place` would find one. */
  has: (from: string, target: string) => boolean
  /** Those that `place` was asked about, by path. */
  named: () => NamedAsset[]
}

/** A file's name without the id that Notion writes before its ending. */
const withoutId = (name: string) => name.replace(/ [0-9a-f]{32}(?:_all)?(?=\.\w+$)/i, '')

/** A folder of stand-ins: the database gives no such id. */
const standInPath = (place: number) =>
  `00000000-0000-4000-8000-${String(place).padStart(12, '0')}/file`

/** Finds stand-ins in a text, for what takes their place. */
const STAND_IN = /00000000-0000-4000-8000-\d{12}\/file/g

/** In: a text with stand-ins, and what becomes of each. Out: the text with that. */
export function withPaths(text: string, paths: ReadonlyMap<string, string>): string {
  return text.replace(STAND_IN, (standIn) => paths.get(standIn) ?? standIn)
}

/** In: a text. Out: the stand-ins in it. */
export function standInsIn(text: string): string[] {
  return text.match(STAND_IN) ?? []
}

/** In: files that are no text, with their sizes in bytes, and the name of their folder. Out: what tells which of them a course names. */
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
