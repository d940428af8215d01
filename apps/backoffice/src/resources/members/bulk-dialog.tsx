import { dayOf, endOfDay } from '@rookies/data/dates/days'
import { newId } from '@rookies/data/device/new-id'
import type { Audience, BulkAct, BulkRequest } from '@rookies/data/members/bulk-access'
import { MEMBER_MESSAGES } from '@rookies/data/members/member-list'
import { failureToast } from '@rookies/data/toasts'
import { Flex, Form, Segmented } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useMay } from '../../app/may'
import { UNCACHED, useRead } from '../../app/use-read'
import {
  PiecesDialog,
  PiecesFields,
  type PiecesInput,
  usePiecesInput,
} from '../../kit/pieces-dialog'
import { CoursesField } from '../../people/courses-field'
import { DateField } from '../../ui/date-field'
import { Optional } from '../../ui/optional'
import { ReadFailed } from '../../ui/read-failed'
import { ACT_LABELS, planText, reportText } from './bulk-messages'
import { useBulkAccess } from './use-bulk-access'

/** The values of the dialog's fields. */
interface BulkValues {
  act: BulkAct
  /** Ids of the chosen courses. */
  courses: readonly string[]
  /** The last day of access; empty for no end. */
  day: string
  /** The pasted list of emails, if the people come from a list. */
  text: string
}

interface BulkDialogProps {
  title: string
  input: PiecesInput<BulkValues>
  audience: Audience
  /** The number of people whom the change affects. */
  size: number
  /** The actions to choose from. */
  actions: readonly BulkAct[]
  /** The button label and the sentence of the question that is asked before an unused list is closed. */
  unused?: { discard: string; sentence: string } | null
  /** Shown above the courses until the work starts: where the people come from. */
  source?: ReactNode
  /** Shown below everything after the work has started. */
  children?: ReactNode
  onClose: () => void
  /** Called when the person closes the dialog after the work has ended. */
  onDone: () => void
}

/** Returns empty fields, except for the values in `first`. `draftOf` is the key of the stored draft. */
export const useBulkInput = (draftOf: string, first: Partial<BulkValues>) =>
  usePiecesInput<BulkValues>(draftOf, { act: 'grant', courses: [], day: '', text: '', ...first })

/** The dialog for members that were selected in a list. The first action is preselected. */
export function BulkSelected(props: Omit<BulkDialogProps, 'input'>) {
  const input = useBulkInput('access/many', { act: props.actions[0] ?? 'grant' })
  return <BulkDialog {...props} input={input} />
}

/**
 * Grants or revokes courses for many people, or changes their last day. The dialog shows the effect first, and the
 * progress during the work.
 */
export function BulkDialog(props: BulkDialogProps) {
  const { title, input, audience, size, actions, unused, source, children, onClose, onDone } = props
  const id = useId()
  const mayEnd = useMay('entitlements', 'update')
  const pieces = useBulkAccess()
  const { progress } = pieces
  const { act, courses, day } = input.values
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
    ...UNCACHED,
    refetchOnWindowFocus: false,
  })
  const counted = counting.isError ? undefined : counting.data
  const ready = started || (counted !== undefined && counted.touched > 0)
  const planned = () =>
    size > 0 && !counting.isError
      ? planText({ act, courses: courses.length, day: ends ? day : '', size, counted })
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
      input={input}
      percent={progress ? (100 * progress.people) / size : 0}
      progressLabel="People processed"
      status={progress ? reportText(progress, size) : planned()}
      below={started && children}
      onBegin={() => void pieces.run({ ...request, operationId })}
      onClose={onClose}
      onDone={onDone}
    >
      {!started && (
        <PiecesFields input={input}>
          <Flex vertical gap="middle">
            {source}
            {actions.length > 1 && (
              <Form.Item name="act" noStyle>
                <Segmented
                  style={NARROW}
                  aria-label="What to do"
                  name={`${id}-act`}
                  options={actions.map((value) => ({ value, label: BULK_ACT_LABELS[value] }))}
                />
              </Form.Item>
            )}
            <CoursesField name="courses" legend="Courses" by="id" style={FIELD} />
            {ends && (
              <Form.Item
                name="day"
                label={<Optional>{act === 'end' ? 'New last day' : 'Last day'}</Optional>}
                extra={
                  act === 'end'
                    ? "Leave empty for no end date. This doesn't reopen access that has already ended; grant it again instead."
                    : 'Leave empty for no end date.'
                }
                style={FIELD}
              >
                <DateField placeholder="No end date" earliest={dayOf(new Date().toISOString())} />
              </Form.Item>
            )}
            {counting.isError && (
              <ReadFailed
                title={failureToast(MEMBER_MESSAGES.countFailed, counting.error).text}
                read={counting}
              />
            )}
          </Flex>
        </PiecesFields>
      )}
    </PiecesDialog>
  )
}

const NARROW = { alignSelf: 'flex-start' } as const
const FIELD = { minWidth: 0, margin: 0 }

const BULK_ACT_LABELS: Record<BulkAct, string> = {
  grant: 'Grant',
  revoke: 'Revoke',
  end: 'End Date',
}
