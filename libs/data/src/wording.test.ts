import { afterEach, describe, expect, it, vi } from 'vitest'

/** Loads the module in a browser with these languages. */
async function readBy(...languages: string[]) {
  vi.resetModules()
  vi.stubGlobal('navigator', { languages })
  return import('./wording')
}

afterEach(() => vi.unstubAllGlobals())

describe('wording', () => {
  it('counts with the correct plural', async () => {
    const { formatCount, formatNumber, formatPeople } = await readBy('en-US')
    expect(formatNumber(12_345)).toBe((12_345).toLocaleString())
    expect([0, 1, 2].map((count) => formatCount(count, 'lesson'))).toEqual([
      '0 lessons',
      '1 lesson',
      '2 lessons',
    ])
    expect([1, 2].map(formatPeople)).toEqual(['1 person', '2 people'])
  })

  it('joins lists in English, with or without the last comma as in the person’s variant of English', async () => {
    const list = async (...languages: string[]) =>
      (await readBy(...languages)).formatList(['a', 'b', 'c'])
    expect(await list('en-US', 'en')).toBe('a, b, and c')
    expect(await list('en-GB')).toBe('a, b and c')
    expect(await list('de-DE', 'en-GB')).toBe('a, b and c')
    expect(await list('de-DE')).toBe('a, b, and c')
  })
})

it.each([
  ['bank_transfer', 'Bank transfer'],
  ['OPEN', 'Open'],
  ['a', 'A'],
])('formats the enum value %s for people: %s', async (value, words) => {
  const { valueInWords } = await readBy('en')
  expect(valueInWords(value)).toBe(words)
})
