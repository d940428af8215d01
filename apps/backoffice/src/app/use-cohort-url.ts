import { useNavigation } from '@refinedev/core'
import { useLocation } from 'react-router-dom'

/** Returns the address of a cohort's page in the open panel. */
export function useCohortUrl(): (id: string) => string {
  const { showUrl } = useNavigation()
  const { pathname } = useLocation()
  const resource = pathname.startsWith('/moderator') ? 'moderator-cohorts' : 'cohorts'
  return (id) => showUrl(resource, id)
}
