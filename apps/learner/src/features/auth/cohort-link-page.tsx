import { challengePath } from '@rookies/data/access/factor-paths'
import { LIBRARY_PATH } from '@rookies/data/access/home'
import { joinByLink, joinLinkQuery, type LinkedCohort } from '@rookies/data/cohorts/join-link'
import { type ClosedLink, closedLinkNotice, needsProof } from '@rookies/data/cohorts/link-notices'
import { myCohortsQuery } from '@rookies/data/cohorts/my-cohorts'
import { toDataError } from '@rookies/data/errors'
import { authMessage } from '@rookies/data/session/auth-message'
import { type SessionUser, sessionQuery } from '@rookies/data/session/session-query'
import { dayInWords } from '@rookies/data/time/agreed-text'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { useBoot } from '../../shared/use-boot'
import { useFunctions } from '../../shared/use-functions'
import { Button, ButtonLink } from '../../ui/button'
import styles from '../../ui/form.module.css'
import { Refusal } from '../../ui/refusal'
import { showToast } from '../../ui/toast-store'
import { AuthFrame } from './auth-frame'
import { AuthLoading } from './auth-loading'
import { AuthNotice } from './auth-notice'
import { CohortDetails } from './cohort-details'
import { LinkClosed } from './link-closed'
import { authPath, cohortLinkPath } from './paths'
import { ProveEmail } from './prove-email'
import { useGuardedAttempt } from './use-guarded-attempt'

/** The screen behind the join link of a cohort: `/cohort/{token}` (rules/cohorts#link). */
export default function CohortLinkPage() {
  const { token = '' } = useParams()
  const session = useQuery(sessionQuery(useData()))
  const link = useQuery(joinLinkQuery(useFunctions(), token))
  const user = session.data ?? null
  const cohorts = useQuery({ ...myCohortsQuery(useData(), user?.id ?? ''), enabled: user !== null })

  if (session.isPending || link.isPending || cohorts.isLoading) {
    return <AuthLoading title="Cohort" label="Looking up your link..." />
  }
  if (link.isError) {
    return (
      <AuthNotice
        icon={<Unplug />}
        title="The link could not be opened"
        pageTitle="Cohort"
        actions={
          <Button variant="primary" onClick={() => link.refetch()}>
            Try Again
          </Button>
        }
      >
        <p>{authMessage(toDataError(link.error))}</p>
      </AuthNotice>
    )
  }
  if (link.data.state === 'UNKNOWN') return <Closed state="UNKNOWN" user={user} />
  const { slug } = link.data
  if (user && cohorts.data?.some((mine) => mine.slug === slug)) return <Inside cohort={link.data} />
  if (link.data.state !== 'OPEN') {
    return <Closed state={link.data.state} cohort={link.data} user={user} />
  }
  return <OpenLink token={token} cohort={link.data} user={user} />
}

/** Shown to a person who is in the cohort already, for example since the sign-up, whatever the state of the link. */
function Inside({ cohort: { title, starts_on } }: { cohort: LinkedCohort }) {
  const navigate = useNavigate()
  useEffect(() => {
    showToast({
      tone: 'success',
      title: `You are in ${title}`,
      message: `It begins on ${dayInWords(starts_on, true)}.`,
    })
    navigate(LIBRARY_PATH, { replace: true })
  }, [navigate, title, starts_on])
  return <AuthLoading title="Cohort" label="Opening your library..." />
}

interface ClosedProps {
  state: ClosedLink
  cohort?: LinkedCohort
  user: SessionUser | null
}

function Closed({ state, cohort, user }: ClosedProps) {
  const { title, message } = closedLinkNotice(state)
  return (
    <LinkClosed title={title} pageTitle="Cohort" signedIn={user !== null}>
      {cohort && (
        <p>
          <strong dir="auto">{cohort.title}</strong>
        </p>
      )}
      <p>{message}</p>
    </LinkClosed>
  )
}

interface OpenLinkProps {
  token: string
  cohort: LinkedCohort
  user: SessionUser | null
}

function OpenLink({ token, cohort, user }: OpenLinkProps) {
  const waits = useBoot()?.account?.state === 'SECOND_FACTOR'
  const [isProving, setIsProving] = useState(false)
  const join = useJoin(token, cohort, () => setIsProving(true))
  const path = cohortLinkPath(token)
  const step = user ? (isProving ? 'prove' : 'join') : 'visitor'
  return (
    <AuthFrame
      title={`Join ${cohort.title}`}
      pageTitle="Cohort"
      lead={
        user
          ? 'You get its courses, and lessons open on the days of its schedule.'
          : 'Create your account and confirm your email. Then you can take your seat.'
      }
      step={step}
    >
      <CohortDetails cohort={cohort} />
      {user === null ? (
        <div className={styles.row}>
          <ButtonLink variant="primary" to={authPath('/signup', { cohort: token, from: path })}>
            Create your account
          </ButtonLink>
          <ButtonLink to={authPath('/login', { from: path })}>Log in</ButtonLink>
        </div>
      ) : waits ? (
        <ButtonLink variant="primary" to={challengePath(path)}>
          Confirm it's you
        </ButtonLink>
      ) : isProving && user.email ? (
        <ProveEmail email={user.email} path={path} onConfirmed={join.join} />
      ) : (
        <div className={styles.form}>
          {join.refusal && <Refusal id="refusal" message={join.refusal.message} />}
          <Button writes variant="primary" onClick={join.join} disabled={join.busy}>
            {join.busy ? 'Joining...' : 'Join'}
          </Button>
        </div>
      )}
    </AuthFrame>
  )
}

/** Joins, and opens the library. `onUnproven` is called if no mail to the person's email was opened yet. */
function useJoin(token: string, { title }: LinkedCohort, onUnproven: () => void) {
  const client = useData()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { busy, refusal, attempt } = useGuardedAttempt()

  const join = async () => {
    let joined = false
    await attempt(async () => {
      try {
        await joinByLink(client, queries, token)
        joined = true
      } catch (thrown) {
        if (!needsProof(toDataError(thrown))) throw thrown
        onUnproven()
      }
    })
    if (!joined) return
    showToast({ tone: 'success', title: 'Welcome', message: `You are in ${title}.` })
    navigate(LIBRARY_PATH, { replace: true })
  }
  return { busy, refusal, join }
}
