/** The key under which this tab stores the message for the next page. */
export const FLASH_KEY = 'rookies-flash'

/** Returns whether a message is stored. Only then the code that shows messages is loaded. */
export function hasFlash(store: Pick<Storage, 'getItem'>): boolean {
  return store.getItem(FLASH_KEY) !== null
}
