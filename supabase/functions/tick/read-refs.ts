// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

/** The branches and tags of a repository, as its host lists them. */
export interface RefList {
  /** The commits by name: `HEAD`, `refs/heads/…`, `refs/tags/…`; `refs/tags/…^{}` is the commit of an annotated tag. */
  refs: ReadonlyMap<string, string>
  /** Whether the list was received to its end. */
  complete: boolean
}

/** The longest line of git's protocol, with its four digits. */
const LONGEST_LINE = 65_520
const REF = /^([0-9a-f]{40}(?:[0-9a-f]{24})?) ([^\s\p{Cc}]+)$/u
/** What a repository without commits lists instead of a branch. */
const NO_REFS = 'capabilities^{}'

/**
 * Reads the answer of a host to `info/refs?service=git-upload-pack`, also if it was received only in part.
 * @returns null for anything but git's list
 */
export function readRefs(bytes: Uint8Array): RefList | null {
  const refs = new Map<string, string>()
  let [place, complete] = [0, false]
  for (const line of linesOf(bytes)) {
    if (line === 'MALFORMED') return null
    if (place === 0 && line.text !== '# service=git-upload-pack') return null
    if (place === 1 && line.text !== null) return null
    if (place > 1) {
      complete = line.text === null
      if (line.text === null) break
      if (!addRef(refs, line.text, place === 2)) return null
    }
    place += 1
  }
  return place < 2 ? null : { refs, complete }
}

/** Adds the ref of a line; the first line also has the server's capabilities. @returns false for any other line */
function addRef(refs: Map<string, string>, line: string, first: boolean): boolean {
  const [written = '', abilities] = line.split('\0', 2)
  if (first !== (abilities !== undefined)) return false
  if (/^shallow [0-9a-f]+$/.test(written)) return true
  const [, sha, name] = REF.exec(written) ?? []
  if (sha === undefined || name === undefined || refs.has(name)) return false
  if (name === NO_REFS) return true
  refs.set(name, sha)
  return !/^0+$/.test(sha)
}

/** Yields the complete lines of git's format `pkt-line`, with null for its separator. */
function* linesOf(bytes: Uint8Array): Generator<{ text: string | null } | 'MALFORMED'> {
  const decoder = new TextDecoder()
  let at = 0
  while (at + 4 <= bytes.length) {
    const digits = decoder.decode(bytes.subarray(at, at + 4))
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN
    if (length === 0) {
      yield { text: null }
      at += 4
      continue
    }
    if (!(length > 4 && length <= LONGEST_LINE)) return yield 'MALFORMED'
    if (at + length > bytes.length) return
    yield { text: decoder.decode(bytes.subarray(at + 4, at + length)).replace(/\n$/, '') }
    at += length
  }
}

/**
 * Returns the commit of the branch or tag that an address names.
 * @param branch a branch or tag, with the path that may follow it; null for the default branch
 * @returns null if the list does not show it
 */
export function commitOf({ refs, complete }: RefList, branch: string | null): string | null {
  const head = refs.get('HEAD') ?? null
  const parts = branch?.split('/') ?? []
  if (parts.length === 0 || parts[0] === 'HEAD') return head
  // The name of a branch may contain slashes, so the longest existing name is used.
  for (let length = parts.length; length > 0; length--) {
    const name = parts.slice(0, length).join('/')
    // Until the list is complete, the line with the commit of an annotated tag may be missing.
    const tagged = refs.get(`refs/tags/${name}^{}`) ?? (complete && refs.get(`refs/tags/${name}`))
    const found = refs.get(`refs/heads/${name}`) ?? tagged
    if (found) return found
  }
  const isShortened = /^[0-9a-f]{4,}$/i.test(parts[0] ?? '')
  return complete && !isShortened ? head : null
}
