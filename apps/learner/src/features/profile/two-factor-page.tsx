import { isBackOfficePath } from '@rookies/data/access/home'
import { toDataError } from '@rookies/data/errors'
import { beginEnrolment, type Enrolment } from '@rookies/data/factors/enrolment'
import { factorMessage } from '@rookies/data/factors/factor-message'
import { factorsQuery } from '@rookies/data/factors/factors-query'
import { safeReturnPath } from '@rookies/data/session/return-path'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { usePageTitle } from '../../shared/use-page-title'
import { useSiteName } from '../../shared/use-site-name'
import { Button } from '../../ui/button'
import titles from '../../ui/titles.module.css'
import { showToast } from '../../ui/toast-store'
import { useAttempt } from '../../ui/use-attempt'
import styles from './two-factor.module.css'
import { TwoFactorCodes } from './two-factor-codes'
import { TwoFactorEnrol } from './two-factor-enrol'
import { TwoFactorOff } from './two-factor-off'
import { TwoFactorOn } from './two-factor-on'

type Step =
  | { kind: 'overview' }
  | { kind: 'enrol'; enrolment: Enrolment }
  | { kind: 'codes'; codes: string[]; enrolled: boolean }

const TITLE = 'Two-Factor Authentication'

/**
 * Manages the second factor (rules/accounts#second-factor): sets up an authenticator app, creates recovery codes,
 * removes the app. A person who was sent here with `?from=` returns there afterwards.
 */
export default function TwoFactorPage() {
  const client = useData()
  const site = useSiteName()
  const factors = useQuery(factorsQuery(client))
  const goBack = useReturnAddress()
  const heading = useRef<HTMLHeadingElement>(null)
  const [step, setStep] = useState<Step>({ kind: 'overview' })
  // On arrival the page focuses its heading. Each later step focuses its own title.
  const [moved, setMoved] = useState(false)
  const { busy, refusal, attempt } = useAttempt(factorMessage)
  usePageTitle(TITLE)
  useFocusHeading(heading)

  const turnTo = (next: Step) => {
    setMoved(true)
    setStep(next)
  }
  const begin = () =>
    attempt(async () => turnTo({ kind: 'enrol', enrolment: await beginEnrolment(client, site) }))
  const saved = () => {
    if (step.kind === 'codes' && step.enrolled) {
      showToast({ tone: 'success', title: 'Two-factor sign-in is on' })
      if (goBack) return goBack()
    }
    turnTo({ kind: 'overview' })
  }

  return (
    <main className={styles.page}>
      <Link to="/app/profile" className={styles.back}>
        <ArrowLeft aria-hidden="true" />
        My Profile
      </Link>
      <h1 ref={heading} tabIndex={-1} className={titles.page}>
        {TITLE}
      </h1>
      <p className={styles.lead}>
        With two-factor sign-in, you log in with a code from your phone in addition to your
        password, so a stolen password alone doesn't open your account.
      </p>
      {step.kind === 'enrol' && (
        <TwoFactorEnrol
          enrolment={step.enrolment}
          onDone={(codes) =>
            turnTo(codes ? { kind: 'codes', codes, enrolled: true } : { kind: 'overview' })
          }
          onCancel={() => turnTo({ kind: 'overview' })}
        />
      )}
      {step.kind === 'codes' && <TwoFactorCodes codes={step.codes} onSaved={saved} />}
      {step.kind === 'overview' &&
        (factors.isError ? (
          <ErrorState
            icon={<CircleAlert />}
            title="This could not be loaded"
            message={factorMessage(toDataError(factors.error))}
            actions={
              <Button
                variant="primary"
                onClick={() => factors.refetch()}
                disabled={factors.isFetching}
              >
                Try Again
              </Button>
            }
          />
        ) : factors.isPending ? (
          <div className={styles.panel} role="status" aria-label="Loading">
            <Skeleton className={styles.shortSkeleton} />
            <Skeleton className={styles.longSkeleton} />
          </div>
        ) : factors.data.apps.length === 0 ? (
          <TwoFactorOff arrived={moved} busy={busy} refusal={refusal} onBegin={begin} />
        ) : (
          <TwoFactorOn
            arrived={moved}
            state={factors.data}
            onCodes={(codes) => turnTo({ kind: 'codes', codes, enrolled: false })}
          />
        ))}
    </main>
  )
}

/** Returns a function that opens the address in `?from=`, or null if the page's address has none. */
function useReturnAddress(): (() => void) | null {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const path = safeReturnPath(params.get('from'))
  if (path === null) return null
  // The back-office is another bundle, so this is a page load.
  return () => {
    if (isBackOfficePath(path)) location.assign(path)
    else navigate(path, { replace: true })
  }
}
