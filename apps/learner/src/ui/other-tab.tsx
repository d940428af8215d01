import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Link } from 'react-router-dom'

/** A link that opens in another tab, so that a form keeps what was typed. */
export function OtherTab({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} target="_blank" rel="noopener">
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </Link>
  )
}
