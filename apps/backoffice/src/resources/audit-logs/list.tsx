import {
  AUDIT_LIST,
  AUDIT_MESSAGES,
  type AuditPage,
  type AuditRecord,
} from '@rookies/data/audit/audit-list'
import { listExport } from '@rookies/data/lists/filter-args'
import { formatCount } from '@rookies/data/wording'
import { ScrollText, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ExportButton } from '../../app/export/export-button'
import { useRead } from '../../app/use-read'
import { ListTable } from '../../kit/list-table'
import { useTable } from '../../kit/use-table'
import { PageHeader } from '../../ui/page-header'
import { auditColumns } from './columns'
import { AuditFilters } from './filters'
import { RecordDialog } from './record-dialog'

/** `/admin/audit-logs`: who did what, to what, and when. */
export function AuditLogList() {
  const table = useTable(AUDIT_LIST, { failed: AUDIT_MESSAGES.listFailed })
  const { tableProps, values, page, narrowed } = table
  const choices = useRead('audit_logs/choices')
  const [opened, setOpened] = useState<AuditRecord | null>(null)
  const columns = useMemo(() => auditColumns(setOpened), [])
  return (
    <>
      <PageHeader
        title="Audit logs"
        subtitle="Who did what, and when"
        actions={!page?.manyPeople && <ExportButton {...listExport(AUDIT_LIST, values)} />}
      />
      <AuditFilters table={table} choices={choices.data} />
      <ListTable
        {...tableProps}
        storedAs="audit_logs"
        label="Audit logs"
        columns={columns}
        failed={AUDIT_MESSAGES.listFailed.text}
        count={page && !page.manyPeople ? count(page) : ''}
        onOpen={setOpened}
        empty={
          page?.manyPeople
            ? {
                icon: <Users />,
                title: 'Too many people match',
                text: 'Type more of the name or email, or the first eight characters of the ID.',
              }
            : {
                icon: <ScrollText />,
                title: 'No records found',
                text: narrowed
                  ? 'Try adjusting your filters. You can search for people by ID, name or email.'
                  : 'Actions are recorded here from now on.',
              }
        }
      />
      {opened && <RecordDialog record={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

const count = ({ total, more }: AuditPage) =>
  more ? `More than ${formatCount(total, 'records', 'records')}` : formatCount(total, 'record')
