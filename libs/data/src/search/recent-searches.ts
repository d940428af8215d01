import { SEARCHES_KEY } from '../session/kept-keys'

const MOST = 5

/** In: a person. Out: what they last searched for in this browser, latest first. */
export function recentSearches(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SEARCHES_KEY + userId) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter((item): item is string => typeof item === 'string').slice(0, MOST)
      : []
  } catch {
    return []
  }
}

/** Remembers a search that led somewhere, of the latest five each once. */
export function rememberSearch(userId: string, text: string): void {
  const others = recentSearches(userId).filter((item) => item !== text)
  store(userId, [text, ...others].slice(0, MOST))
}

/** Forgets what that person searched for. */
export function clearSearches(userId: string): void {
  store(userId, [])
}

function store(userId: string, searches: string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(SEARCHES_KEY + userId)
    else localStorage.setItem(SEARCHES_KEY + userId, JSON.stringify(searches))
  } catch {
    // Storage may be full or forbidden; then nothing is remembered.
  }
}
