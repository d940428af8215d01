import { AccessControlContext, useKeys } from '@refinedev/core'
import { useQueries } from '@tanstack/react-query'
import { useContext } from 'react'
import { question, subjectOf, untilAnswered } from './may'
import { PersonContext } from './person'
import { PANEL_RESOURCES, type Panel, type PanelResource } from './resources'

/** What the screens ask for, each once: TanStack Query takes no key twice. */
const NEEDS = [...new Set(PANEL_RESOURCES.map(({ need }) => need))]

/** The resources of both panels that the person may open. */
export function useOpenResources(): readonly PanelResource[] {
  const subject = subjectOf(useContext(PersonContext))
  const { can } = useContext(AccessControlContext)
  const { keys } = useKeys()
  return useQueries({
    queries: NEEDS.map((need) => {
      const asked = question(need)
      const { resource, action, params = {} } = asked
      return {
        // The key under which `useCan` asks the same.
        queryKey: keys().access().resource(resource).action(action).params({ params }).get(),
        queryFn: async () => can?.(asked) ?? { can: false },
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        ...untilAnswered(subject, asked),
      }
    }),
    combine: (answers) =>
      PANEL_RESOURCES.filter(({ need }) => answers[NEEDS.indexOf(need)]?.data?.can === true),
  })
}

/** The first screen that the person may open, of this panel if it has one for them; null for none. */
export function useHome(panel?: Panel): { panel: Panel; path: string } | null {
  const open = useOpenResources()
  const first = open.find((resource) => resource.panel === panel) ?? open[0]
  return first ? { panel: first.panel, path: first.screens[0].path } : null
}
