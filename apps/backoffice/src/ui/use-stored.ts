import { localStore } from '@rookies/data/device/store'
import { useCallback, useMemo, useSyncExternalStore } from 'react'

const CHANGED = 'rookies-kept'

/**
 * Reads and writes a small value in the browser's storage, such as a list's hidden columns. `parse` returns null for
 * a malformed value; `initial` is the default.
 */
export function useStored<T>(key: string, parse: (json: unknown) => T | null, initial: T) {
  const text = useSyncExternalStore(watchStorage, () => localStore.getItem(key))
  const value = useMemo(() => parsed(text, parse) ?? initial, [text, parse, initial])
  const keep = useCallback((next: T) => write(key, JSON.stringify(next)), [key])
  return [value, keep] as const
}

function watchStorage(onChange: () => void): () => void {
  // The browser sends its `storage` event only to other tabs, so changes in this tab have their own event.
  for (const name of ['storage', CHANGED]) addEventListener(name, onChange)
  return () => {
    for (const name of ['storage', CHANGED]) removeEventListener(name, onChange)
  }
}

function parsed<T>(text: string | null, parse: (json: unknown) => T | null): T | null {
  if (text === null) return null
  try {
    return parse(JSON.parse(text))
  } catch {
    return null
  }
}

function write(key: string, text: string): void {
  localStore.setItem(key, text)
  dispatchEvent(new Event(CHANGED))
}
