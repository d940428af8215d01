import { hasLooseCode, markLooseCode } from '@rookies/ui/markdown/loose-code'
import { Button, Flex, Input } from 'antd'
import type { TextAreaProps, TextAreaRef } from 'antd/es/input/TextArea'
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import cells from './cells.module.css'
import styles from './markdown-field.module.css'
import { Written } from './written'

interface MarkdownFieldProps extends Omit<TextAreaProps, 'value' | 'onChange'> {
  value?: string
  onChange?: (text: string) => void
  /** Whether the school writes the text, in which HTML tags are allowed. */
  ours?: boolean
}

/** A field for Markdown with a preview. It offers to mark pasted code as code (rules/courses#text-of-people). */
export function MarkdownField({ value = '', onChange, ours = false, ...area }: MarkdownFieldProps) {
  const id = useId()
  const field = useRef<TextAreaRef>(null)
  const [open, setOpen] = useState(false)
  const settled = useDeferredValue(value)
  const loose = useMemo(() => hasLooseCode(settled), [settled])
  const mark = () => {
    onChange?.(markLooseCode(value))
    // The pressed button disappears, so the focus moves to the field.
    field.current?.focus()
  }
  return (
    <>
      <Input.TextArea
        ref={field}
        dir="auto"
        {...area}
        value={value}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <Flex wrap justify="flex-end" gap="small" className={styles.aids}>
        {loose && !area.disabled && (
          <Button type="text" size="small" onClick={mark}>
            Mark as Code
          </Button>
        )}
        <Button
          type="text"
          size="small"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide Preview' : 'Show Preview'}
        </Button>
      </Flex>
      {open && (
        <figure id={id} aria-label="Preview" className={styles.preview}>
          {settled.trim() === '' ? (
            <p className={cells.fact}>What you write is shown here as its readers will see it.</p>
          ) : (
            <Written source={settled} ours={ours} />
          )}
        </figure>
      )}
    </>
  )
}
