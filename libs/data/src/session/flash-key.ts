/** Under this name one message waits, for this tab, until the next page shows it. */
export const FLASH_KEY = 'rookies-flash'

/** Whether a message waits, so that the code that shows one is fetched only then. */
export function hasFlash(store: Pick<Storage, 'getItem'>): boolean {
  return store.getItem(FLASH_KEY) !== null
}
