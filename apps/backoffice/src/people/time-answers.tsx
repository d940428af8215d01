import { EXTENSION_MESSAGES, type Extension } from '@rookies/data/assignments/extension-list'
import { agreedText } from '@rookies/data/time/agreed-text'
import { formatCount } from '@rookies/data/wording'
import { Button } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'
import { useToasts } from '../app/toasts'
import { useAct } from '../app/use-act'
import { lazyDialog } from '../kit/lazy-dialog'

export const GiveTime = lazyDialog(
  () => import('./give-time'),
  (module) => module.GiveTime,
  { title: 'Give More Time', size: 'question' },
)
export const DeclineTime = lazyDialog(
  () => import('./decline-time'),
  (module) => module.DeclineTime,
  { title: 'Decline More Time', size: 'question' },
)

/** The facts of a request for more time that all screens with such requests have. */
export type TimeRequestRow = Pick<Extension, 'person' | 'lesson' | 'request' | 'due'>

/** Returns a function that grants the requested days with one press. `S` is the type of the screen's rows. */
export function useGrantRequestedDays<S>(
  askedIn: (subject: S) => Pick<Extension, 'person' | 'lesson'> & { days: number },
) {
  const toasts = useToasts()
  return useAct({
    act: (subject: S) => {
      const { person, lesson, days } = askedIn(subject)
      const of = { personId: person.id, lessonId: lesson.id }
      return {
        name: 'extensions/give',
        input: { ...of, time: { days }, reason: '', answering: true },
      }
    },
    failed: EXTENSION_MESSAGES.giveFailed,
    onSuccess: ({ due_at, zone }, subject) => {
      const until = agreedText(due_at, zone, Date.now()).text
      toasts.succeeded({ text: `${askedIn(subject).person.name} has time until ${until}` })
    },
  })
}

/** Returns the buttons that answer a request for more time, and the dialog that they open. */
export function useTimeAnswers(): {
  buttons: (row: TimeRequestRow) => ReactNode
  dialog: ReactNode
} {
  const [asked, setAsked] = useState<{ about: 'give' | 'decline'; row: TimeRequestRow } | null>(
    null,
  )
  const close = useCallback(() => setAsked(null), [])
  const give = useGrantRequestedDays(({ person, lesson, request }: TimeRequestRow) => ({
    person,
    lesson,
    days: request?.days ?? 0,
  }))
  const buttons = (row: TimeRequestRow) => {
    const days = row.due ? (row.request?.days ?? null) : null
    const named = (label: string) => ({
      children: label,
      size: 'small' as const,
      'aria-label': `${label}: ${row.lesson.title}, ${row.person.name}`,
    })
    return (
      <>
        {days !== null && (
          <Button
            {...named(`Give ${formatCount(days, 'Day')}`)}
            data-writes
            loading={give.isPending && give.subject === row}
            onClick={() => give.mutate(row)}
          />
        )}
        <Button
          {...named(days === null ? 'Give More Time' : 'Other…')}
          onClick={() => setAsked({ about: 'give', row })}
        />
        <Button
          {...named('Decline…')}
          type="text"
          onClick={() => setAsked({ about: 'decline', row })}
        />
      </>
    )
  }
  const dialog =
    asked &&
    (asked.about === 'give' ? (
      <GiveTime extension={asked.row} answering onClose={close} />
    ) : (
      <DeclineTime asked={asked.row} onClose={close} />
    ))
  return { buttons, dialog }
}
