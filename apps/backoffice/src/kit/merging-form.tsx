import type { BaseRecord } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'
import { arrival, editBase, mergeEdits } from '@rookies/data/records/edit-base'
import { hasCode, NOT_FOUND } from '@rookies/data/refine/request-error'
import type { Toast } from '@rookies/data/toasts'
import { Form } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useToasts } from '../app/toasts'
import { Conflict } from '../ui/conflict'
import { fieldsOf, isGoneOrChanged, type SavedForm, useRecordForm } from './saved-form'

interface MergingForm<Values, Field, Row> {
  resource: Resource
  id: string
  select: string
  /** The row of the latest read. */
  row: Row
  /** Reads the row again; rejects if the read fails. */
  refetch: () => Promise<void>
  /** Returns all values of the form, from a row or from the values of its fields. */
  valuesOf: (held: Row | Values) => Values
  changedFields: (before: Values, after: Values) => readonly Field[]
  /** Returns the body of the request. */
  sent: (before: Values, typed: Values) => object
  done: Toast
  failed: Toast
  /** Runs after a save, instead of Refine's own refetch. */
  onSaved?: () => unknown
}

/**
 * The form of a record that several people edit. It keeps the version of the record from which the edit started, so
 * that a save neither overwrites what another person saved nor loses what was typed here.
 */
export function useMergingForm<
  Values extends object,
  Field extends keyof Values & string,
  Row extends BaseRecord & { updated_at: string },
>(merging: MergingForm<Values, Field, Row>) {
  const { resource, id, select, row, refetch, done, failed, onSaved } = merging
  const { valuesOf, changedFields, sent } = merging
  const toasts = useToasts()
  const versionOf = (read: Row) => ({ version: read.updated_at, values: valuesOf(read) })
  const latest = versionOf(row)
  const [base, setBase] = useState(() => editBase(latest))
  /** The version whose save the server refused as outdated, until the newer version has been compared. */
  const [refused, setRefused] = useState<string | null>(null)

  const saved = useRecordForm<Values, Row>({
    resource,
    record: { id, updated_at: base.version },
    select,
    sent: (held) => sent(base.values, valuesOf({ ...base.values, ...held })),
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
      const stored = versionOf(answer)
      form.setFieldsValue(fieldsOf(stored.values))
      setBase((before) => editBase(stored, before))
    },
  })
  const { form, save, failure } = saved

  const held: Values | undefined = Form.useWatch([], { form, preserve: true })
  const typed = valuesOf({ ...base.values, ...held })
  const arrived = arrival(base, typed, latest, changedFields)
  const merged = () => mergeEdits(base, typed, latest, changedFields)

  const goOnWith = (values: Values) => {
    form.setFieldsValue(fieldsOf(values))
    setBase(editBase(latest, base))
  }
  useEffect(() => {
    if (arrived.kind === 'follow') goOnWith(merged())
  })

  const saveAgain = useCallback(() => save(form.getFieldsValue(true)), [save, form])
  // If the newer version differs only in fields that the form does not show, such as the status of a course, the form
  // is saved again without a question.
  useEffect(() => {
    if (refused === null || arrived.kind === 'follow') return
    if (arrived.kind === 'same' && base.version === refused) return
    setRefused(null)
    if (arrived.kind === 'same') saveAgain()
  }, [refused, arrived.kind, base, saveAgain])

  const changed = changedFields(base.values, typed)
  const shown: SavedForm<Values> = {
    ...saved,
    saving: saved.saving || refused !== null,
    // `MergeConflict` shows that another person has saved, so the form itself shows no error for that.
    failure: failure && isGoneOrChanged(failure.error) ? null : failure,
  }
  return {
    saved: shown,
    /** The values when the edit started. */
    before: base.values,
    typed,
    changed,
    dirty: changed.length > 0,
    /** The fields that another person has saved differently, while the editor has to choose; else null. */
    conflict: arrived.kind === 'conflict' ? arrived.theirs : null,
    keepMine: () => goOnWith(merged()),
    takeTheirs: () => goOnWith(latest.values),
  }
}

interface MergeConflictProps<Field extends string> {
  edit: { conflict: readonly Field[] | null; keepMine: () => void; takeTheirs: () => void }
  title: string
  heading?: 'h2' | 'h3'
  /** Returns the field's label; `textOf` returns the other person's value as a text. */
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
