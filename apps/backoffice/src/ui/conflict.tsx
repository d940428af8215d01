import { Alert, Button, Descriptions, Flex } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'

interface ConflictProps {
  title: string
  /** The heading's level on the page. */
  heading?: 'h2' | 'h3'
  /** The other person's values, field by field. */
  theirs: { key: string; label: string; text: string }[]
  /** Whether the conflict takes the focus when it appears, because the pressed button is far away. */
  takesFocus?: boolean
  /** Says what happens if the person keeps their own version. */
  children?: ReactNode
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Shows what another person saved meanwhile, before the reader overwrites it. */
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
            <p>Your changes are not saved yet. Someone else saved this:</p>
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
