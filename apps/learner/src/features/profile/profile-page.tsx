import { profileQuery } from '@rookies/data/account/profile-query'
import { sessionQuery } from '@rookies/data/session/session-query'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, UserRoundX } from 'lucide-react'
import { useRef } from 'react'
import { useData } from '../../shared/data-context'
import { LazyPart } from '../../shared/lazy-part'
import { OptionalPart } from '../../shared/optional-section'
import { useBoot } from '../../shared/use-boot'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { usePageTitle } from '../../shared/use-page-title'
import { useSignOut } from '../../shared/use-sign-out'
import { Button } from '../../ui/button'
import titles from '../../ui/titles.module.css'
import { DataSection } from './data-section'
import { DeleteSection } from './delete-section'
import { FactorsSection } from './factors-section'
import { IdentityCard } from './identity-card'
import { IdentitySkeleton } from './identity-skeleton'
import { NameForm } from './name-form'
import { PasswordSection } from './password-section'
import styles from './profile-page.module.css'
import { Section } from './section'
import { SessionsSection } from './sessions-section'
import { ThemeSection } from './theme-section'

const cohortsSection = new LazyPart<{ person: string }>(() => import('./cohorts-section'))
const emailsSection = new LazyPart<{ person: string }>(() => import('./emails-section'))

/** My Profile: the person's account and its settings. */
export default function ProfilePage() {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle('My Profile')
  useFocusHeading(heading)

  return (
    <main className={styles.page}>
      <h1 ref={heading} tabIndex={-1} className={`${titles.page} ${styles.heading}`}>
        My Profile
      </h1>
      <Content />
    </main>
  )
}

function Content() {
  const client = useData()
  const person = useQuery(sessionQuery(client)).data?.id ?? ''
  const query = useQuery(profileQuery(client, person))
  const contact = useBoot()?.settings.contact_email
  const profile = query.data

  if (profile === undefined) {
    return query.isError ? (
      <ErrorState
        icon={<CircleAlert />}
        title="Failed to load profile data"
        message="Please check your connection and try again."
        actions={
          <Button variant="primary" onClick={() => query.refetch()} disabled={query.isFetching}>
            Try Again
          </Button>
        }
      />
    ) : (
      <IdentitySkeleton />
    )
  }
  if (profile === null) return <NoProfile contact={contact} />

  return (
    <>
      <IdentityCard profile={profile} />
      <Section
        title="Personal information"
        lead={
          contact ? (
            <>
              Your name is shown in communities. To change your email or phone, write to{' '}
              <a href={`mailto:${contact}`}>{contact}</a>.
            </>
          ) : (
            'Your name is shown in communities. To change your email or phone, please contact support.'
          )
        }
      >
        <NameForm key={profile.id} profile={profile} />
      </Section>
      <OptionalPart subject="Your cohorts" part={cohortsSection} props={{ person: profile.id }} />
      <OptionalPart subject="Your emails" part={emailsSection} props={{ person: profile.id }} />
      <ThemeSection />
      <PasswordSection email={profile.email} />
      <FactorsSection />
      <SessionsSection />
      <DataSection />
      <DeleteSection email={profile.email} />
    </>
  )
}

function NoProfile({ contact }: { contact: string | undefined }) {
  const leave = useSignOut()
  return (
    <EmptyState
      icon={<UserRoundX />}
      title="Profile not found"
      actions={<Button onClick={leave}>Sign out</Button>}
    >
      <p>
        There is no profile for this account. Please contact{' '}
        {contact ? <a href={`mailto:${contact}`}>{contact}</a> : 'support'}.
      </p>
    </EmptyState>
  )
}
