import { DEFAULT_ERROR_MESSAGE, isTransient, toDataError } from '../errors'
import { isContentMissing, isSlugTaken, isStaleImport } from './import-course'

/** Codes whose message is a sentence for people. */
const OUR_SENTENCES = new Set(['PT422', '42501'])

/** Shown if the answer was lost, so that the import may or may not have happened. */
const LOST =
  'No answer came. Look at your connection and try again: what has been imported already is not imported twice.'

const SENTENCES: Readonly<Record<string, string>> = {
  '57014':
    'It took longer than the server allows, so nothing was changed. Import a smaller folder.',
  '23505': 'Someone else made a course with this slug at the same moment. Nothing was changed.',
  '23P01': 'Someone else changed this course at the same moment. Nothing was changed. Try again.',
}

/** Returns a sentence about a failed check or import. */
export function importFailure(thrown: unknown): string {
  const error = toDataError(thrown)
  if (isStaleImport(error)) {
    return 'Someone else has changed this course since it was checked. Nothing was changed. Look at the new check, then import.'
  }
  if (isContentMissing(error)) {
    return 'What was sent for this import has been cleared away. Nothing was changed. Try again to send it once more.'
  }
  if (isSlugTaken(error)) return `${error.message} Choose another one.`
  const known = SENTENCES[error.code]
  if (known !== undefined) return known
  if (isTransient(error)) return LOST
  return OUR_SENTENCES.has(error.code)
    ? error.message
    : `${DEFAULT_ERROR_MESSAGE}. Nothing was changed.`
}
