import { meets, type Person } from './person'
import { PANEL_RESOURCES, type Panel } from './resources'

/**
 * The first screen that this person may open, of this panel if it has one for them; null for a person
 * with none.
 */
export function homeOf(person: Person, panel?: Panel): { panel: Panel; path: string } | null {
  const open = PANEL_RESOURCES.filter(({ need }) => meets(person, need))
  const first = open.find((resource) => resource.panel === panel) ?? open[0]
  return first ? { panel: first.panel, path: first.screens[0].path } : null
}
