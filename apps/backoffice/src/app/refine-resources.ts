import type { ResourceProps } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'
import { identifierIn } from './panel-resource'
import { PANEL_RESOURCES } from './resources'

/** Resources without screens of their own; the screens of their parent show them. */
const NESTED: readonly { name: Resource; parent: Resource }[] = [
  { name: 'modules', parent: 'courses' },
  { name: 'lessons', parent: 'modules' },
  { name: 'entitlements', parent: 'profiles' },
  { name: 'cohort_members', parent: 'cohorts' },
  { name: 'cohort_staff', parent: 'cohorts' },
  { name: 'community_members', parent: 'communities' },
  { name: 'community_posts', parent: 'communities' },
]

/** `PANEL_RESOURCES` and the nested resources, in the form that Refine expects. */
export const refineResources: ResourceProps[] = [
  ...PANEL_RESOURCES.map(({ panel, name, label, parent, screens }) => ({
    name,
    ...(panel === 'moderator' && { identifier: identifierIn(panel, name) }),
    meta: { label, ...(parent && { parent }) },
    // Of several screens with the same action, Refine gets the first: reversed, it overwrites the others.
    ...Object.fromEntries(screens.toReversed().map(({ action, path }) => [action, path])),
  })),
  ...NESTED.map(({ name, parent }) => ({ name, meta: { parent } })),
]
