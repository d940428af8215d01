import {
  CALENDAR_MESSAGES,
  calendarQuery,
  endCalendar,
  makeCalendarAddress,
  subscriptionLink,
} from '@rookies/data/cohorts/calendar'
import { dataProject } from '@rookies/data/env'
import { useCopied } from '@rookies/ui/copy/use-copied'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useData } from '../../shared/data-context'
import { Button, ButtonAnchor } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Field } from '../../ui/field'
import { Refusal } from '../../ui/refusal'
import { showToast } from '../../ui/toast-store'
import { useAttempt } from '../../ui/use-attempt'
import styles from './cohort-page.module.css'

const project = dataProject(import.meta.env, location.origin)

/** The address from which a calendar app reads when the lessons open. It is shown once (rules/cohorts#calendar). */
export function Calendar() {
  const client = useData()
  const queries = useQueryClient()
  const id = useId()
  const calendar = useQuery(calendarQuery(client))
  const [address, setAddress] = useState<string | null>(null)
  const [question, setQuestion] = useState<'renew' | 'end' | null>(null)
  const { copy, copied } = useCopied()
  const making = useAttempt(() => CALENDAR_MESSAGES.makeFailed.text)
  const ending = useAttempt(() => CALENDAR_MESSAGES.endFailed.text)
  const refusal = making.refusal ?? ending.refusal

  const make = () =>
    making.attempt(async () => setAddress(await makeCalendarAddress(client, queries, project.url)))
  const end = () =>
    ending.attempt(async () => {
      await endCalendar(client, queries)
      setAddress(null)
      showToast({ tone: 'success', title: CALENDAR_MESSAGES.ended.text })
    })
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.heading}>
        Your calendar
      </h2>
      <p className={styles.lead}>
        Subscribe to the openings of your cohorts in the calendar that you use anyway. Who has the
        address can read them.
      </p>
      {refusal && <Refusal id={`${id}-refusal`} message={refusal.message} />}
      {address !== null && (
        <div className={styles.address}>
          <Field
            label="Address"
            hint="Copy it now. It is not shown again."
            value={address}
            readOnly
            required={false}
            dir="ltr"
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={styles.actions}>
            <Button variant="primary" onClick={() => copy(address)}>
              {copied ? 'Copied' : 'Copy address'}
            </Button>
            <ButtonAnchor href={subscriptionLink(address)}>Open in your calendar</ButtonAnchor>
          </div>
          <p role="status" className={styles.lead}>
            {copied !== null &&
              (copied ? CALENDAR_MESSAGES.copied.text : CALENDAR_MESSAGES.copyFailed.text)}
          </p>
        </div>
      )}
      {calendar.isSuccess && (
        <div className={styles.actions}>
          {calendar.data === null ? (
            <Button writes onClick={make} disabled={making.busy}>
              {making.busy ? 'Making...' : 'Make an address'}
            </Button>
          ) : (
            <>
              <Button onClick={() => setQuestion('renew')}>Renew the address</Button>
              <Button variant="quiet" onClick={() => setQuestion('end')}>
                Take it away
              </Button>
            </>
          )}
        </div>
      )}
      {calendar.isError && (
        <p>
          Your calendar could not be loaded.{' '}
          <Button small onClick={() => calendar.refetch()} disabled={calendar.isFetching}>
            Try Again
          </Button>
        </p>
      )}
      {question === 'renew' && (
        <ConfirmDialog
          title="Renew the address?"
          confirm="Renew"
          onConfirm={make}
          onClose={() => setQuestion(null)}
        >
          <p>Calendars that use the address of now stop showing your openings.</p>
        </ConfirmDialog>
      )}
      {question === 'end' && (
        <ConfirmDialog
          title="Take the address away?"
          confirm="Take it away"
          danger
          onConfirm={end}
          onClose={() => setQuestion(null)}
        >
          <p>Calendars that use it stop showing your openings.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
