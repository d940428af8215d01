import type { CohortDetails } from '@rookies/data/cohorts/cohort'
import { COHORT_LIMITS } from '@rookies/data/cohorts/cohort-form'
import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { changeSentences, hasBegun, moveSentences } from '@rookies/data/cohorts/move-cohort'
import { newId } from '@rookies/data/device/new-id'
import { dayInWords } from '@rookies/data/time/agreed-text'
import { addDays, daysBetween } from '@rookies/data/time/days'
import { dayText } from '@rookies/data/time/moment-text'
import { formatCount } from '@rookies/data/wording'
import { Flex, Form, Typography } from 'antd'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { UNCACHED, useRead } from '../../app/use-read'
import { FormDialog } from '../../kit/form-dialog'
import { NumberControl } from '../../kit/number-control'
import { someDays } from '../../kit/rules'
import { useActForm } from '../../kit/saved-form'
import { DateField } from '../../ui/date-field'
import { ReadFailed } from '../../ui/read-failed'
import { TextButton } from '../../ui/text-button'
import { Waiting } from '../../ui/waiting'

interface MoveDialogProps {
  cohort: CohortDetails
  onClose: () => void
}

interface Values {
  days: number | null
}

const A_WEEK: Values = { days: 7 }

/** Moves a cohort by days or to another day, after it has listed the dates that change (rules/cohorts#moving). */
export function MoveDialog({ cohort, onClose }: MoveDialogProps) {
  const toasts = useToasts()
  const back = useAct({
    act: ({ days, operationId }: { days: number; operationId: string }) => ({
      name: 'cohorts/move',
      input: { id: cohort.id, days, operationId },
    }),
    done: COHORT_MESSAGES.moveBack,
    failed: COHORT_MESSAGES.moveFailed,
  })
  const saved = useActForm({
    draftOf: `cohorts/move:${cohort.id}`,
    act: ({ days }: Values, operationId) => ({
      name: 'cohorts/move',
      input: { id: cohort.id, days: days ?? 0, operationId },
    }),
    failed: COHORT_MESSAGES.moveFailed,
    onSaved: ({ begun, starts_on, ends_on }, { days }) => {
      const text = begun
        ? `${cohort.title} now ends on ${dayInWords(ends_on, true)}`
        : `${cohort.title} now begins on ${dayInWords(starts_on, true)}`
      const undo = { days: -(days ?? 0), operationId: newId() }
      toasts.succeeded({ text }, () => back.mutate(undo))
    },
    leave: onClose,
  })
  const days = Form.useWatch('days', saved.form) ?? 0
  const preview = useRead('cohorts/move', {
    input: { id: cohort.id, days },
    enabled: days !== 0,
    keepsPrevious: true,
    ...UNCACHED,
  })
  return (
    <FormDialog
      title="Move Cohort"
      saved={saved}
      initial={A_WEEK}
      dirty={false}
      submit="Move"
      submitting="Moving..."
      blocked={days === 0 || preview.isError}
      below={
        days !== 0 && (
          <div aria-live="polite" aria-busy={preview.isFetching} style={PREVIEW}>
            {preview.isError ? (
              <ReadFailed
                title={
                  preview.error?.errors?.days?.toString() ?? COHORT_MESSAGES.previewFailed.text
                }
                read={preview}
              />
            ) : preview.data ? (
              <Flex component="ul" vertical gap="small">
                {[...moveSentences(preview.data), ...changeSentences(preview.data)].map(
                  (sentence) => (
                    <li key={sentence}>
                      <Typography.Text type="secondary">{sentence}</Typography.Text>
                    </li>
                  ),
                )}
              </Flex>
            ) : (
              <Waiting rows={3} />
            )}
          </div>
        )
      }
      onClose={onClose}
    >
      <Form.Item name="days" label="By how many days, or to which day" rules={[someDays]}>
        <MoveControl cohort={cohort} />
      </Form.Item>
      {cohort.last_move && (
        <Typography.Paragraph type="secondary">
          {`It was last moved ${movedBy(cohort.last_move.days)} on ${dayText(cohort.last_move.at)}. `}
          <TextButton
            onClick={() => saved.form.setFieldValue('days', -(cohort.last_move?.days ?? 0))}
          >
            Move it back
          </TextButton>
        </Typography.Paragraph>
      )}
    </FormDialog>
  )
}

const movedBy = (days: number) =>
  `by ${formatCount(Math.abs(days), 'day')}${days < 0 ? ', to earlier,' : ''}`

/** Keeps the height of the preview while it loads. */
const PREVIEW = { minHeight: '7rem' } as const

interface MoveControlProps {
  cohort: CohortDetails
  /** Given by the form item. */
  id?: string
  value?: number | null
  onChange?: (days: number | null) => void
}

/** A number of days, and beside it the resulting day: the first, or the last one of a cohort that has begun. */
function MoveControl({ cohort, id = 'move', value = null, onChange }: MoveControlProps) {
  const begun = hasBegun(cohort)
  const from = begun ? cohort.ends_on : cohort.starts_on
  const dayId = `${id}-day`
  return (
    <Flex wrap align="center" gap="small">
      <NumberControl
        id={id}
        min={-COHORT_LIMITS.days}
        max={COHORT_LIMITS.days}
        value={value}
        onChange={(days) => onChange?.(days)}
      />
      <label htmlFor={dayId}>
        {begun ? 'days, so that the last day is' : 'days, so that the first day is'}
      </label>
      <DateField
        id={dayId}
        value={value === null ? from : addDays(from, value)}
        onChange={(day) => onChange?.(day === '' ? null : daysBetween(from, day))}
      />
    </Flex>
  )
}
