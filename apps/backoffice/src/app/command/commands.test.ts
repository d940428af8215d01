import { Circle } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import { type Command, matchingCommands, nextIndex } from './commands'

const command = (label: string, synonyms?: string): Command => ({
  id: label,
  label,
  icon: Circle,
  ...(synonyms && { synonyms }),
})
const all = [
  command('Dashboard', 'home overview'),
  command('Courses'),
  command('Create New Course', 'add'),
  command('Théme: Dark'),
]
const found = (text: string) => matchingCommands(all, text).map(({ label }) => label)

describe('commands that match a text', () => {
  it('are all commands, for an empty text', () => {
    expect(found('  ')).toHaveLength(all.length)
  })

  it('are those with words that begin with the typed words, in any order and case', () => {
    expect(found('COURSE new')).toEqual(['Create New Course'])
    expect(found('ourse')).toEqual([])
    expect(found('home')).toEqual(['Dashboard'])
  })

  it('come first if their label begins with the text', () => {
    expect(found('cour')).toEqual(['Courses', 'Create New Course'])
    expect(matchingCommands([...all].reverse(), 'cour').map(({ label }) => label)).toEqual([
      'Courses',
      'Create New Course',
    ])
  })

  it('are found without accents, punctuation and repeated spaces', () => {
    expect(found('theme:  dárk')).toEqual(['Théme: Dark'])
    expect(found('.*')).toHaveLength(all.length)
  })
})

describe('arrow keys', () => {
  it('wrap around at both ends', () => {
    expect(nextIndex('ArrowDown', 2, 3)).toBe(0)
    expect(nextIndex('ArrowUp', 0, 3)).toBe(2)
    expect(nextIndex('ArrowDown', -1, 3)).toBe(0)
    expect(nextIndex('ArrowUp', -1, 3)).toBe(2)
  })

  it('are the only keys that change the selected command, and do nothing in an empty list', () => {
    expect(nextIndex('Home', 1, 3)).toBeNull()
    expect(nextIndex('ArrowDown', -1, 0)).toBeNull()
  })
})
