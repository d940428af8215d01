import { useForm } from '@refinedev/antd'
import type { BaseRecord } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'
import type { ActAnswer, ActName } from '@rookies/data/refine/acts'
import { hasCode, NOT_FOUND, type RequestError, STALE } from '@rookies/data/refine/request-error'
import { failureToast, NOT_AUTHENTICATED, type Toast } from '@rookies/data/toasts'
import { Form, type FormInstance } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useToasts } from '../app/toasts'
import { type Call, useAct } from '../app/use-act'

/** Why the latest save failed. */
interface SaveFailure {
  error: RequestError
  /** What people read of it. */
  said: Toast
  /** The field that the server refuses, which says so itself; null when no field is to blame. */
  field: string | null
}

/** A form with the way in which it is saved. `FormDialog` and `FormFields` show it. */
export interface SavedForm<Values extends object> {
  form: FormInstance<Values>
  /** Saves once, however often it is pressed. */
  save: (values: Values) => void
  saving: boolean
  /** What stands in the form is saved, so nothing is lost by leaving it. */
  saved: boolean
  failure: SaveFailure | null
  /** Says that it cannot be saved, where that is found out before anything is sent. */
  fail: (error: RequestError, values: Values) => void
}

interface Outcome<Values, Answer> {
  /** Said after a save; nothing when left out. */
  done?: Toast | ((answer: Answer, values: Values) => Toast)
  failed: Toast | ((values: Values) => Toast)
  /** Which fields a refusal is about; those that the error names itself when left out. */
  fieldErrors?: (error: RequestError) => RequestError['errors'] | null
  /** Follows a save, also when the form has gone: what has to be read again, in place of what Refine would. */
  onSaved?: (answer: Answer, values: Values) => unknown
  /** The same after a save that failed. */
  onFailed?: (error: RequestError) => unknown
  /** Follows a save while the form is still there: closes it, or leads on. */
  leave?: (answer: Answer, values: Values) => void
}

interface RecordForm<Values, Row> extends Outcome<Values, Row> {
  resource: Resource
  /** The record that is edited, as it was read; none for a new one. Given its version, no other is written over. */
  record?: { id: string; updated_at?: string } | undefined
  /** What is read of the record that comes of it, in PostgREST's words. */
  select?: string
  /** In: what stands in the form. Out: what is sent. */
  sent: (values: Values) => object
}

/**
 * A form of one record, saved by Refine's `create` or `update`. `useModalForm` is not used: it opens its dialog by a
 * state of its own, where ours are open by the address, and asks by the browser's `confirm`.
 */
export function useRecordForm<Values extends object, Row extends BaseRecord = BaseRecord>({
  resource,
  record,
  select = 'id',
  sent,
  ...outcome
}: RecordForm<Values, Row>): SavedForm<Values> {
  const { form, onFinish } = useForm<Row, RequestError, Values>({
    resource,
    action: record ? 'edit' : 'create',
    ...(record && { id: record.id }),
    redirect: false,
    mutationMode: 'pessimistic',
    warnWhenUnsavedChanges: false,
    // The screen has read the record; a second reading would put the fields back.
    queryOptions: { enabled: false },
    mutationMeta: { select, ...(record?.updated_at && { unchangedSince: record.updated_at }) },
    successNotification: false,
    errorNotification: false,
    ...(outcome.onSaved && { invalidates: [] }),
  })
  return useSavedForm({
    ...outcome,
    form,
    write: async (values) => {
      // Refine gives what is sent the type of what stands in the form.
      const answer = await onFinish(sent(values) as Values)
      return answer?.data as Row
    },
  })
}

interface ActForm<Values, N extends ActName> extends Outcome<Values, ActAnswer<N>> {
  /** What is done with what stands in the form. */
  act: (values: Values) => Call<N>
}

/** A form that is saved by an act with a name, where no verb of Refine's fits. */
export function useActForm<Values extends object, N extends ActName = ActName>({
  act,
  ...outcome
}: ActForm<Values, N>): SavedForm<Values> {
  const [form] = Form.useForm<Values>()
  const { mutateAsync } = useAct({ act })
  return useSavedForm({
    ...outcome,
    form,
    write: async (values) => (await mutateAsync(values)).data as ActAnswer<N>,
  })
}

interface Writing<Values extends object, Answer> extends Outcome<Values, Answer> {
  form: FormInstance<Values>
  write: (values: Values) => Promise<Answer>
}

/** What follows a save of either kind. `write` throws a RequestError. */
export function useSavedForm<Values extends object, Answer>({
  form,
  write,
  done,
  failed,
  fieldErrors = ({ errors }) => errors,
  onSaved,
  onFailed,
  leave,
}: Writing<Values, Answer>): SavedForm<Values> {
  const toasts = useToasts()
  /** A second press can come before the first is drawn. */
  const busy = useRef(false)
  const [saving, setSaving] = useState(false)
  const [saved, setSaved] = useState<{ answer: Answer; values: Values } | null>(null)
  const [failure, setFailure] = useState<SaveFailure | null>(null)

  const fail = async (error: RequestError, values: Values) => {
    const said = typeof failed === 'function' ? failed(values) : failed
    const inForm: object = form.getFieldsValue(true)
    const refused = Object.entries(fieldErrors(error) ?? {}).filter(([name]) => name in inForm)
    const field = refused[0]?.[0] ?? null
    form.setFields(
      refused.map(([name, sentence]) => ({
        name: nameOf<Values>(name),
        errors: [String(sentence)],
      })),
    )
    setFailure({ error, said, field })
    if (field === null && !isGoneOrChanged(error)) {
      toasts.failed(error.statusCode === 401 ? NOT_AUTHENTICATED : failureToast(said, error))
    }
    await onFailed?.(error)
  }

  const save = async (values: Values) => {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    setFailure(null)
    try {
      const answer = await write(values)
      if (done) toasts.succeeded(typeof done === 'function' ? done(answer, values) : done)
      setSaved({ answer, values })
      await onSaved?.(answer, values)
    } catch (error) {
      await fail(error as RequestError, values)
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  // Once nothing is left to be lost, and the leave guard knows it.
  useEffect(() => {
    if (saved === null) return
    setSaved(null)
    leave?.(saved.answer, saved.values)
  }, [saved, leave])

  return { form, save, saving, saved: saved !== null, failure, fail }
}

type FieldName<Values> = Parameters<FormInstance<Values>['setFields']>[0][number]['name']

/** A field's name as antd types it. */
export const nameOf = <Values>(name: string) => name as FieldName<Values>

/** Another person has saved the record since it was read, or it is not there any more. */
export const isGoneOrChanged = (error: unknown) =>
  hasCode(error, STALE) || hasCode(error, NOT_FOUND)
