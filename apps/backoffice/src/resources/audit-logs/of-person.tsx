import { useList } from '@refinedev/core'
import { AUDIT_LIST, type AuditRecord } from '@rookies/data/audit/audit-list'
import { listFilters } from '@rookies/data/lists/list-state'
import { Flex } from 'antd'
import { ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useRead } from '../../app/use-read'
import { PersonList } from '../../people/person-list'
import { LinkButton } from '../../ui/link-button'
import { auditColumns } from './columns'
import { RecordDialog } from './record-dialog'

/** Largest number of records in a tab; the audit log has all of them. */
const MAX_RECORDS = 50

interface RecordsProps {
  /** Id of the person. */
  id: string
}

/** Lists what a person did, newest first, with a link to all of it in the audit log. */
export function RecordsByPerson({ id }: RecordsProps) {
  const [columns, details] = useColumns()
  const { query, result } = useList<AuditRecord>({
    resource: 'audit_logs',
    pagination: { pageSize: MAX_RECORDS },
    filters: listFilters(AUDIT_LIST, { person: id }),
    errorNotification: false,
  })
  const read = { ...query, data: query.data && result.data }
  return (
    <Flex vertical gap="middle">
      <Flex justify="end">
        <LinkButton to={`/admin/audit-logs?person=${id}`}>Open in Audit Logs</LinkButton>
      </Flex>
      <PersonList
        label="Records"
        read={read}
        columns={columns.filter(({ key }) => key !== 'user')}
        empty="No activity yet"
        icon={<ScrollText />}
      />
      {details}
    </Flex>
  )
}

/** Lists what was done to a person's account and access. */
export function RecordsOfPerson({ id }: RecordsProps) {
  const [columns, details] = useColumns()
  const read = useRead('profiles/records', { input: { id } })
  return (
    <>
      <PersonList
        label="Records"
        read={read}
        columns={columns}
        empty="No changes yet"
        icon={<ScrollText />}
      />
      {details}
    </>
  )
}

/** Returns the columns of the audit log, and the dialog that they open. */
function useColumns() {
  const [opened, setOpened] = useState<AuditRecord | null>(null)
  const columns = useMemo(() => auditColumns(setOpened), [])
  const details = opened && <RecordDialog record={opened} onClose={() => setOpened(null)} />
  return [columns, details] as const
}
