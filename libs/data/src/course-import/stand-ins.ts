/** A path that the database never gives. */
export const standInPath = (place: number) =>
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
