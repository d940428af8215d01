import { useInvalidate } from '@refinedev/core'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { newId } from '@rookies/data/device/new-id'
import {
  CURRENCIES,
  PURCHASE_KINDS,
  type PurchaseDraft,
  type PurchaseProblems,
  purchaseProblems,
} from '@rookies/data/purchases/by-hand'
import { PURCHASE_TOASTS } from '@rookies/data/purchases/messages'
import { Alert, Button, Flex, Input, Space } from 'antd'
import { type FormEvent, useCallback, useId, useState } from 'react'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useRead } from '../../app/use-read'
import { type ChosenPerson, PersonSelect } from '../../kit/person-select'
import { Field } from '../../ui/field'
import { LeaveGuard } from '../../ui/leave-guard'
import { Modal } from '../../ui/modal'
import { ReadFailed } from '../../ui/read-failed'
import { SaveFailed } from '../../ui/save-failed'
import { SelectField } from '../../ui/select-field'
import { StatusLine } from '../../ui/status-line'
import { KIND_LABELS } from './status-labels'

/** A draft, with the person as the picker shows them. */
type Draft = PurchaseDraft & { person: ChosenPerson | null }

const EMPTY: Draft = {
  person: null,
  courseId: '',
  amount: '',
  currency: CURRENCIES[0],
  kind: 'bank_transfer',
  reason: '',
}

/** Records what was paid past the payment provider, and opens the course (rules/purchases#by-hand). */
export function RecordPurchase({ onClose }: { onClose: () => void }) {
  const id = useId()
  const toasts = useToasts()
  const invalidate = useInvalidate()
  const titles = useRead('courses/titles')
  const [draft, setDraft] = useState(EMPTY)
  const [problems, setProblems] = useState<PurchaseProblems>({})
  const [leaving, setLeaving] = useState(false)
  // One form, one purchase: sent again after a lost answer, it happens once.
  const [key] = useState(newId)

  const save = useAct({
    act: () => ({ name: 'purchases/record', input: { key, draft } }),
    onSuccess: async () => {
      toasts.succeeded(PURCHASE_TOASTS.recorded)
      onClose()
      await Promise.all([
        invalidate({ resource: 'purchases', invalidates: ['list'] }),
        invalidate({ resource: 'profiles', invalidates: ['list'] }),
      ])
    },
  })

  const touched = draft !== EMPTY
  const close = useCallback(() => {
    if (save.isPending) return
    if (touched) setLeaving(true)
    else onClose()
  }, [save.isPending, touched, onClose])

  const edit = (values: Partial<Draft>) => {
    setDraft({ ...draft, ...values })
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field in values))),
    )
    setLeaving(false)
  }
  const submit = () => {
    const found = purchaseProblems(draft)
    setProblems(found)
    const first = Object.keys(found)[0]
    if (first === undefined) save.mutate()
    else document.getElementById(`${id}-${first}`)?.focus()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) submit()
  }

  return (
    <Modal
      open
      size="form"
      title="Record Purchase"
      onClose={close}
      actions={
        <>
          <Button disabled={save.isPending} onClick={leaving ? onClose : close}>
            {leaving ? 'Discard Purchase' : 'Cancel'}
          </Button>
          <Button type="primary" htmlType="submit" form={id} loading={save.isPending}>
            {save.isPending ? 'Saving...' : 'Record Purchase'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit}>
        <Flex vertical gap="middle">
          <Field id={`${id}-person`} label="Member" error={problems.person}>
            {(control) => (
              <PersonSelect
                {...control}
                person={draft.person}
                onChange={(person) => edit({ person })}
              />
            )}
          </Field>
          <Field id={`${id}-courseId`} label="Course" error={problems.courseId}>
            {(control) => (
              <SelectField
                id={control.id}
                label="Course"
                value={draft.courseId}
                disabled={!titles.data}
                options={[
                  { value: '', label: titles.isPending ? 'Loading...' : 'Choose a course' },
                  ...(titles.data ?? []).map(({ id: value, title }) => ({ value, label: title })),
                ]}
                onChange={(courseId) => edit({ courseId })}
              />
            )}
          </Field>
          {titles.isError && (
            <ReadFailed
              title={COURSE_TOASTS.listFailed.text}
              retrying={titles.isFetching}
              onRetry={() => titles.refetch()}
            />
          )}
          <Field id={`${id}-amount`} label="Amount" error={problems.amount}>
            {(control) => (
              <Space.Compact>
                <Input
                  {...control}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={20}
                  placeholder="49.00"
                  value={draft.amount}
                  onChange={({ target }) => edit({ amount: target.value })}
                />
                <SelectField
                  label="Currency"
                  value={draft.currency}
                  options={CURRENCIES.map((value) => ({ value, label: value }))}
                  onChange={(currency) => edit({ currency })}
                />
              </Space.Compact>
            )}
          </Field>
          <Field id={`${id}-kind`} label="Kind">
            {(control) => (
              <SelectField
                id={control.id}
                label="Kind"
                value={draft.kind}
                options={PURCHASE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
                onChange={(kind) => edit({ kind })}
              />
            )}
          </Field>
          <Field
            id={`${id}-reason`}
            label="Reason"
            error={problems.reason}
            hint="Kept with the purchase and in the audit, and the member may read it."
          >
            {(control) => (
              <Input.TextArea
                {...control}
                autoSize={{ minRows: 2, maxRows: 6 }}
                maxLength={500}
                value={draft.reason}
                onChange={({ target }) => edit({ reason: target.value })}
              />
            )}
          </Field>
        </Flex>
      </form>
      {save.isError &&
        (save.error?.hint ? (
          <Alert type="error" message={save.error.message} />
        ) : (
          <SaveFailed
            title={PURCHASE_TOASTS.recordFailed.text}
            busy={save.isPending}
            onRetry={submit}
          />
        ))}
      <StatusLine>
        {leaving
          ? 'This purchase has not been recorded. Go on with it, or discard it.'
          : 'It counts as completed, and the course is opened at once.'}
      </StatusLine>
      <LeaveGuard when={touched && !save.isSuccess} />
    </Modal>
  )
}
