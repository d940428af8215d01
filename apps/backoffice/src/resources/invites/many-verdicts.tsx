import {
  type CheckedLine,
  checkedLineText,
  isDone,
  isReady,
} from '@rookies/data/invites/import-invites'
import type { Heading } from '@rookies/data/invites/read-invite-list'
import { formatCount, formatList, formatNumber } from '@rookies/data/wording'
import { Checkbox, Flex, Typography } from 'antd'
import { useState } from 'react'
import { type RecordColumn, RecordTable } from '../../ui/record-table'
import { StatusBadge } from '../../ui/status-badge'

/** Largest number of rendered rows; filters by problem make a longer list manageable. */
const MAX_ROWS = 200

interface ManyVerdictsProps {
  verdicts: readonly CheckedLine[]
  heading: Heading | null
}

/** Shows the result of the check for every line. */
export function ManyVerdicts({ verdicts, heading }: ManyVerdictsProps) {
  const wrong = verdicts.filter((line) => !isReady(line))
  const [onlyWrong, setOnlyWrong] = useState(false)
  const ready = verdicts.length - wrong.length
  const rows = onlyWrong ? wrong : verdicts
  const further = verdicts.filter(({ others }) => others).length
  return (
    <Flex vertical gap="small">
      <Typography.Text role="status">
        <strong>{`${formatNumber(ready)} ready`}</strong>
        {wrong.length > 0 && `, ${formatNumber(wrong.length)} will be left out`}
      </Typography.Text>
      {wrong.length > 0 && ready > 0 && (
        <Checkbox checked={onlyWrong} onChange={({ target }) => setOnlyWrong(target.checked)}>
          Show only what will be left out
        </Checkbox>
      )}
      {heading && (
        <Typography.Text type="secondary">
          {`Line ${heading.at} has the column names. The emails are in “${heading.names[heading.email]}”.${heading.below ? ' The lines above it were left out.' : ''}`}
        </Typography.Text>
      )}
      {heading?.isRoster && (
        <Typography.Text type="secondary">
          This is a roster of GitHub Classroom. The names are used, and the GitHub usernames are not
          stored: the product keeps a username only with a repository that its owner connects.
        </Typography.Text>
      )}
      {further > 0 && (
        <Typography.Text type="secondary">
          {`${formatCount(further, 'person has', 'people have')} more emails, which are not invited.`}
        </Typography.Text>
      )}
      <VerdictTable rows={rows} />
    </Flex>
  )
}

/** A table of lines with their problems. */
export function VerdictTable({ rows }: { rows: readonly CheckedLine[] }) {
  return (
    <>
      <RecordTable label="Lines" columns={COLUMNS} records={withIds(rows.slice(0, MAX_ROWS))} />
      {rows.length > MAX_ROWS && (
        <Typography.Paragraph type="secondary">
          {`And ${formatNumber(rows.length - MAX_ROWS)} more lines.`}
        </Typography.Paragraph>
      )}
    </>
  )
}

type Line = CheckedLine & { id: string }

const COLUMNS: readonly RecordColumn<Line>[] = [
  {
    key: 'email',
    title: 'Email',
    place: 'lead',
    render: ({ email, others }) => (
      <>
        {email || '(empty)'}
        {others && (
          <Typography.Text type="secondary">{` (also ${formatList(others)})`}</Typography.Text>
        )}
      </>
    ),
  },
  {
    key: 'line',
    title: 'Line',
    width: '4rem',
    place: 'corner',
    named: true,
    render: ({ at }) => <Typography.Text type="secondary">{at}</Typography.Text>,
  },
  {
    key: 'gives',
    title: 'Role and courses',
    render: (line) => <Typography.Text type="secondary">{gives(line)}</Typography.Text>,
  },
  {
    key: 'result',
    title: 'Result',
    render: (line) => (
      <StatusBadge tone={isWrong(line) ? 'draft' : 'live'} label={checkedLineText(line)} />
    ),
  },
]

/** Gives each row an id, because one line can have several emails, and one email can be on several lines. */
function withIds(rows: readonly CheckedLine[]): Line[] {
  const times = new Map<string, number>()
  return rows.map((row) => {
    const name = `${row.at} ${row.email}`
    const time = times.get(name) ?? 0
    times.set(name, time + 1)
    return { ...row, id: `${name} ${time}` }
  })
}

const isWrong = (line: CheckedLine) => !isReady(line) && !isDone(line)

function gives({ role, titles, joins }: CheckedLine): string {
  const name = role.charAt(0) + role.slice(1).toLowerCase()
  return [name, ...(joins === null ? [] : [`Cohort ${joins}`]), ...titles].join(', ')
}
