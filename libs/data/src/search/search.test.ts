import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepReadingPlace } from '../reading/reading-place'
import { clearHistory } from '../session/clear-device'
import { mapStorage } from '../testing/memory-storage'
import { highlightParts } from './passage'
import { clearSearches, recentSearches, rememberSearch } from './recent-searches'
import { parseAnswer } from './search-query'
import { isSearchable, searchText } from './search-text'

describe('searchText', () => {
  it('returns one line without spaces around it', () => {
    expect(searchText('  git \n\t rebase ')).toBe('git rebase')
    expect(searchText('cafe\u0301')).toBe('café')
    expect(searchText('a'.repeat(200))).toHaveLength(100)
  })
})

describe('isSearchable', () => {
  it('requires two letters or digits of any script', () => {
    for (const text of ['js', 'c3', '42', 'жя', 'c ++ b'])
      expect(isSearchable(text), text).toBe(true)
    for (const text of ['', 'a', '!!', 'c++', '…']) expect(isSearchable(text), text).toBe(false)
  })
})

describe('highlightParts', () => {
  it('splits a text at its matches', () => {
    expect(highlightParts('How to \u0002rebase\u0003 a branch')).toEqual([
      { text: 'How to ', marked: false, at: 0 },
      { text: 'rebase', marked: true, at: 7 },
      { text: ' a branch', marked: false, at: 13 },
    ])
    expect(highlightParts('\u0002git\u0003')).toEqual([{ text: 'git', marked: true, at: 0 }])
    expect(highlightParts('')).toEqual([])
  })

  it('keeps markup as plain text, and removes marks without a partner', () => {
    const text = highlightParts('<b>\u0002x\u0003</b>\u0002 \u0003\u0003y')
    expect(text.map((part) => part.text).join('')).toBe('<b>x</b> y')
  })
})

describe('parseAnswer', () => {
  const answer = {
    courses: [{ slug: 'git', title: 'Git', category: null, snippet: null }],
    categories: [{ name: 'Tools', title: 'Tools', courses: 2 }],
    lessons: [{ id: 'l', slug: 'git', course: 'Git', title: 'One', type: 'TEXT', snippet: 'x' }],
    corrected: null,
  }

  it('accepts the answer of the database', () => {
    expect(parseAnswer(answer)).toEqual(answer)
  })

  it('refuses an answer of an unexpected shape', () => {
    expect(() => parseAnswer([])).toThrow()
    expect(() => parseAnswer({ ...answer, lessons: [{ id: 'l' }] })).toThrow()
  })
})

describe('recent searches', () => {
  let kept: Map<string, string>
  beforeEach(() => {
    kept = new Map()
    vi.stubGlobal('localStorage', mapStorage(kept))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('are the latest five of one person, without repetitions', () => {
    for (const text of ['a', 'b', 'c', 'd', 'b', 'e', 'f']) rememberSearch('mia', text)
    expect(recentSearches('mia')).toEqual(['f', 'e', 'b', 'd', 'c'])
    expect(recentSearches('noah')).toEqual([])
  })

  it('are deleted on request, and those of all people at sign-out', () => {
    kept.set('rookies-theme', 'dark')
    rememberSearch('mia', 'a')
    clearSearches('mia')
    expect(recentSearches('mia')).toEqual([])
    rememberSearch('mia', 'a')
    rememberSearch('noah', 'b')
    keepReadingPlace('noah', 'l1', { block: 1, share: 0 })
    clearHistory()
    expect([...kept.keys()]).toEqual(['rookies-theme'])
  })

  it('are empty if the stored data is invalid or the browser does not allow storage', () => {
    kept.set('rookies-searches:mia', '{')
    expect(recentSearches('mia')).toEqual([])
    kept.set('rookies-searches:mia', '[1, "a"]')
    expect(recentSearches('mia')).toEqual(['a'])
    vi.stubGlobal('localStorage', undefined)
    expect(recentSearches('mia')).toEqual([])
    rememberSearch('mia', 'a')
    expect(recentSearches('mia')).toEqual(['a'])
    clearHistory()
    expect(recentSearches('mia')).toEqual([])
  })
})
