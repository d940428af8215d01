import { removeFactors } from '@rookies/data/factors/enrolment'
import { factorMessage } from '@rookies/data/factors/factor-message'
import type { FactorsState } from '@rookies/data/factors/factors-query'
import { makeRecoveryCodes } from '@rookies/data/factors/recovery-codes'
import { localDay } from '@rookies/data/time/moment-text'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useData } from '../../shared/data-context'
import { Button } from '../../ui/button'
import { Refusal } from '../../ui/refusal'
import { showToast } from '../../ui/toast-store'
import { useAttempt } from '../../ui/use-attempt'
import styles from './two-factor.module.css'
import { TwoFactorPanel } from './two-factor-panel'

interface TwoFactorOnProps {
  arrived: boolean
  state: FactorsState
  onCodes: (codes: string[]) => void
}

/** Shown with a second factor: since when it is on, the number of unused recovery codes, and the actions. */
export function TwoFactorOn({ arrived, state, onCodes }: TwoFactorOnProps) {
  const client = useData()
  const queries = useQueryClient()
  const { busy, refusal, attempt } = useAttempt(factorMessage)
  const make = () => attempt(async () => onCodes(await makeRecoveryCodes(client, queries)))

  return (
    <>
      <TwoFactorPanel
        title="Authenticator app"
        badge={<span className={styles.on}>On</span>}
        arrived={arrived}
      >
        <p>
          {state.apps.map(({ id, addedAt }) => (
            <span key={id}>
              Set up on <time dateTime={addedAt}>{localDay(addedAt)}</time>.{' '}
            </span>
          ))}
          You need its code whenever you log in.
        </p>
        <Removal {...state} />
      </TwoFactorPanel>
      <TwoFactorPanel title="Recovery codes" arrived={false}>
        <p className={state.codesLeft < 3 ? styles.note : undefined}>{codesSentence(state)}</p>
        {refusal && <Refusal id="codes-refusal" message={refusal.message} />}
        <div className={styles.actions}>
          <Button writes onClick={make} disabled={busy}>
            {busy
              ? 'Making codes...'
              : state.codesLeft === 0
                ? 'Make recovery codes'
                : 'Make new recovery codes'}
          </Button>
        </div>
      </TwoFactorPanel>
    </>
  )
}

function codesSentence({ codesLeft }: FactorsState): string {
  if (codesLeft === 0) {
    return 'You have no recovery codes. Without one, a lost phone locks you out until an administrator helps.'
  }
  const left = codesLeft === 1 ? 'one recovery code' : `${codesLeft} recovery codes`
  return `You have ${left} left. New codes replace those you have.`
}

function Removal({ apps, codesLeft }: FactorsState) {
  const client = useData()
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const question = useRef<HTMLParagraphElement>(null)
  const { busy, refusal, attempt } = useAttempt(factorMessage)

  useEffect(() => {
    if (asked) question.current?.focus()
  }, [asked])

  const keep = () => {
    setAsked(false)
    opener.current?.focus()
  }
  const remove = () =>
    attempt(async () => {
      await removeFactors(
        client,
        queries,
        apps.map(({ id }) => id),
      )
      showToast({ tone: 'success', title: 'Two-factor sign-in is off' })
    })

  return (
    <>
      <div className={styles.actions}>
        <Button ref={opener} aria-expanded={asked} onClick={() => setAsked(!asked)}>
          Remove authenticator app
        </Button>
      </div>
      {asked && (
        <div className={styles.question}>
          <p ref={question} tabIndex={-1}>
            Remove it? You will then log in with your password alone
            {codesLeft > 0 && ', and your recovery codes stop working'}.
          </p>
          {refusal && <Refusal id="removal-refusal" message={refusal.message} />}
          <div className={styles.actions}>
            <Button writes variant="danger" onClick={remove} disabled={busy}>
              {busy ? 'Removing...' : 'Yes, remove it'}
            </Button>
            <Button onClick={keep}>Keep it</Button>
          </div>
        </div>
      )}
    </>
  )
}
