import { askForMoreTime, type MyAssignment } from '@rookies/data/assignments/my-assignment'
import { assignmentKeys } from '@rookies/data/assignments/my-keys'
import { acceptsText, queuePlaceText, reviewTimeText } from '@rookies/data/assignments/my-standing'
import { isLate } from '@rookies/data/time/local-time'
import { localMoment } from '@rookies/data/time/moment-text'
import { formatCount } from '@rookies/data/wording'
import { useQueryClient } from '@tanstack/react-query'
import { CalendarClock, CircleCheck, Hourglass, MessageSquareReply, PenLine } from 'lucide-react'
import { type ReactElement, useId, useState } from 'react'
import { useData } from '../../../shared/data-context'
import { Button } from '../../../ui/button'
import { Moment } from '../../../ui/moment'
import { QueuedHint } from '../../../ui/queued-hint'
import { Refusal } from '../../../ui/refusal'
import { useAttempt } from '../../../ui/use-attempt'
import { useNow } from '../../../ui/use-now'
import styles from './assignment.module.css'

interface WorkStatusProps {
  assignment: MyAssignment
  /** Whether the person's progress is recorded, which it is neither in a preview nor for staff. */
  records: boolean
  /** Whether a round waits to be sent; `offline` is whether it waits for a connection. */
  queued: boolean
  offline: boolean
}

/** Shows the state of a person's work for an assignment, the due date, and the place in the queue. */
export function WorkStatus({ assignment, records, queued, offline }: WorkStatusProps) {
  const { submission, place, usual, accepts, due } = assignment
  const waits = submission?.state === 'WAITING'
  return (
    <section aria-label="Where you stand" className={styles.card}>
      <p role="status" className={styles.state} data-state={submission?.state ?? 'NONE'}>
        <State assignment={assignment} />
      </p>
      <DueDate assignment={assignment} />
      {waits && !queued && place && <p>{queuePlaceText(place)}</p>}
      {waits && queued && <QueuedHint shown={offline} />}
      {submission?.state !== 'PASSED' && !due?.shut && usual && (
        <p className={styles.muted}>{reviewTimeText(usual)}</p>
      )}
      {!submission && !due?.shut && <p className={styles.muted}>{acceptsText(accepts)}</p>}
      {records && <MoreTime assignment={assignment} />}
    </section>
  )
}

function State({ assignment: { submission, rounds } }: { assignment: MyAssignment }): ReactElement {
  switch (submission?.state) {
    case 'WAITING':
      return (
        <>
          <Hourglass aria-hidden="true" />
          {submission.round === 1
            ? 'Handed in. It waits for a review.'
            : `Round ${submission.round} waits for a review.`}
        </>
      )
    case 'RETURNED':
      return (
        <>
          <MessageSquareReply aria-hidden="true" />
          {`Round ${rounds.at(-1)?.round ?? submission.round} came back: Please go on.`}
        </>
      )
    case 'PASSED':
      return (
        <>
          <CircleCheck aria-hidden="true" />
          Passed
        </>
      )
    case undefined:
      return (
        <>
          <PenLine aria-hidden="true" />
          Not handed in yet
        </>
      )
  }
}

function DueDate({ assignment: { due, late, submission } }: { assignment: MyAssignment }) {
  const now = useNow()
  if (!due || submission?.state === 'PASSED') return null
  if (due.paused) {
    return (
      <p className={styles.due}>
        <CalendarClock aria-hidden="true" />
        <span>You pause at the moment. Nothing is due until your pause ends.</span>
      </p>
    )
  }
  if (due.at === null) return null
  const over = isLate(now, due.at)
  return (
    <>
      <p className={styles.due} data-late={over && !submission ? true : undefined}>
        <CalendarClock aria-hidden="true" />
        <span>
          {over ? 'Was due ' : 'Due '}
          <Moment at={due.at} zone={due.zone} until />
          {due.extended && '. You were given more time.'}
        </span>
      </p>
      <p className={styles.muted}>
        {due.shut_at === null || late === 'MARKED' ? (
          'What comes later is marked as late.'
        ) : due.shut ? (
          <>
            It has been shut since <Moment at={due.shut_at} zone={due.zone} />.
          </>
        ) : (
          <>
            It is accepted until <Moment at={due.shut_at} zone={due.zone} until={over} />, late from
            the due date on.
          </>
        )}
      </p>
    </>
  )
}

const DAYS = [1, 3, 7]

/** Asks for more time, and shows the request and its answer (rules/assignments#extension). */
function MoreTime({ assignment }: { assignment: MyAssignment }) {
  const { lesson_id, due, submission, extension_request: asked } = assignment
  const client = useData()
  const queries = useQueryClient()
  const id = useId()
  const { busy, refusal, attempt } = useAttempt(({ message }) => message)
  const [form, setForm] = useState<{ days: number; note: string } | null>(null)
  if (!assignment.open || due?.at == null || submission?.state === 'PASSED') return null

  const ask = (request: { days: number; note: string }) =>
    attempt(async () => {
      await askForMoreTime(client, lesson_id, request)
      await queries.invalidateQueries({ queryKey: assignmentKeys.mine(lesson_id) })
      setForm(null)
    })
  const waits = asked !== null && asked.answered_at === null
  const days = waits && asked.days !== null ? asked.days : 3
  return (
    <div className={styles.stack}>
      {waits && (
        <p role="status" className={styles.muted}>
          {`You asked for ${asked.days === null ? 'more time' : formatCount(asked.days, 'more day')} on ${localMoment(asked.asked_at)}.`}
          {asked.note && ` “${asked.note}”`}
        </p>
      )}
      {asked?.declined_because && (
        <p role="status" className={styles.muted}>
          More time was declined: <span dir="auto">{asked.declined_because}</span>
        </p>
      )}
      {form === null ? (
        <div>
          <Button
            small
            variant={waits ? 'quiet' : 'secondary'}
            onClick={() => setForm({ days, note: waits ? asked.note : '' })}
          >
            {waits ? 'Change the request' : 'Ask for more time'}
          </Button>
        </div>
      ) : (
        <form
          aria-label="Ask for more time"
          className={styles.stack}
          onSubmit={(event) => {
            event.preventDefault()
            void ask(form)
          }}
        >
          {refusal && <Refusal id={`${id}-refusal`} message={refusal.message} />}
          <fieldset className={styles.days}>
            <legend className={styles.label}>How much</legend>
            {[...new Set([...DAYS, days])]
              .sort((a, b) => a - b)
              .map((count) => (
                <label key={count}>
                  <input
                    type="radio"
                    name={`${id}-days`}
                    checked={form.days === count}
                    onChange={() => setForm({ ...form, days: count })}
                  />
                  {formatCount(count, 'day')}
                </label>
              ))}
          </fieldset>
          <label htmlFor={`${id}-note`} className={styles.label}>
            Why you need it (optional)
          </label>
          <textarea
            id={`${id}-note`}
            dir="auto"
            rows={2}
            maxLength={500}
            className={styles.area}
            value={form.note}
            onChange={({ target }) => setForm({ ...form, note: target.value })}
            aria-describedby={refusal ? `${id}-refusal` : undefined}
          />
          <div className={styles.row}>
            <Button small writes type="submit" disabled={busy}>
              {busy ? 'Asking...' : 'Ask'}
            </Button>
            <Button small variant="quiet" onClick={() => setForm(null)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
