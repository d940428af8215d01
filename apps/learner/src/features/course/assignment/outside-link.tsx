import { externalLink } from '@rookies/data/links/external-link'
import type { ReactNode } from 'react'

interface OutsideLinkProps {
  url: string | null
  className?: string | undefined
  children: ReactNode
}

/** A link to another site, or only its text if the address is invalid. */
export function OutsideLink({ url, className, children }: OutsideLinkProps) {
  const link = externalLink(url)
  if (!link) return children
  return (
    <a href={link.href} className={className} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
