import { describe, expect, it } from 'vitest'
import { artwork } from './artwork'

const TITLES = Array.from({ length: 60 }, (_, at) => `Course number ${at}`)

describe('the artwork of a course', () => {
  it('is the same for the same title, regardless of case and spaces', () => {
    expect(artwork('Git from Zero')).toEqual(artwork(' git from zero '))
  })

  it('differs between titles', () => {
    const pictures = new Set(TITLES.map((title) => JSON.stringify(artwork(title))))
    expect(pictures.size).toBe(TITLES.length)
  })

  it('uses only plain paths and colours, whatever the title', () => {
    for (const title of [...TITLES, '', '🎓', '<script>']) {
      const { ground, shapes } = artwork(title)
      expect(shapes.length).toBeGreaterThan(3)
      for (const { d, fill } of [...shapes, { d: 'M0 0z', fill: ground }]) {
        expect(fill).toMatch(/^#[0-9a-f]{6}$/)
        expect(d).toMatch(/^[MHVACSLhvaz0-9 .-]+$/)
        expect(d).not.toContain('NaN')
      }
    }
  })
})
