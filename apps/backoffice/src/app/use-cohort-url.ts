import { useNavigation } from '@refinedev/core'
import { useLocation } from 'react-router-dom'
import { identifierIn, panelOf } from './panel-resource'

/** Returns the address of a cohort's page in the open panel. */
export function useCohortUrl(): (id: string) => string {
  const { showUrl } = useNavigation()
  const { pathname } = useLocation()
  return (id) => showUrl(identifierIn(panelOf(pathname), 'cohorts'), id)
}
