import { useNavigation } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import cells from '../ui/cells.module.css'

interface RecordLinkProps {
  resource: Resource
  id: string
  children: ReactNode
}

/** A record's name in a list, linked to the record. */
export function RecordLink({ resource, id, children }: RecordLinkProps) {
  const { showUrl } = useNavigation()
  return (
    <Link dir="auto" className={cells.name} to={showUrl(resource, id)}>
      {children}
    </Link>
  )
}
