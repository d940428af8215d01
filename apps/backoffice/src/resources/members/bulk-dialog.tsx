import { dayOf, endOfDay } from '@rookies/data/dates/day-end'
import { newId } from '@rookies/data/device/new-id'
import type { Audience, BulkAct, BulkRequest } from '@rookies/data/members/bulk-access'
import { MEMBER_TOASTS } from '@rookies/data/members/messages'
import { Button, Flex, Progress, Segmented } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useMay } from '../../app/may'
import { useRead } from '../../app/use-read'
import { CourseChoice } from '../../people/course-choice'
import { DateField } from '../../ui/date-field'
import { Field } from '../../ui/field'
import { Modal } from '../../ui/modal'
import { ReadFailed } from '../../ui/read-failed'
import { StatusLine } from '../../ui/status-line'
import { actLabel, plan, report } from './bulk-words'
import { useBulkAccess } from './use-bulk-access'

/** What was chosen for everybody: courses by id, and the last day; empty for none. */
export interface BulkChoice {
  courses: readonly string[]
  day: string
}

interface BulkDialogProps {
  title: string
  audience: Audience
  /** How many that is. */
  size: number
  /** What can be done, the first of it to begin with. */
  acts: readonly BulkAct[]
  /** What it begins with; nothing unless told. */
  first?: BulkChoice
  /** Told of each choice. */
  onChoose?: (choice: BulkChoice) => void
  /** Asked before it is closed without having done anything: what would be lost. */
  unused?: string | false
  /** Above the courses, until it begins: where the people come from. */
  source?: ReactNode
  /** At the end, once it has begun. */
  children?: ReactNode
  onClose: () => void
  /** All of it has been done. */
  onDone: () => void
}

/** Grants or revokes courses for many people, or changes when they end, with a count first and progress during. */
export function BulkDialog(props: BulkDialogProps) {
  const { title, audience, size, acts, unused = false, source, children, onClose, onDone } = props
  const { first = NOTHING, onChoose } = props
  const id = useId()
  const mayEnd = useMay('entitlements', 'update', {})
  const titles = useRead('courses/titles')
  const { progress, run, stop } = useBulkAccess()
  const [act, setAct] = useState<BulkAct>(acts[0] ?? 'grant')
  const [day, setDay] = useState(first.day)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(first.courses))
  const [leaving, setLeaving] = useState(false)
  const [operationId] = useState(newId)

  const ends = mayEnd && act !== 'revoke'
  const request: BulkRequest = {
    act,
    courseIds: [...chosen],
    endsAt: ends ? endOfDay(day) : null,
    audience,
  }
  const started = progress !== null
  const working = progress?.state === 'working'
  const done = progress?.state === 'done'
  const counting = useRead('access/count', {
    input: request,
    enabled: chosen.size > 0 && size > 0 && !started,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const counted = counting.isError ? undefined : counting.data
  const ready = started || (counted !== undefined && counted.touched > 0)

  const close = () => {
    if (working) stop()
    else if (done) onDone()
    else if (unused && !started && !leaving) setLeaving(true)
    else onClose()
  }
  const onSwitch = (courseId: string, on: boolean) => {
    setLeaving(false)
    const after = new Set(chosen)
    if (on) after.add(courseId)
    else after.delete(courseId)
    setChosen(after)
    onChoose?.({ courses: [...after], day })
  }
  const onDay = (wanted: string) => {
    setDay(wanted)
    onChoose?.({ courses: [...chosen], day: wanted })
  }

  return (
    <Modal
      open
      size="form"
      title={title}
      onClose={close}
      actions={
        done ? (
          <Button type="primary" onClick={onDone}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={close}>
              {working ? 'Stop' : leaving ? 'Discard List' : 'Cancel'}
            </Button>
            <Button
              type="primary"
              danger={act === 'revoke'}
              disabled={chosen.size === 0 || size === 0 || working || !ready}
              onClick={() => run({ ...request, operationId }, progress ?? undefined)}
            >
              {actLabel(progress, act)}
            </Button>
          </>
        )
      }
    >
      {!started && (
        <Flex vertical gap="middle">
          {source}
          {acts.length > 1 && (
            <Segmented
              style={NARROW}
              aria-label="What to do"
              name="act"
              value={act}
              onChange={setAct}
              options={acts.map((value) => ({ value, label: ACT_WORDS[value] }))}
            />
          )}
          <div>
            <CourseChoice
              query={titles}
              courses={titles.data}
              selected={chosen}
              onSwitch={onSwitch}
            />
          </div>
          {ends && (
            <Field
              id={`${id}-end`}
              label={act === 'end' ? 'New last day' : 'Last day (optional)'}
              hint={
                act === 'end'
                  ? 'Empty: access has no end. Access that has ended already stays so; it is granted again.'
                  : 'Empty: access has no end.'
              }
            >
              {(control) => (
                <DateField
                  {...control}
                  placeholder="No end"
                  earliest={dayOf(new Date().toISOString())}
                  value={day}
                  onChange={onDay}
                />
              )}
            </Field>
          )}
          {counting.isError && (
            <ReadFailed
              title={counting.error.hint ? counting.error.message : MEMBER_TOASTS.countFailed.text}
              retrying={counting.isFetching}
              onRetry={() => counting.refetch()}
            />
          )}
        </Flex>
      )}
      {progress && (
        <Progress
          aria-label="People done"
          percent={done ? 100 : Math.min(100, Math.floor((100 * progress.people) / size))}
        />
      )}
      <StatusLine>
        {leaving
          ? unused
          : progress
            ? report(progress, size)
            : size > 0 && !counting.isError
              ? plan({ act, courses: chosen.size, day: ends ? day : '', size, counted })
              : ''}
      </StatusLine>
      {started && children}
    </Modal>
  )
}

const NOTHING: BulkChoice = { courses: [], day: '' }

const NARROW = { alignSelf: 'flex-start' } as const

const ACT_WORDS: Record<BulkAct, string> = { grant: 'Grant', revoke: 'Revoke', end: 'Change End' }
