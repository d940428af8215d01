import { ROOT } from '@rookies/data/course-import/payload'
import { printablePath, UNPRINTABLE } from '@rookies/data/files/unprintable'

export { ROOT }

/** Returns the folder that contains a path; ROOT for a file in the folder of the course. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ROOT
}

/** Returns the last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Returns a folder and its parents, outermost first; an empty list for the folder of the course. */
export function ancestorsOf(folder: string): string[] {
  if (folder === ROOT) return []
  const parts = folder.split('/')
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'))
}

/** Returns the path of a file in a folder. */
export function pathIn(folder: string, name: string): string {
  return folder === ROOT ? name : `${folder}/${name}`
}

/**
 * Returns a path in the form in which the database stores it. The form is the same on every system, so that a second
 * import finds the same lessons.
 */
export function normalisePath(path: string): string {
  const parts = path.normalize('NFC').split(/[\\/]+/)
  return parts.filter((part) => part !== '' && part !== '.').join('/')
}

/** Resolves a path relative to a folder; null if it leads out of the course. */
export function pathFrom(folder: string, written: string): string | null {
  const start = written.startsWith('/') || folder === ROOT ? [] : folder.split('/')
  const parts = [...start]
  for (const part of normalisePath(written).split('/')) {
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.filter((part) => part !== '').join('/')
}

/** Compares two paths independently of the machine's language. */
export function comparePaths(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Returns the reason for leaving out a file with this path, as the end of a sentence; null for a valid path. Files are
 * never written to such a path, but a path that leads out of its folder shows that the archive is malicious.
 */
export function pathProblem(path: string): string | null {
  if (UNPRINTABLE.test(path)) return 'has unreadable characters in its name'
  const parts = path.split(/[\\/]/)
  if (/^[\\/]|^[a-z]:/i.test(path) || parts.includes('..')) return 'leads outside the folder'
  return null
}

/** Returns a file name that is not UTF-8 in a readable form, with bytes outside of ASCII as `\xE9`. */
export function escapedName(stored: Uint8Array): string {
  const signs = Array.from(stored, (byte) =>
    byte < 0x80
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  )
  return printablePath(signs.join(''))
}

// `.gitbook` and files such as `.pages` and `.vitepress/config.*` are excepted: GitBook keeps pictures in
// `.gitbook/assets`, and the others contain the order of pages.
const CLUTTER =
  /^(?:\.(?!\.?$|gitbook$|pages$|vitepress$).*|node_modules|__MACOSX|thumbs\.db|desktop\.ini)$/i
const OF_VITEPRESS = /(?:^|[\\/])\.vitepress[\\/](?!config\.[cm]?[jt]s$)/i

/**
 * Returns whether a path belongs to a system or a tool and not to a course: hidden files, `__MACOSX`, `node_modules`.
 */
export function isJunkFile(path: string): boolean {
  return OF_VITEPRESS.test(path) || path.split(/[\\/]/).some((part) => CLUTTER.test(part))
}

const OF_EXERCISM = /(^|[\\/])\.(?:docs|meta)(?=[\\/]|$)/gi

/** Returns whether a file is clutter. The hidden folders of Exercism's exercises are not. */
export function isHiddenFile(path: string): boolean {
  return isJunkFile(path.replace(OF_EXERCISM, '$1_'))
}

const OF_CLASSROOM =
  /(^|[\\/])\.(?:git(?:[\\/]config)?|github(?:[\\/](?:classroom(?:[\\/]autograding\.json)?|workflows(?:[\\/]classroom\.ya?ml)?))?)$/i

/**
 * Returns whether the reader of courses skips a file: clutter, with three exceptions. These are the hidden folders of
 * Exercism's exercises, the files of GitHub Classroom, and Git's settings, which name the address of a repository.
 */
export function isUnreadFile(path: string): boolean {
  const known = path.replace(OF_CLASSROOM, (match) => match.replaceAll('.', '_'))
  return isHiddenFile(known)
}
