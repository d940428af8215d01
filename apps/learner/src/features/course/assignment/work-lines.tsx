import type { Remark } from '@rookies/data/assignments/round'
import { ColouredLine, useColouredLines } from '@rookies/ui/code/coloured-line'
import MarkdownView from '@rookies/ui/markdown/markdown-view'
import { MessageSquareText } from 'lucide-react'
import { Fragment } from 'react'
import styles from './work-lines.module.css'

interface WorkLinesProps {
  /** The name of the file; its ending decides the language. */
  label: string
  body: string
  /** Whether the body is a text, whose long lines are wrapped, and not code. */
  prose?: boolean
  remarks: readonly Remark[]
}

/** Shows the lines of a text or of a file of code. Each remark is below the last line that it is about. */
export function WorkLines({ label, body, prose = false, remarks }: WorkLinesProps) {
  const text = body.replace(/\n$/, '')
  const coloured = useColouredLines(prose ? null : label, text)
  const lines = text.split('\n').map((line, at) => ({ line, number: at + 1 }))
  const marked = new Set(remarks.flatMap(lineNumbers))
  const lastLine = (remark: Remark) => Math.min(remark.line_to ?? 0, lines.length)
  const ofFile = remarks.filter(({ line_to }) => line_to === null)
  return (
    <figure className={styles.figure}>
      <figcaption dir="auto" className={styles.caption}>
        {label}
      </figcaption>
      <Remarks remarks={ofFile} />
      <div className={prose ? styles.prose : `code-colours ${styles.code}`}>
        {lines.map(({ line, number }) => (
          <Fragment key={number}>
            <div
              className={styles.line}
              data-number={number}
              data-marked={marked.has(number) || undefined}
              dir={prose ? 'auto' : 'ltr'}
            >
              <ColouredLine text={line || '\n'} parts={line ? coloured?.[number - 1] : undefined} />
            </div>
            <Remarks
              remarks={remarks.filter((one) => one.line_to !== null && lastLine(one) === number)}
            />
          </Fragment>
        ))}
      </div>
    </figure>
  )
}

/** Shows remarks, each with the numbers of its lines. */
export function Remarks({ remarks }: { remarks: readonly Remark[] }) {
  return remarks.map(({ id, line_from, line_to, body }) => (
    <div key={id} className={styles.remark} role="note">
      <MessageSquareText aria-hidden="true" />
      <div className={styles.said}>
        {line_from !== null && (
          <p className={styles.where}>
            {line_from === line_to ? `Line ${line_from}` : `Lines ${line_from} to ${line_to}`}
          </p>
        )}
        <MarkdownView source={body} headingOffset={4} htmlAsText />
      </div>
    </div>
  ))
}

function lineNumbers({ line_from, line_to }: Remark): number[] {
  if (line_from === null || line_to === null) return []
  return Array.from({ length: line_to - line_from + 1 }, (_, at) => line_from + at)
}
