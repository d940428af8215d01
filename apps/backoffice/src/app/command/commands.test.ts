import { Circle } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import { type Command, matchingCommands, nextPlace } from './commands'

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
  it('include every command for an empty text', () => {
    expect(found('  ')).toHaveLength(all.length)
  })

  it('match words by their beginning, in any order and case', () => {
    expect(found('COURSE new')).toEqual(['Create New Course'])
    expect(found('ourse')).toEqual([])
    expect(found('home')).toEqual(['Dashboard'])
  })

  it('stand first when their label begins with the text', () => {
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
    expect(nextPlace('ArrowDown', 2, 3)).toBe(0)
    expect(nextPlace('ArrowUp', 0, 3)).toBe(2)
    expect(nextPlace('ArrowDown', -1, 3)).toBe(0)
    expect(nextPlace('ArrowUp', -1, 3)).toBe(2)
  })

  it('are the only keys that move, and do nothing in an empty list', () => {
    expect(nextPlace('Home', 1, 3)).toBeNull()
    expect(nextPlace('ArrowDown', -1, 0)).toBeNull()
  })
})
