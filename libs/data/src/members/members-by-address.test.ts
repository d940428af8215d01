import { describe, expect, it } from 'vitest'
import { addressesIn } from './members-by-address'

describe('addresses in a pasted list', () => {
  it('are read from lines, commas and names, each once in whatever letters', async () => {
    const text =
      'Ada Lovelace <ada@example.org>, grace@example.org\nADA@example.org\n\nnobody\nlinus@example.org,'
    expect(await addressesIn(text)).toEqual({
      addresses: ['ADA@example.org', 'grace@example.org', 'linus@example.org'],
      unreadable: ['nobody'],
    })
  })

  it('are none in an empty text', async () => {
    expect(await addressesIn(' \n ')).toEqual({ addresses: [], unreadable: [] })
  })
})
