import type { ReactNode } from 'react'
import { AdminOnly } from '../app/admin-only'
import { useMay } from '../app/may'
import { PageHeader } from '../ui/page-header'
import { RecordForm } from './record-form'
import { type PlainRecord, type RecordKind, titled } from './record-kind'

interface CreateRecordProps<T extends PlainRecord> {
  kind: RecordKind<T>
  /** Values of the fields in a new form. */
  initial?: Partial<T>
  /** The fields. */
  children: ReactNode
}

/** The screen that creates a record. */
export function CreateRecord<T extends PlainRecord>({
  kind,
  initial = {},
  children,
}: CreateRecordProps<T>) {
  const may = useMay(kind.resource, 'create')
  if (!may) return <AdminOnly />
  return (
    <>
      <PageHeader title={`Create ${titled(kind.texts.one)}`} />
      <RecordForm kind={kind} initial={initial}>
        {children}
      </RecordForm>
    </>
  )
}
