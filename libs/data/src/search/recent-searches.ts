import { localStore, SEARCHES_KEY } from '../device/store'

const MAX_SEARCHES = 5

/** Returns the person's recent searches in this browser, the latest first. */
export function recentSearches(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(SEARCHES_KEY + userId) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter((item): item is string => typeof item === 'string').slice(0, MAX_SEARCHES)
      : []
  } catch {
    return []
  }
}

/** Stores a search that had results. The latest five are kept, without repetitions. */
export function rememberSearch(userId: string, text: string): void {
  const others = recentSearches(userId).filter((item) => item !== text)
  store(userId, [text, ...others].slice(0, MAX_SEARCHES))
}

/** Deletes the person's searches. */
export function clearSearches(userId: string): void {
  store(userId, [])
}

function store(userId: string, searches: string[]): void {
  if (searches.length === 0) localStore.removeItem(SEARCHES_KEY + userId)
  else localStore.setItem(SEARCHES_KEY + userId, JSON.stringify(searches))
}
