/** The largest body of a request in bytes, except for what is listed here and for uploads to storage. */
export const bodyLimit = 1_000_000

/**
 * Requests that take more (rules/data#large-requests). A character has up to six bytes in JSON. The names of a
 * thousand stored files, each of which may be long, come in one list.
 */
const larger: readonly [paths: RegExp, bytes: number][] = [
  // The text of a lesson has up to 500,000 characters.
  [/^\/rest\/v1\/(lessons|rpc\/(save_lesson|send_lessons))$/, 3_200_000],
  // Files, tests, hidden tests, and a solution have up to 200 kB each, and about twice as much in JSON.
  [/^\/rest\/v1\/rpc\/save_exercise$/, 2_000_000],
  // A thousand modules with the paths of their folders.
  [/^\/rest\/v1\/rpc\/(import_course|import_difference)$/, 2_000_000],
  // The database takes lists of 2 MB (private.validate_invites).
  [/^\/rest\/v1\/rpc\/check_invites$/, 2_100_000],
  [/^\/storage\/v1\//, 2_000_000],
]

/** Returns the largest body in bytes of a request to a path, as it was sent. */
export function bodyLimitOf(path: string): number {
  return larger.find(([paths]) => paths.test(path))?.[1] ?? bodyLimit
}
