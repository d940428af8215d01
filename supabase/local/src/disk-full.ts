import { errorCode, errorMessage } from './plain-error'

/** Error codes for a full disk: those of the system, and PostgreSQL's. */
const codes = ['ENOSPC', 'EDQUOT', '53100']

/** Whether an error means that the disk is full, as reported by the system, PostgreSQL or one of its programs. */
export function isDiskFull(error: unknown): boolean {
  const code = errorCode(error)
  return (code !== undefined && codes.includes(code)) || saysDiskFull(errorMessage(error))
}

/** Whether a text, such as the last lines of a log, says that the disk is full. */
export const saysDiskFull = (text: string): boolean =>
  /No space left on device|Disk quota exceeded/i.test(text)
