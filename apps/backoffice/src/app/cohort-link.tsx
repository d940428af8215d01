import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import cells from '../ui/cells.module.css'
import { useMay } from './may'
import { useCohortUrl } from './use-cohort-url'

interface CohortLinkProps {
  id: string
  children: ReactNode
}

/** A cohort's title; a link to the cohort's page for people who may open it. */
export function CohortLink({ id, children }: CohortLinkProps) {
  const mayOpen = useMay('cohort_members', 'update')
  const urlOf = useCohortUrl()
  if (!mayOpen) return <span className={cells.name}>{children}</span>
  return (
    <Link dir="auto" className={cells.name} to={urlOf(id)}>
      {children}
    </Link>
  )
}
