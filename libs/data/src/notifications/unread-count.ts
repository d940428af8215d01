import type { Json } from '../database.gen'

/**
 * Returns the number of unread notifications in `boot().bell`; 0 if there is none. With it the badge can be shown
 * before the code that parses the whole feed was loaded.
 */
export function unreadCount(bell: Json | undefined): number {
  const unread = bell && typeof bell === 'object' && 'unread' in bell ? bell.unread : 0
  return typeof unread === 'number' ? unread : 0
}
