/** Returns an id that stands for a lesson until the database gives the lesson its real id. No row ever has it. */
export const standInId = (place: number) =>
  `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`

/** Returns a path that stands for a file until the database gives the file its real path. No file ever has it. */
export const standInPath = (place: number) => `${standInId(place)}/file`

/** Matches the stand-ins of files. */
const STAND_IN = /00000000-0000-4000-8000-\d{12}\/file/g

/** Replaces the stand-ins of files by the real paths in `paths`. */
export function withPaths(text: string, paths: ReadonlyMap<string, string>): string {
  return text.replace(STAND_IN, (standIn) => paths.get(standIn) ?? standIn)
}

/** Returns the stand-ins of files in a text. */
export function standInsIn(text: string): string[] {
  return text.match(STAND_IN) ?? []
}
