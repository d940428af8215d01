import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { LibraryBig } from 'lucide-react'
import { useBoot } from '../../shared/use-boot'
import { ButtonAnchor } from '../../ui/button'

/** The library of a member without a course. */
export function NoCourses() {
  const contact = useBoot()?.settings.contact_email
  return (
    <EmptyState
      icon={<LibraryBig />}
      title="No courses available"
      actions={contact && <ButtonAnchor href={`mailto:${contact}`}>Ask for a course</ButtonAnchor>}
    >
      <p>The courses you are given access to will be here, with your progress in each.</p>
    </EmptyState>
  )
}
