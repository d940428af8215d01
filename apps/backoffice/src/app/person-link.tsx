import { useNavigation } from '@refinedev/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import cells from '../ui/cells.module.css'
import { useMay } from './may'

/**
 * Where a person's page is in the panel that is open (rules/members#person-page); null for who may not
 * open it.
 */
function usePersonAddress(): ((id: string) => string) | null {
  const mayList = useMay('profiles', 'list', {})
  const { showUrl } = useNavigation()
  const { pathname } = useLocation()
  if (!mayList) return null
  const resource = pathname.startsWith('/moderator') ? 'moderator-profiles' : 'profiles'
  return (id) => showUrl(resource, id)
}

interface PersonLinkProps {
  /** Null when the account is gone. */
  id: string | null
  children: ReactNode
}

/** A person's name, which leads to their page for those who may open it. */
export function PersonLink({ id, children }: PersonLinkProps) {
  const addressOf = usePersonAddress()
  if (id === null || !addressOf)
    return (
      <span dir="auto" className={cells.name}>
        {children}
      </span>
    )
  return (
    <Link dir="auto" className={cells.name} to={addressOf(id)}>
      {children}
    </Link>
  )
}
