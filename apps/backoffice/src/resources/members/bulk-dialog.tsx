import { dayOf, endOfDay } from '@rookies/data/dates/day-end'
import { newId } from '@rookies/data/device/new-id'
import type { Audience, BulkAct, BulkRequest } from '@rookies/data/members/bulk-access'
import { MEMBER_TOASTS } from '@rookies/data/members/messages'
import { failureToast } from '@rookies/data/toasts'
import { Flex, Form, type FormInstance, Segmented } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useMay } from '../../app/may'
import { FRESH, useRead } from '../../app/use-read'
import { PiecesDialog } from '../../kit/pieces-dialog'
import { CoursesControl } from '../../people/course-choice'
import { DateField } from '../../ui/date-field'
import { ReadFailed } from '../../ui/read-failed'
import { ACT_LABELS, plan, report } from './bulk-words'
import { useBulkAccess } from './use-bulk-access'

/** What stands in it. */
export interface BulkValues {
  act: BulkAct
  /** Ids of courses that were chosen for everybody. */
  courses: readonly string[]
  /** The last day; empty for none. */
  day: string
  /** Whom a list names, where the people come from one. */
  text: string
}

interface BulkDialogProps {
  title: string
  audience: Audience
  /** How many that is. */
  size: number
  /** What can be done, the first of it to begin with. */
  acts: readonly BulkAct[]
  /** Given where the caller has to know what stands in it. */
  form?: FormInstance<BulkValues>
  /** What it begins with; nothing unless told. */
  first?: Partial<BulkValues>
  /** Asked before it is closed without having done anything: what would be lost. */
  unused?: { discard: string; sentence: string } | null
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
  const { title, audience, size, acts, unused, source, children, onClose, onDone } = props
  const id = useId()
  const mayEnd = useMay('entitlements', 'update', {})
  const pieces = useBulkAccess()
  const { progress } = pieces
  const [own] = Form.useForm<BulkValues>()
  const form = props.form ?? own
  const [initial] = useState<BulkValues>(() => ({
    act: acts[0] ?? 'grant',
    courses: [],
    day: '',
    text: '',
    ...props.first,
  }))
  const held: Partial<BulkValues> | undefined = Form.useWatch([], { form, preserve: true })
  const { act, courses, day } = { ...initial, ...held }
  const [operationId] = useState(newId)

  const ends = mayEnd && act !== 'revoke'
  const request: BulkRequest = {
    act,
    courseIds: courses,
    endsAt: ends ? endOfDay(day) : null,
    audience,
  }
  const started = progress !== null
  const counting = useRead('access/count', {
    input: request,
    enabled: courses.length > 0 && size > 0 && !started,
    ...FRESH,
    refetchOnWindowFocus: false,
  })
  const counted = counting.isError ? undefined : counting.data
  const ready = started || (counted !== undefined && counted.touched > 0)
  const planned = () =>
    size > 0 && !counting.isError
      ? plan({ act, courses: courses.length, day: ends ? day : '', size, counted })
      : ''

  return (
    <PiecesDialog
      title={title}
      pieces={pieces}
      begin={ACT_LABELS[act]}
      working="Saving..."
      danger={act === 'revoke'}
      blocked={courses.length === 0 || size === 0 || !ready}
      unused={unused ?? null}
      input={held}
      percent={progress ? (100 * progress.people) / size : 0}
      measure="People done"
      said={progress ? report(progress, size) : planned()}
      below={started && children}
      onBegin={() => void pieces.run({ ...request, operationId })}
      onClose={onClose}
      onDone={onDone}
    >
      {!started && (
        <Form form={form} name={id} component={false} layout="vertical" initialValues={initial}>
          <Flex vertical gap="middle">
            {source}
            {acts.length > 1 && (
              <Form.Item name="act" noStyle>
                <Segmented
                  style={NARROW}
                  aria-label="What to do"
                  name={`${id}-act`}
                  options={acts.map((value) => ({ value, label: ACT_WORDS[value] }))}
                />
              </Form.Item>
            )}
            <Form.Item name="courses" noStyle>
              <CoursesControl />
            </Form.Item>
            {ends && (
              <Form.Item
                name="day"
                label={act === 'end' ? 'New last day' : 'Last day (optional)'}
                extra={
                  act === 'end'
                    ? 'Empty: access has no end. Access that has ended already stays so; it is granted again.'
                    : 'Empty: access has no end.'
                }
                style={FIELD}
              >
                <DateField placeholder="No end" earliest={dayOf(new Date().toISOString())} />
              </Form.Item>
            )}
            {counting.isError && (
              <ReadFailed
                title={failureToast(MEMBER_TOASTS.countFailed, counting.error).text}
                retrying={counting.isFetching}
                onRetry={() => counting.refetch()}
              />
            )}
          </Flex>
        </Form>
      )}
    </PiecesDialog>
  )
}

const NARROW = { alignSelf: 'flex-start' } as const
const FIELD = { minWidth: 0, margin: 0 }

const ACT_WORDS: Record<BulkAct, string> = { grant: 'Grant', revoke: 'Revoke', end: 'Change End' }
