import { useNavigation } from '@refinedev/core'
import { createContext, type ReactNode, useContext } from 'react'
import { Link, useLocation } from 'react-router-dom'
import cells from '../ui/cells.module.css'
import { useMay } from './may'
import { identifierIn, panelOf } from './panel-resource'

/** Refine's identifier of the pages about people in the open panel; null if the reader may not open them. */
const PersonPages = createContext<string | null>(null)

/** Checks once for a whole panel whether names are links to the pages of people (rules/members#person-page). */
export function PersonLinks({ children }: { children: ReactNode }) {
  const mayList = useMay('profiles', 'list')
  const { pathname } = useLocation()
  const resource = identifierIn(panelOf(pathname), 'profiles')
  return <PersonPages value={mayList ? resource : null}>{children}</PersonPages>
}

interface PersonLinkProps {
  /** Null if the account was deleted. */
  id: string | null
  children: ReactNode
}

/** A person's name; a link to their page if the reader may open it. */
export function PersonLink({ id, children }: PersonLinkProps) {
  const resource = useContext(PersonPages)
  const { showUrl } = useNavigation()
  if (id === null || resource === null)
    return (
      <span dir="auto" className={cells.name}>
        {children}
      </span>
    )
  return (
    <Link dir="auto" className={cells.name} to={showUrl(resource, id)}>
      {children}
    </Link>
  )
}
