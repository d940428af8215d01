import { DataError } from '../errors'

/** Error messages about communities, from the catalogue (rules/interface#messages). */
export const communityMessages = {
  listFailed: 'Failed to load communities',
  feedFailed: 'Failed to load community',
  threadFailed: 'Failed to load post',
  olderFailed: 'Failed to load more posts',
  reportsFailed: 'Failed to load reports',
  joinFailed: 'Failed to join community',
  leaveFailed: 'Failed to leave community',
  sendFailed: 'Failed to send post',
  editFailed: 'Failed to save post',
  deleteFailed: 'Failed to delete post',
  restoreFailed: 'Failed to restore post',
  reportFailed: 'Failed to report post',
  peopleFailed: 'Failed to load members',
  banFailed: 'Failed to ban member',
  unbanFailed: 'Failed to unban member',
  resolveFailed: 'Failed to dismiss reports',
} as const

/** Returns whether the thrown value is an error with this code. */
export function hasErrorCode(thrown: unknown, code: string): thrown is DataError {
  return thrown instanceof DataError && thrown.code === code
}

/** Returns whether the database refused because the membership, the post, or the right no longer exists. */
export function isRefusal(thrown: unknown): boolean {
  return hasErrorCode(thrown, '42501') || hasErrorCode(thrown, 'DENIED')
}

/** Returns a message about a failure and what people can do: the database's own sentence if it is meant for people. */
export function communityFailure(what: string, thrown: unknown): string {
  if (hasErrorCode(thrown, 'PT429')) return thrown.message
  if (hasErrorCode(thrown, 'NETWORK')) return `${what}. Please check your connection and try again.`
  if (isRefusal(thrown)) return `${what}. You no longer have permission to do this here.`
  return `${what}. Please try again.`
}
