import { useForm } from '@refinedev/antd'
import type { BaseRecord } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'
import {
  type FormDraft,
  formDraftPlace,
  parseFormDraft,
  readDraft,
} from '@rookies/data/device/draft'
import { newId } from '@rookies/data/device/new-id'
import { localStore, tabStore } from '@rookies/data/device/store'
import type { ActAnswer, ActName } from '@rookies/data/refine/acts'
import {
  hasCode,
  MADE_ALREADY,
  NOT_FOUND,
  type RequestError,
  STALE,
} from '@rookies/data/refine/request-error'
import { failureToast, NOT_AUTHENTICATED, type Toast } from '@rookies/data/toasts'
import { Form, type FormInstance } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { usePerson } from '../app/person'
import { useToasts } from '../app/toasts'
import { type Call, followUp, useAct, useReadChanged } from '../app/use-act'
import { useEventCallback } from '../ui/use-event-callback'
import { isCovered } from '../ui/use-layer'
import { useStoredDraft } from './use-stored-draft'

/** Why the latest save failed. */
interface SaveFailure {
  error: RequestError
  /** The message for the person. */
  toast: Toast
  /** The field that shows the error; null if the error belongs to no field. */
  field: string | null
}

/** A form and the functions that save and discard it; `FormDialog` and `FormFields` render it. */
export interface SavedForm<Values extends object> {
  form: FormInstance<Values>
  /** Saves; further calls during a save do nothing. */
  save: (values: Values) => void
  saving: boolean
  /** Whether the form's current values are saved. */
  saved: boolean
  failure: SaveFailure | null
  /** Discards unsaved changes: deletes the draft, and begins a new operation for the next save. */
  discard: () => void
  draft: KeptDraft
  /** Shows an error that was found before the request was sent. */
  fail: (error: RequestError, values: Values) => void
}

/** The unsaved values, which this tab stores, also while the person signs in again. */
interface KeptDraft {
  read: () => FormDraft | null
  /** Stores the changed fields with their old values; with null, deletes the draft. */
  keep: (work: Pick<FormDraft, 'values' | 'base'> | null) => void
  /** Continues the operation of a restored draft. */
  adopt: (draft: FormDraft) => void
}

interface Outcome<Values, Answer> {
  /** Shown after a save; nothing by default. */
  done?: Toast | ((answer: Answer, values: Values) => Toast)
  failed: Toast | ((values: Values) => Toast)
  /** Returns the messages of an error by field; by default those of the error itself. */
  fieldErrors?: (error: RequestError) => RequestError['errors'] | null
  /**
   * Runs after a save, also if the form was closed. With this callback, `useRecordForm` reads no query again itself;
   * `useActForm` always reads the queries again that the act changed.
   */
  onSaved?: (answer: Answer, values: Values) => unknown
  /** Runs after a failed save, also if the form was closed. */
  onFailed?: (error: RequestError) => unknown
  /** Runs after a save if the form is still open; closes it, or opens another screen. */
  leave?: (answer: Answer, values: Values) => void
}

interface RecordForm<Values, Row> extends Outcome<Values, Row> {
  resource: Resource
  /**
   * The record to edit, as it was read; left out for a new one. With `updated_at`, the save fails if somebody else
   * has saved since.
   */
  record?: { id: string; updated_at?: string } | undefined
  /** The columns of the saved record to return, as PostgREST's `select`. */
  select?: string
  /** Converts the form's values to the request's body. The hook adds the id of a new record. */
  sent: (values: Values) => object
}

/**
 * A form of one record, saved by Refine's `create` or `update`. Refine's `useModalForm` is not used, because it keeps
 * itself whether its dialog is open, which here the address does, and asks by the browser's `confirm`.
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
    // The screen has read the record already; a second read would reset the fields.
    queryOptions: { enabled: false },
    mutationMeta: { select, ...(record?.updated_at && { unchangedSince: record.updated_at }) },
    successNotification: false,
    errorNotification: false,
    ...(outcome.onSaved && { invalidates: [] }),
  })
  return useSavedForm({
    ...outcome,
    form,
    draftOf: `${resource}:${record?.id ?? 'new'}`,
    write: async (values, id) => {
      const body = record ? sent(values) : { id, ...sent(values) }
      // Refine's types expect a body of the same type as the form's values.
      const answer = await onFinish(body as Values)
      return answer?.data as Row
    },
  })
}

interface ActForm<Values, N extends ActName> extends Outcome<Values, ActAnswer<N>> {
  draftOf: string
  onDevice?: boolean
  /** Converts the form's values to a call of the act. */
  act: (values: Values, operationId: string) => Call<N>
}

/** A form that is saved by an act, for operations that are none of Refine's verbs. */
export function useActForm<Values extends object, N extends ActName = ActName>({
  act,
  ...outcome
}: ActForm<Values, N>): SavedForm<Values> {
  const [form] = Form.useForm<Values>()
  const readChanged = useReadChanged()
  const { mutateAsync } = useAct({ act: (call: Call<N>) => call, rereads: 'never' })
  const sent = useRef<Call<N>>(undefined)
  return useSavedForm<Values, ActAnswer<N>>({
    ...outcome,
    form,
    write: (values, operationId) => {
      sent.current = act(values, operationId)
      return mutateAsync(sent.current)
    },
    onSaved: async (answer, values) => {
      await outcome.onSaved?.(answer, values)
      if (sent.current) await readChanged(sent.current, answer)
    },
  })
}

interface Writing<Values extends object, Answer> extends Outcome<Values, Answer> {
  form: FormInstance<Values>
  /** Names the form and the record that it edits, for the draft of what was typed. */
  draftOf: string
  /** Stores the draft on this device, and not only in this tab. */
  onDevice?: boolean | undefined
  /**
   * Sends the values. The operation id stays the same until they are saved: if an answer was lost and the form is saved
   * again, the record is still created only once (rules/data#idempotent).
   */
  write: (values: Values, operationId: string) => Promise<Answer>
}

/** Returns functions that read, store and delete the draft of a form, in this tab or on this device. */
export function useFormDraft(draftOf: string, onDevice = false) {
  const store = onDevice ? localStore : tabStore
  const place = formDraftPlace(usePerson().account.id, draftOf)
  const { keep, forget } = useStoredDraft(store, place)
  return { keep, forget, read: () => readDraft(store, place, Date.now(), parseFormDraft) }
}

/** The common part of `useRecordForm` and `useActForm`. `write` throws a RequestError. */
export function useSavedForm<Values extends object, Answer>({
  form,
  draftOf,
  onDevice,
  write,
  done,
  failed,
  fieldErrors = ({ errors }) => errors,
  onSaved,
  onFailed,
  leave,
}: Writing<Values, Answer>): SavedForm<Values> {
  const toasts = useToasts()
  /** Whether a save is pending. A ref, because a second press can come before the next render. */
  const busy = useRef(false)
  const [operationId, setOperationId] = useState(newId)
  const { read, keep, forget } = useFormDraft(draftOf, onDevice)
  const discard = useCallback(() => {
    forget()
    setOperationId(newId())
  }, [forget])
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
    if (error.hint === MADE_ALREADY) setOperationId(newId())
    // Under a dialog a toast would be hidden, and the dialog shows the error itself (rules/interface#messages).
    if (field === null && !isGoneOrChanged(error) && !isCovered()) {
      toasts.failed(error.statusCode === 401 ? NOT_AUTHENTICATED : failureToast(toast, error))
    }
    await onFailed?.(error)
  }

  /** Returns the answer of the write in an object, because the answer can be empty; null if the write failed. */
  const attempt = async (values: Values) => {
    try {
      return { answer: await write(values, operationId) }
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
      forget()
      setSaved({ answer, values })
      if (done) toasts.succeeded(typeof done === 'function' ? done(answer, values) : done)
      await followUp(() => onSaved?.(answer, values))
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  // `leave` runs after the render, so that the leave guard knows that nothing is unsaved.
  useEffect(() => {
    if (saved === null) return
    setSaved(null)
    // The id changes only now: until the form is closed or cleared, a second press must save the same record.
    setOperationId(newId())
    leave?.(saved.answer, saved.values)
  }, [saved, leave])

  return {
    form,
    save,
    saving,
    saved: saved !== null,
    failure,
    fail,
    discard,
    draft: {
      read,
      // The same function at each render; otherwise a new operation id would store a discarded draft again.
      keep: useEventCallback((work) => keep(work && { ...work, operationId })),
      adopt: ({ operationId: begun }) => {
        if (begun !== undefined) setOperationId(begun)
      },
    },
  }
}

type FieldName<Values> = Parameters<FormInstance<Values>['setFields']>[0][number]['name']

/** Casts a field's name to antd's type for names. */
export const nameOf = <Values>(name: string) => name as FieldName<Values>

/** Casts values to antd's type, which expects nested values too; these forms have none. */
export const fieldsOf = <Values extends object>(values: object) =>
  values as Parameters<FormInstance<Values>['setFieldsValue']>[0]

/** Returns whether the error says that somebody has saved or deleted the record since it was read. */
export const isGoneOrChanged = (error: unknown) =>
  hasCode(error, STALE) || hasCode(error, NOT_FOUND)
