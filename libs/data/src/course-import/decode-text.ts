import type { CourseFile } from './read-files'

/**
 * In: the bytes of a text file. Out: its text, a byte order mark taken off; with the line on which it
 * stops being UTF-8, if it does.
 */
export function decodeText(bytes: Uint8Array): Pick<CourseFile, 'text' | 'brokenLine'> {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes)
    const before = text.slice(0, Math.max(0, text.indexOf('\uFFFD')))
    return { text, brokenLine: before.split(/\r\n?|\n/).length }
  }
}
