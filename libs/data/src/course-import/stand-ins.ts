/** Returns an id that the database never gives. It stands for a lesson until the database gives the lesson its id. */
export const standInId = (place: number) =>
  `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`

/** Returns a path that the database never gives. It stands for a file until the database gives the file its path. */
export const standInPath = (place: number) => `${standInId(place)}/file`

/** Matches the paths that stand for files. */
const STAND_IN = /00000000-0000-4000-8000-\d{12}\/file/g

/** Replaces each path that stands for a file by the path that `paths` has for it. */
export function withPaths(text: string, paths: ReadonlyMap<string, string>): string {
  return text.replace(STAND_IN, (standIn) => paths.get(standIn) ?? standIn)
}

/** Returns the paths in a text that stand for files. */
export function standInsIn(text: string): string[] {
  return text.match(STAND_IN) ?? []
}
