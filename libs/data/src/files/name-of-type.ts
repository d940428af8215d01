import { endingOf, TYPES } from './file-types'

/** Endings by which a computer would run what it was given, whatever is in it. */
const RUN =
  /^(apk|app|bat|chm|cmd|com|cpl|dmg|exe|hta|jar|jse?|lnk|ms[cip]|pif|ps1|reg|scr|vb[es]?|wsf)$/

/**
 * In: a file's name, and what its content is. Out: the name with the ending of that, where its own stands for something
 * else or would be run: "report.pdf.exe" that is a PDF is "report.pdf". A name that only is unusual stays.
 */
export function nameOfType(name: string, type: string): string {
  const [usual] = Object.entries(TYPES).find(([, one]) => one === type) ?? []
  const ending = endingOf(name)
  if (usual === undefined || /^text\/|json/.test(type) || TYPES[ending] === type) return name
  if (TYPES[ending] === undefined && !RUN.test(ending)) return name
  const rest = name.slice(0, -ending.length - 1)
  return TYPES[endingOf(rest)] === type ? rest : `${rest}.${usual}`
}
