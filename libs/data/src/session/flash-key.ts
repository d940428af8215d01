/** The key of the message for the next page, in the storage of this tab. */
export const FLASH_KEY = 'rookies-flash'

/** Returns whether a message is stored. The code that shows it is loaded only then. */
export function hasFlash(store: Pick<Storage, 'getItem'>): boolean {
  return store.getItem(FLASH_KEY) !== null
}
