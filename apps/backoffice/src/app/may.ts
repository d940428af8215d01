import { AccessControlContext, type CanParams, useCan, useKeys } from '@refinedev/core'
import type { Action, RequiredPermission, Resource } from '@rookies/data/access/resources'
import { type AccessSubject, isAllowed, recordToAsk } from '@rookies/data/refine/access-control'
import { useQueries } from '@tanstack/react-query'
import { useContext } from 'react'
import { type Person, PersonContext } from './person'
import { PANEL_RESOURCES, type Panel, type PanelResource } from './resources'

/**
 * What the access control provider answers: may this person do it at all or, with a record, may they do
 * it to that one? A failure is a no.
 */
export function useMay<R extends Resource>(
  resource: R,
  action: Action<R>,
  record?: object,
): boolean {
  const subject = subjectOf(useContext(PersonContext))
  const params = record && { record: recordToAsk(resource, record, subject.personId ?? '') }
  return useAnswer(subject, { resource, action, params })
}

/** Whether the person has what a screen needs. */
export function useMeets(need: RequiredPermission): boolean {
  return useAnswer(subjectOf(useContext(PersonContext)), question(need))
}

function useAnswer(subject: AccessSubject, asked: CanParams): boolean {
  return useCan({ ...asked, queryOptions: untilAnswered(subject, asked) }).data?.can === true
}

/** The resources of both panels that the person may open. */
export function useOpenResources(): readonly PanelResource[] {
  const subject = subjectOf(useContext(PersonContext))
  const { can } = useContext(AccessControlContext)
  const { keys } = useKeys()
  return useQueries({
    queries: PANEL_RESOURCES.map(({ need }) => {
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
    combine: (answers) => PANEL_RESOURCES.filter((_, i) => answers[i]?.data?.can === true),
  })
}

/** The first screen that the person may open, of this panel if it has one for them; null for none. */
export function useHome(panel?: Panel): { panel: Panel; path: string } | null {
  const open = useOpenResources()
  const first = open.find((resource) => resource.panel === panel) ?? open[0]
  return first ? { panel: first.panel, path: first.screens[0].path } : null
}

/**
 * The provider answers a moment later, out of the same opening call: until then its rule is applied at
 * once, so that no menu and no button comes in a frame late.
 */
function untilAnswered(subject: AccessSubject, asked: CanParams) {
  return { placeholderData: { can: isAllowed(subject, asked) } }
}

function subjectOf(person: Person | null): AccessSubject {
  return { personId: person?.account.id ?? null, permissions: person?.permissions ?? [] }
}

function question({ resource, action, allRows }: RequiredPermission) {
  // A record of nobody's is another person's.
  return { resource, action, params: allRows && { record: {} } }
}
