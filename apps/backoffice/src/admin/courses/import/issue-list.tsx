import type { ImportIssue } from '@rookies/data/course-import/payload'
import { Button } from 'antd'
import { useState } from 'react'
import styles from './issue-list.module.css'

interface IssueListProps {
  title: string
  issues: readonly ImportIssue[]
  /** Unfolded from the start. */
  open?: boolean
}

const FIRST = 20

/** Problems of one weight, each by file and line in a sentence; a long list begins with its first ones. */
export function IssueList({ title, issues, open = false }: IssueListProps) {
  const [all, setAll] = useState(false)
  if (issues.length === 0) return null
  const shown = all ? issues : issues.slice(0, FIRST)
  return (
    <details className={styles.issues} open={open}>
      <summary>
        {title} <span className={styles.count}>{issues.length}</span>
      </summary>
      <ul>
        {shown.map(({ path, line, message }) => (
          <li key={`${path}:${line}:${message}`}>
            <bdi className={styles.place}>{line === undefined ? path : `${path}:${line}`}</bdi>
            <span>{message}</span>
          </li>
        ))}
      </ul>
      {shown.length < issues.length && (
        <Button size="small" onClick={() => setAll(true)}>{`Show all ${issues.length}`}</Button>
      )}
    </details>
  )
}
