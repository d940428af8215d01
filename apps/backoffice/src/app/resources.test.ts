import { RESOURCES } from '@rookies/data/access/resources'
import { resourceRules } from '@rookies/data/refine/resource-rules'
import { describe, expect, it } from 'vitest'
import { refineResources } from './refine-resources'
import { PANEL_RESOURCES } from './resources'

describe('the resources table', () => {
  it('gives every screen its own address inside the panel', () => {
    const paths = PANEL_RESOURCES.flatMap(({ screens }) => screens.map(({ path }) => path))
    expect(new Set(paths).size).toBe(paths.length)
    for (const path of paths) expect(path).toMatch(/^\/(admin|moderator)(\/[a-z-]+|$)/)
  })

  it('names only rights that exist', () => {
    for (const { need } of PANEL_RESOURCES) {
      expect(RESOURCES[need.resource]).toContain(need.action)
    }
  })

  it('uses one object for equal needs, so that each right is looked up once', () => {
    const needs = new Set(PANEL_RESOURCES.map(({ need }) => need))
    expect(new Set([...needs].map((need) => JSON.stringify(need))).size).toBe(needs.size)
  })

  it('leads from the menu to a screen that needs no record', () => {
    for (const { screens } of PANEL_RESOURCES) expect(screens[0].path).not.toContain(':')
  })

  it('names only what the data provider knows', () => {
    expect(refineResources.filter(({ name }) => resourceRules(name) === null)).toEqual([])
  })

  it('names each resource once, and each parent', () => {
    const identifiers = refineResources.map(({ name, identifier = name }) => identifier)
    expect(new Set(identifiers).size).toBe(identifiers.length)
    for (const { meta } of refineResources) {
      if (meta?.parent) expect(identifiers).toContain(meta.parent)
    }
  })

  it('names the first screen of each action', () => {
    const members = refineResources.find(({ identifier }) => identifier === 'moderator-profiles')
    expect(members).toMatchObject({ name: 'profiles', list: '/moderator/members' })
  })

  it('gives Refine the address of each screen', () => {
    expect(refineResources).toContainEqual({
      name: 'courses',
      meta: { label: 'Courses' },
      list: '/admin/courses',
      create: '/admin/courses/import',
      edit: '/admin/courses/:id',
    })
  })
})
