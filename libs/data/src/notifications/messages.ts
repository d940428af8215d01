/** Of the catalogue (product §8). */
export const MARK_ALL_FAILED = 'Failed to mark notifications as read'

/** Of the catalogue (product §8). */
export const MARK_ONE_FAILED = 'Failed to mark notification as read'

/** How many were marked (product §8). */
export function markedMessage(marked: number): string {
  return `Marked ${marked} notifications as read`
}
