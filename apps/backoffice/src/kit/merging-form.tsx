import type { BaseRecord } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'
import { hasCode, NOT_FOUND } from '@rookies/data/refine/request-error'
import type { Toast } from '@rookies/data/toasts'
import { Form } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useToasts } from '../app/toasts'
import { Conflict } from '../ui/conflict'
import { isGoneOrChanged, type SavedForm, useRecordForm } from './saved-form'

/** The version of a record that an edit started from. */
interface Base<Values> {
  /** `updated_at` of that version; a save succeeds only if it is still the latest. */
  version: string
  values: Values
}

/** How a row that was read during an edit relates to the edit. */
type Arrival<Field> =
  | { kind: 'same' }
  | { kind: 'follow' }
  | { kind: 'conflict'; theirs: readonly Field[] }

interface MergingForm<Values, Field, Row, B> {
  resource: Resource
  id: string
  select: string
  /** The row as it was read last. */
  row: Row
  /** Reads the row again; rejects if the read fails. */
  refetch: () => Promise<void>
  baseOf: (row: Row, after?: B) => B
  /** All values of the form, derived from the values of its fields. */
  valuesOf: (held: Values) => Values
  arrival: (base: B, typed: Values, row: Row) => Arrival<Field>
  merge: (base: B, typed: Values, row: Row) => Values
  changedFields: (before: Values, after: Values) => readonly Field[]
  /** The body of the request. */
  sent: (base: B, typed: Values) => object
  done: Toast
  failed: Toast
  /** Runs after a save, in place of Refine's own refetch. */
  onSaved?: () => unknown
}

/**
 * The form of a record that several people edit. The hook keeps the version that the edit started from, so that an
 * edit neither overwrites what another person saved nor loses what was typed here.
 */
export function useMergingForm<
  Values extends object,
  Field extends string,
  Row extends BaseRecord,
  B extends Base<Values>,
>(merging: MergingForm<Values, Field, Row, B>) {
  const { resource, id, select, row, refetch, done, failed, onSaved } = merging
  const { baseOf, valuesOf, arrival, merge, changedFields, sent } = merging
  const toasts = useToasts()
  const [base, setBase] = useState(() => baseOf(row))
  /** The version whose save was refused, until the newer version has been compared. */
  const [refused, setRefused] = useState<string | null>(null)

  const saved = useRecordForm<Values, Row>({
    resource,
    record: { id, updated_at: base.version },
    select,
    sent: (held) => sent(base, valuesOf({ ...base.values, ...held })),
    done,
    failed,
    ...(onSaved && { onSaved }),
    onFailed: async (error) => {
      if (!isGoneOrChanged(error)) return
      setRefused(base.version)
      await refetch().catch((failure: unknown) => {
        setRefused(null)
        if (!hasCode(failure, NOT_FOUND)) toasts.failed(failed)
      })
    },
    leave: (answer) => {
      form.setFieldsValue(fieldsOf(baseOf(answer).values))
      setBase((before) => baseOf(answer, before))
    },
  })
  const { form, save, failure } = saved

  const held: Values | undefined = Form.useWatch([], { form, preserve: true })
  const typed = valuesOf({ ...base.values, ...held })
  const arrived = arrival(base, typed, row)

  useEffect(() => {
    if (arrived.kind !== 'follow') return
    form.setFieldsValue(fieldsOf(merge(base, typed, row)))
    setBase(baseOf(row, base))
  })

  const saveAgain = useCallback(() => save(form.getFieldsValue(true)), [save, form])
  // If the newer version differs only in fields that the form does not show, such as a publication, there is
  // nothing to decide.
  useEffect(() => {
    if (refused === null || arrived.kind === 'follow') return
    if (arrived.kind === 'same' && base.version === refused) return
    setRefused(null)
    if (arrived.kind === 'same') saveAgain()
  }, [refused, arrived.kind, base, saveAgain])

  const goOnWith = (values: Values) => {
    form.setFieldsValue(fieldsOf(values))
    setBase(baseOf(row, base))
  }
  const changed = changedFields(base.values, typed)
  const shown: SavedForm<Values> = {
    ...saved,
    saving: saved.saving || refused !== null,
    // The conflict notice covers changes by another person.
    failure: failure && isGoneOrChanged(failure.error) ? null : failure,
  }
  return {
    saved: shown,
    /** The values when the edit started. */
    before: base.values,
    typed,
    changed,
    dirty: changed.length > 0,
    /** The fields that another person changed, while the editor has to decide. */
    conflict: arrived.kind === 'conflict' ? arrived.theirs : null,
    keepMine: () => goOnWith(merge(base, typed, row)),
    takeTheirs: () => goOnWith(baseOf(row).values),
  }
}

/** antd's types also include paths of nested values, which these forms do not have. */
const fieldsOf = <Values extends object>(values: Values) =>
  values as Parameters<SavedForm<Values>['form']['setFieldsValue']>[0]

interface MergeConflictProps<Field extends string> {
  edit: { conflict: readonly Field[] | null; keepMine: () => void; takeTheirs: () => void }
  title: string
  heading?: 'h2' | 'h3'
  /** The field's label, and the other person's value as a text. */
  nameOf: (field: Field) => string
  textOf: (field: Field) => string
}

/** Shows what another person saved during the edit, and lets the editor choose a version. */
export function MergeConflict<Field extends string>({
  edit: { conflict, keepMine, takeTheirs },
  nameOf,
  textOf,
  ...head
}: MergeConflictProps<Field>) {
  if (conflict === null) return null
  return (
    <Conflict
      {...head}
      theirs={conflict.map((field) => ({
        key: field,
        label: nameOf(field),
        text: textOf(field),
      }))}
      onKeepMine={keepMine}
      onTakeTheirs={takeTheirs}
    />
  )
}
