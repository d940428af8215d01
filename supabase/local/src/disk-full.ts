import { errorCode, errorMessage } from './plain-error'

/** PostgreSQL's own code for it, beside those of the system. */
const codes = ['ENOSPC', 'EDQUOT', '53100']

/** Whether something failed because there is no room left, as the system, PostgreSQL or one of its programs says it. */
export function isDiskFull(error: unknown): boolean {
  const code = errorCode(error)
  return (code !== undefined && codes.includes(code)) || saysDiskFull(errorMessage(error))
}

/** The same of words, such as the last lines of a log. */
export const saysDiskFull = (text: string): boolean =>
  /No space left on device|Disk quota exceeded/i.test(text)
