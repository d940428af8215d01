import type { Json } from '../database.gen'

/**
 * How many are unread in a feed that was not looked into yet: the badge is there before the code that
 * reads the rest. In: `boot().bell`. Out: 0 when there is none.
 */
export function unreadCount(bell: Json | undefined): number {
  const unread = bell && typeof bell === 'object' && 'unread' in bell ? bell.unread : 0
  return typeof unread === 'number' ? unread : 0
}
