import { type ReactNode, useState } from 'react'
import { AdminOnly } from '../app/admin-only'
import { useMay } from '../app/may'
import { PageHeader } from '../ui/page-header'
import { OneRecord } from './one-record'
import { RecordForm } from './record-form'
import type { PlainRecord, RecordKind } from './record-kind'

interface EditRecordProps<T extends PlainRecord> {
  kind: RecordKind<T>
  /** The columns that the form edits. */
  columns: readonly (keyof T & string)[]
  /** The fields. */
  children: ReactNode
}

/** The screen that edits a record. */
export function EditRecord<T extends PlainRecord>({ kind, columns, children }: EditRecordProps<T>) {
  const may = useMay(kind.resource, 'update')
  if (!may) return <AdminOnly />
  return (
    <OneRecord kind={kind}>
      {(record) => (
        <Editing kind={kind} columns={columns} read={record}>
          {children}
        </Editing>
      )}
    </OneRecord>
  )
}

/** The form keeps the version that it started from, whatever is read later. */
function Editing<T extends PlainRecord>({
  kind,
  columns,
  read,
  children,
}: EditRecordProps<T> & { read: T }) {
  const [record] = useState(read)
  return (
    <>
      <PageHeader title={`Edit ${kind.nameOf(record)}`} />
      <RecordForm
        kind={kind}
        record={record}
        initial={Object.fromEntries(columns.map((column) => [column, record[column]]))}
      >
        {children}
      </RecordForm>
    </>
  )
}
