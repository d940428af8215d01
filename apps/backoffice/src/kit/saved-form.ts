import { useForm } from '@refinedev/antd'
import type { BaseRecord } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'
import type { ActAnswer, ActName } from '@rookies/data/refine/acts'
import { hasCode, NOT_FOUND, type RequestError, STALE } from '@rookies/data/refine/request-error'
import { failureToast, NOT_AUTHENTICATED, type Toast } from '@rookies/data/toasts'
import { Form, type FormInstance } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useToasts } from '../app/toasts'
import { type Call, followUp, useAct } from '../app/use-act'

/** Why the latest save failed. */
interface SaveFailure {
  error: RequestError
  /** The message for the person. */
  toast: Toast
  /** The field that shows the error itself; null if no field is at fault. */
  field: string | null
}

/** A form and its way of saving; `FormDialog` and `FormFields` draw it. */
export interface SavedForm<Values extends object> {
  form: FormInstance<Values>
  /** Saves once, however often it is called. */
  save: (values: Values) => void
  saving: boolean
  /** Whether the form's values are saved, so that nothing is lost by leaving. */
  saved: boolean
  failure: SaveFailure | null
  /** Shows an error that was found before anything was sent. */
  fail: (error: RequestError, values: Values) => void
}

interface Outcome<Values, Answer> {
  /** Shown after a save; nothing by default. */
  done?: Toast | ((answer: Answer, values: Values) => Toast)
  failed: Toast | ((values: Values) => Toast)
  /** The fields that an error is about; by default those that the error names. */
  fieldErrors?: (error: RequestError) => RequestError['errors'] | null
  /** Runs after a save, also if the form was closed: refetches what changed, in place of Refine's own refetch. */
  onSaved?: (answer: Answer, values: Values) => unknown
  /** Runs after a failed save, also if the form was closed. */
  onFailed?: (error: RequestError) => unknown
  /** Runs after a save if the form is still open: closes it, or leads to another screen. */
  leave?: (answer: Answer, values: Values) => void
}

interface RecordForm<Values, Row> extends Outcome<Values, Row> {
  resource: Resource
  /**
   * The record to edit, as it was read; left out for a new one. With its `updated_at`, a save fails if somebody
   * else saved in between.
   */
  record?: { id: string; updated_at?: string } | undefined
  /** The columns of the saved record to return, as PostgREST's `select`. */
  select?: string
  /** Converts the form's values to the request's body. */
  sent: (values: Values) => object
}

/**
 * A form of one record that Refine's `create` or `update` saves. Refine's `useModalForm` does not fit: it keeps the
 * dialog's state itself, while the address opens these dialogs, and it asks with the browser's `confirm`.
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
    // The screen has read the record; a second read would reset the fields.
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
      // Refine types the request's body like the form's values.
      const answer = await onFinish(sent(values) as Values)
      return answer?.data as Row
    },
  })
}

interface ActForm<Values, N extends ActName> extends Outcome<Values, ActAnswer<N>> {
  /** Converts the form's values to a call. */
  act: (values: Values) => Call<N>
}

/** A form that is saved by a named act, where none of Refine's verbs fits. */
export function useActForm<Values extends object, N extends ActName = ActName>({
  act,
  ...outcome
}: ActForm<Values, N>): SavedForm<Values> {
  const [form] = Form.useForm<Values>()
  const { mutateAsync } = useAct({ act })
  return useSavedForm({
    ...outcome,
    form,
    write: mutateAsync,
  })
}

interface Writing<Values extends object, Answer> extends Outcome<Values, Answer> {
  form: FormInstance<Values>
  write: (values: Values) => Promise<Answer>
}

/** What both kinds of forms share. `write` throws a RequestError. */
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
  /** A second press can come before the first one is rendered. */
  const busy = useRef(false)
  const [saving, setSaving] = useState(false)
  const [saved, setSaved] = useState<{ answer: Answer; values: Values } | null>(null)
  const [failure, setFailure] = useState<SaveFailure | null>(null)

  const fail = async (error: RequestError, values: Values) => {
    const toast = typeof failed === 'function' ? failed(values) : failed
    const inForm: object = form.getFieldsValue(true)
    const refused = Object.entries(fieldErrors(error) ?? {}).filter(([name]) => name in inForm)
    const field = refused[0]?.[0] ?? null
    form.setFields(
      refused.map(([name, sentence]) => ({
        name: nameOf<Values>(name),
        errors: [String(sentence)],
      })),
    )
    setFailure({ error, toast, field })
    if (field === null && !isGoneOrChanged(error)) {
      toasts.failed(error.statusCode === 401 ? NOT_AUTHENTICATED : failureToast(toast, error))
    }
    await onFailed?.(error)
  }

  /** Writes, and shows an error of the write; the answer is in an object because it can be empty. */
  const attempt = async (values: Values) => {
    try {
      return { answer: await write(values) }
    } catch (error) {
      await fail(error as RequestError, values)
      return null
    }
  }

  const save = async (values: Values) => {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    setFailure(null)
    try {
      const written = await attempt(values)
      if (!written) return
      const { answer } = written
      setSaved({ answer, values })
      if (done) toasts.succeeded(typeof done === 'function' ? done(answer, values) : done)
      await followUp(() => onSaved?.(answer, values))
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  // Runs after the render, so that the leave guard knows that nothing is unsaved.
  useEffect(() => {
    if (saved === null) return
    setSaved(null)
    leave?.(saved.answer, saved.values)
  }, [saved, leave])

  return { form, save, saving, saved: saved !== null, failure, fail }
}

type FieldName<Values> = Parameters<FormInstance<Values>['setFields']>[0][number]['name']

/** Casts a field's name to antd's type. */
export const nameOf = <Values>(name: string) => name as FieldName<Values>

/** Whether another person has saved or deleted the record since it was read. */
export const isGoneOrChanged = (error: unknown) =>
  hasCode(error, STALE) || hasCode(error, NOT_FOUND)
