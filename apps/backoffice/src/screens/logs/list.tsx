import { LOG_LEVELS, type LogLevel } from '@rookies/data/logs/log'
import { simulateAppLogs, writeTestLogs } from '@rookies/data/logs/sample-logs'
import { formatCount } from '@rookies/data/wording'
import { Button, Flex, Segmented } from 'antd'
import { FlaskConical, PlayCircle, RefreshCw, RotateCcw, ScrollText, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useMay } from '../../app/may'
import { useToasts } from '../../app/toasts'
import { useAddressState } from '../../app/use-address-state'
import { ListTable } from '../../kit/list-table'
import cells from '../../ui/cells.module.css'
import { PageHeader } from '../../ui/page-header'
import { LogCards } from './cards'
import { ClearDialog, type Clearing } from './clear-dialog'
import { logColumns } from './columns'
import { LEVEL_LABELS, levelName } from './levels'
import { MAX_SHOWN, useLogs } from './use-logs'

/** `/admin/logs`: errors of both apps in this browser (rules/records#application-logs). */
export function LogList() {
  const mayClear = useMay('logs', 'clear')
  const mayCount = useMay('logs', 'statistics')
  const toasts = useToasts()
  const { params, change } = useAddressState()
  const level = LOG_LEVELS.find((candidate) => candidate === params.get('level'))
  const { entries, statistics, at, refresh, clear } = useLogs(level)
  const [subject, ask] = useState<Clearing | null>(null)
  const close = useCallback(() => ask(null), [])
  const columns = useMemo(() => logColumns(at), [at])
  const matching = level ? statistics.byLevel[level] : statistics.total

  const act = async (work: () => void, message: string) => {
    work()
    await refresh()
    toasts.succeeded({ text: message })
  }
  const confirm = async () => {
    if (!subject) return
    await clear(subject.kind === 'clear' ? subject.level : undefined)
    if (subject.kind === 'reset') change({ level: null })
    ask(null)
    toasts.succeeded({ text: subject.kind === 'reset' ? 'All logs were reset' : 'Logs cleared' })
  }

  const clearing = [
    {
      key: 'clear',
      icon: <Trash2 aria-hidden="true" />,
      label: 'Clear Logs',
      disabled: matching === 0,
      onClick: () => ask({ kind: 'clear', level, count: matching }),
    },
    {
      key: 'reset',
      icon: <RotateCcw aria-hidden="true" />,
      label: 'Reset All Logs',
      danger: true,
      disabled: statistics.total === 0,
      onClick: () => ask({ kind: 'reset', count: statistics.total }),
    },
  ]

  return (
    <>
      <PageHeader
        title="Application Logs"
        subtitle="What happened in both apps in this browser. Logs never leave the browser and are deleted when you sign out."
        actions={
          <Button icon={<RefreshCw aria-hidden="true" />} onClick={refresh}>
            Refresh
          </Button>
        }
        more={[
          {
            key: 'test',
            icon: <FlaskConical aria-hidden="true" />,
            label: 'Test Logging',
            onClick: () => act(writeTestLogs, 'One log of each level was written'),
          },
          {
            key: 'simulate',
            icon: <PlayCircle aria-hidden="true" />,
            label: 'Simulate App Logs',
            onClick: () => act(simulateAppLogs, 'Logs of both apps were simulated'),
          },
          ...(mayClear ? clearing : []),
        ]}
      />
      {mayCount && <LogCards statistics={statistics} />}
      <Flex vertical align="flex-start" gap="small">
        <Segmented<LogLevel | ''>
          aria-label="Level"
          name="level"
          value={level ?? ''}
          onChange={(value) => change({ level: value })}
          options={[
            { value: '', label: 'All' },
            ...LOG_LEVELS.map((value) => ({ value, label: LEVEL_LABELS[value] })),
          ]}
        />
        <p className={cells.count} role="status">
          {count(entries.length, matching)}
        </p>
      </Flex>
      <ListTable
        records={entries}
        storedAs="application_logs"
        label="Logs"
        columns={columns}
        onClear={level && (() => change({ level: null }))}
        empty={{
          icon: <ScrollText />,
          title: level ? `No ${levelName(level)} logs` : 'No logs yet',
          text: level
            ? 'Choose another level, or show all levels.'
            : 'Errors and failed requests of both apps in this browser appear here.',
        }}
      />
      <ClearDialog subject={subject} onConfirm={confirm} onClose={close} />
    </>
  )
}

function count(shown: number, matching: number): string {
  const logs = formatCount(matching, 'log')
  return matching > MAX_SHOWN ? `The newest ${shown} of ${logs}` : logs
}
