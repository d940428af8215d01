import { CSV_BOM, csvLines } from '@rookies/data/exports/csv'
import { csvStyle } from '@rookies/data/exports/csv-style'
import {
  type CheckedLine,
  type CreatedLine,
  checkedLineText,
  isDone,
  isReady,
} from '@rookies/data/invites/import-invites'
import { INVITE_MESSAGES } from '@rookies/data/invites/invite-list'
import { useCopied } from '@rookies/ui/copy/use-copied'
import { Alert, Button, Flex } from 'antd'
import { Copy, Download } from 'lucide-react'
import { useSeparator } from '../../app/export/use-separator'
import { saveFile } from '../../app/save-file'
import { VerdictTable } from './many-verdicts'
import { linkOf } from './use-invite-link'
import type { ManyProgress } from './use-many-invites'

interface ManyReportProps {
  /** The results of the check. */
  verdicts: readonly CheckedLine[]
  progress: ManyProgress
}

/** The result for every line. */
export function ManyReport({ verdicts, progress }: ManyReportProps) {
  const { copy, copied } = useCopied()
  const { made, mailed, unmailed, state } = progress
  const done = made.filter(isDone)
  const left: CheckedLine[] = [
    ...verdicts.filter((verdict) => !isReady(verdict)),
    ...made.filter((line) => !isDone(line)),
  ].sort((one, other) => one.at - other.at)

  const result = ({ id }: CreatedLine) => {
    if (id === null || mailed.has(id)) return id === null ? '' : 'Emailed'
    return unmailed.has(id) ? 'Email failed' : 'Not emailed'
  }
  const [separator] = useSeparator()
  const save = () => {
    const rows = [
      ['line', 'email', 'role', 'courses', 'cohort', 'result', 'mail', 'link'],
      ...done.map((line) => [
        String(line.at),
        line.email,
        line.role,
        line.courses.join(' '),
        line.cohort ?? '',
        checkedLineText(line),
        result(line),
        line.token === null ? '' : linkOf(line.token),
      ]),
      ...left.map((line) => [
        String(line.at),
        line.email,
        line.role,
        line.courses.join(' '),
        line.cohort ?? '',
        checkedLineText(line),
        '',
        '',
      ]),
    ]
    const text = CSV_BOM + rows.map(csvLines(csvStyle(separator))).join('')
    saveFile('invites.csv', new TextEncoder().encode(text), 'text/csv')
  }
  const copyLeft = () =>
    copy(left.map((line) => `${line.email}\t${checkedLineText(line)}`).join('\n'))

  return (
    <Flex vertical gap="middle">
      {state !== 'working' && (
        <Flex wrap gap="small">
          <Button icon={<Download aria-hidden="true" />} onClick={save}>
            Download Report
          </Button>
          {left.length > 0 && (
            <Button icon={<Copy aria-hidden="true" />} onClick={copyLeft}>
              {copied ? 'Copied!' : 'Copy Left-Out Lines'}
            </Button>
          )}
        </Flex>
      )}
      {copied === false && <Alert type="error" message={INVITE_MESSAGES.copyFailed.text} />}
      {state !== 'working' && left.length > 0 && (
        <section>
          <h3 style={HEADING}>Left out</h3>
          <VerdictTable rows={left} />
        </section>
      )}
    </Flex>
  )
}

const HEADING = { marginBlockEnd: 'var(--space-2)' }
