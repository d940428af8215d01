import { endingOf, TYPES } from './file-types'

/** Extensions that a computer would run, whatever the content is. */
const RUN =
  /^(apk|app|bat|chm|cmd|com|cpl|dmg|exe|hta|jar|jse?|lnk|ms[cip]|pif|ps1|reg|scr|vb[es]?|wsf)$/

/**
 * Returns a file's name with the extension of its content, if its own means another type or would be run: a PDF named
 * "report.pdf.exe" becomes "report.pdf". A name that is only unusual stays.
 */
export function nameOfType(name: string, type: string): string {
  const [usual] = Object.entries(TYPES).find(([, one]) => one === type) ?? []
  const ending = endingOf(name)
  if (usual === undefined || /^text\/|json/.test(type) || TYPES[ending] === type) return name
  if (TYPES[ending] === undefined && !RUN.test(ending)) return name
  const rest = name.slice(0, -ending.length - 1)
  return TYPES[endingOf(rest)] === type ? rest : `${rest}.${usual}`
}
