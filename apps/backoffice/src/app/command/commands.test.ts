import { Circle } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import { type Command, matchingCommands, nextPlace } from './commands'

const command = (label: string, words?: string): Command => ({
  id: label,
  label,
  icon: Circle,
  ...(words && { words }),
})
const all = [
  command('Dashboard', 'home overview'),
  command('Courses'),
  command('Create New Course', 'add'),
  command('Théme: Dark'),
]
const found = (text: string) => matchingCommands(all, text).map(({ label }) => label)

describe('the commands that a text means', () => {
  it('are all of them for an empty text', () => {
    expect(found('  ')).toHaveLength(all.length)
  })

  it('begin words with what was typed, in any order and case', () => {
    expect(found('COURSE new')).toEqual(['Create New Course'])
    expect(found('ourse')).toEqual([])
    expect(found('home')).toEqual(['Dashboard'])
  })

  it('come first when their label begins so', () => {
    expect(found('cour')).toEqual(['Courses', 'Create New Course'])
    expect(matchingCommands([...all].reverse(), 'cour').map(({ label }) => label)).toEqual([
      'Courses',
      'Create New Course',
    ])
  })

  it('are found without accents, signs and doubled spaces', () => {
    expect(found('theme:  dárk')).toEqual(['Théme: Dark'])
    expect(found('.*')).toHaveLength(all.length)
  })
})

describe('the arrow keys', () => {
  it('go around either end', () => {
    expect(nextPlace('ArrowDown', 2, 3)).toBe(0)
    expect(nextPlace('ArrowUp', 0, 3)).toBe(2)
    expect(nextPlace('ArrowDown', -1, 3)).toBe(0)
    expect(nextPlace('ArrowUp', -1, 3)).toBe(2)
  })

  it('are the only keys, and need somewhere to go', () => {
    expect(nextPlace('Home', 1, 3)).toBeNull()
    expect(nextPlace('ArrowDown', -1, 0)).toBeNull()
  })
})
