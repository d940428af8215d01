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

  it('needs only rights that exist', () => {
    for (const { need } of PANEL_RESOURCES) {
      expect(RESOURCES[need.resource]).toContain(need.action)
    }
  })

  it('uses one object for equal rights, so that each right is checked once', () => {
    const needs = new Set(PANEL_RESOURCES.map(({ need }) => need))
    expect(new Set([...needs].map((need) => JSON.stringify(need))).size).toBe(needs.size)
  })

  it('has a first screen without a record for every menu item', () => {
    for (const { screens } of PANEL_RESOURCES) expect(screens[0].path).not.toContain(':')
  })

  it('contains no resource that the data provider does not know', () => {
    expect(refineResources.filter(({ name }) => resourceRules(name) === null)).toEqual([])
  })

  it('has each resource once, and the parent of each nested resource', () => {
    const identifiers = refineResources.map(({ name, identifier = name }) => identifier)
    expect(new Set(identifiers).size).toBe(identifiers.length)
    for (const { meta } of refineResources) {
      if (meta?.parent) expect(identifiers).toContain(meta.parent)
    }
  })

  it('gives Refine the first of several screens with the same action', () => {
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
