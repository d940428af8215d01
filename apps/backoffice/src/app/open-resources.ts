import { isAllowed } from '@rookies/data/refine/access-control'
import { useContext, useMemo } from 'react'
import { canParams, subjectOf } from './may'
import type { Panel, PanelResource } from './panel-resource'
import { PersonContext } from './person'
import { PANEL_RESOURCES } from './resources'

/** Returns the resources of both panels that the person may open. */
export function useOpenResources(): readonly PanelResource[] {
  const person = useContext(PersonContext)
  return useMemo(() => {
    const subject = subjectOf(person)
    return PANEL_RESOURCES.filter(({ need }) => isAllowed(subject, canParams(need)))
  }, [person])
}

/** Returns the first screen that the person may open, in this panel if possible; null if there is none. */
export function useHome(panel?: Panel): { panel: Panel; path: string } | null {
  const open = useOpenResources()
  const first = open.find((resource) => resource.panel === panel) ?? open[0]
  return first ? { panel: first.panel, path: first.screens[0].path } : null
}
