import { Alert, Button, Descriptions, Flex } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'

interface ConflictProps {
  title: string
  /** How deep its title stands on the page. */
  heading?: 'h2' | 'h3'
  /** What the other person saved, field by field. */
  theirs: { key: string; label: string; text: string }[]
  /** Takes the focus when it appears: what was pressed stands at the other end. */
  takesFocus?: boolean
  /** What follows from keeping one's own. */
  children?: ReactNode
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Tells the second of two editors what the first one saved, before anything is written over. */
export function Conflict(props: ConflictProps) {
  const { title, heading: Heading = 'h3', theirs, takesFocus = false } = props
  const { children, onKeepMine, onTakeTheirs } = props
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) place.current?.focus()
  }, [takesFocus])

  return (
    <div ref={place} tabIndex={-1}>
      <Alert
        type="warning"
        message={<Heading>{title}</Heading>}
        description={
          <Flex vertical gap="middle">
            <p>Your changes are not saved yet. This was saved by someone else:</p>
            <Descriptions
              layout="vertical"
              column={1}
              size="small"
              colon={false}
              items={theirs.map(({ key, label, text }) => ({
                key,
                label,
                children: text || '(empty)',
              }))}
              styles={{
                label: { color: 'inherit', fontWeight: 'var(--weight-semibold)' },
                content: { whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
              }}
            />
            {children}
            <Flex wrap gap="small">
              <Button onClick={onKeepMine}>Keep My Changes</Button>
              <Button onClick={onTakeTheirs}>Use Their Version</Button>
            </Flex>
          </Flex>
        }
      />
    </div>
  )
}
