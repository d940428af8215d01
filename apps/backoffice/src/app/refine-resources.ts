import type { ResourceProps } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'
import { identifierIn } from './panel-resource'
import { PANEL_RESOURCES } from './resources'

/** Resources that the screens of their parent show; they have no screens of their own. */
const NESTED: readonly { name: Resource; parent: Resource }[] = [
  { name: 'modules', parent: 'courses' },
  { name: 'lessons', parent: 'modules' },
  { name: 'entitlements', parent: 'profiles' },
  { name: 'cohort_members', parent: 'cohorts' },
  { name: 'cohort_staff', parent: 'cohorts' },
  { name: 'community_members', parent: 'communities' },
  { name: 'community_posts', parent: 'communities' },
]

/** The table of resources in Refine's form. */
export const refineResources: ResourceProps[] = [
  ...PANEL_RESOURCES.map(({ panel, name, label, parent, screens }) => ({
    name,
    ...(panel === 'moderator' && { identifier: identifierIn(panel, name) }),
    meta: { label, ...(parent && { parent }) },
    // The first screen of an action is the one that Refine leads to, so it is written last.
    ...Object.fromEntries(screens.toReversed().map(({ action, path }) => [action, path])),
  })),
  ...NESTED.map(({ name, parent }) => ({ name, meta: { parent } })),
]
