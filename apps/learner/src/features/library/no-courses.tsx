import { can } from '@rookies/data/access/can'
import { ADMIN_PATH } from '@rookies/data/access/home'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { LibraryBig } from 'lucide-react'
import { LazyPart } from '../../shared/lazy-part'
import { OptionalPart } from '../../shared/optional-section'
import { useBoot } from '../../shared/use-boot'
import { ButtonAnchor } from '../../ui/button'

const freePreviews = new LazyPart(() => import('./free-previews'))

/** The library of a person without a course: says how to get one, and offers free previews. */
export function NoCourses() {
  const boot = useBoot()
  const contact = boot?.settings.contact_email
  return (
    <>
      <EmptyState
        icon={<LibraryBig />}
        title="No courses available"
        actions={
          can(boot?.permissions, 'admin_panel', 'enter') ? (
            <ButtonAnchor href={ADMIN_PATH}>Back-office</ButtonAnchor>
          ) : (
            contact && <ButtonAnchor href={`mailto:${contact}`}>Ask for a course</ButtonAnchor>
          )
        }
      >
        <p>Courses that you have access to will appear here, with your progress in each.</p>
        <p>
          If you were invited, open the link in the email.
          {contact && (
            <>
              {' '}
              Otherwise write to <a href={`mailto:${contact}`}>{contact}</a>.
            </>
          )}
        </p>
      </EmptyState>
      <OptionalPart subject="The free lessons" part={freePreviews} props={{}} />
    </>
  )
}
