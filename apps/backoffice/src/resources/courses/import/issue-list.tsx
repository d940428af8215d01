import type { ImportIssue } from '@rookies/data/course-import/payload'
import { Button, Collapse, Flex } from 'antd'
import { useState } from 'react'
import words from '../words.module.css'

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
    <Collapse
      ghost
      defaultActiveKey={open ? [title] : []}
      items={[
        {
          key: title,
          label: (
            <>
              {title} <span className={words.muted}>{issues.length}</span>
            </>
          ),
          children: (
            <Flex vertical gap="small" align="flex-start">
              <Flex vertical component="ul" gap="small">
                {shown.map(({ path, line, message }) => (
                  <li key={`${path}:${line}:${message}`}>
                    <Flex vertical className={words.breaks}>
                      <bdi className={words.muted}>
                        {line === undefined ? path : `${path}:${line}`}
                      </bdi>
                      <span>{message}</span>
                    </Flex>
                  </li>
                ))}
              </Flex>
              {shown.length < issues.length && (
                <Button
                  size="small"
                  onClick={() => setAll(true)}
                >{`Show all ${issues.length}`}</Button>
              )}
            </Flex>
          ),
        },
      ]}
    />
  )
}
