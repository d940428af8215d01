import type { CourseFile } from '@rookies/data/files/course-files'
import { lacksAlt } from '@rookies/data/files/course-files'
import { failure } from '@rookies/data/toasts'
import { Button, Form, Input, type InputRef, Typography } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { InPlaceForm } from '../../../kit/in-place-form'
import { useActForm } from '../../../kit/saved-form'

/** The longest alternative text that the database accepts, in characters. */
const MAX_CHARACTERS = 500

interface AlternativeTextProps {
  courseId: string
  file: CourseFile
}

/** A picture's alternative text, which can be edited in place (rules/files#words). */
export function AlternativeText({ courseId, file }: AlternativeTextProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { alt, name, lessons } = file
  if (open) {
    return (
      <Writing
        courseId={courseId}
        file={file}
        onClose={() => {
          setOpen(false)
          requestAnimationFrame(() => button.current?.focus())
        }}
      />
    )
  }
  return (
    <>
      <Button
        ref={button}
        size="small"
        type={alt === '' ? 'default' : 'text'}
        style={alt === '' ? undefined : TEXT}
        aria-label={alt === '' ? `Add alt text to ${name}` : `Alt text of ${name}: ${alt}`}
        onClick={() => setOpen(true)}
      >
        {alt === '' ? 'Add Alt Text' : alt}
      </Button>
      {alt === '' && !lacksAlt(file) && lessons.some(({ said }) => said) && (
        <Typography.Paragraph type="secondary" style={{ margin: 0 }}>
          The lesson's text describes it.
        </Typography.Paragraph>
      )}
    </>
  )
}

function Writing({ courseId, file, onClose }: AlternativeTextProps & { onClose: () => void }) {
  const { alt, name, path } = file
  const input = useRef<InputRef>(null)
  const saved = useActForm({
    draftOf: `courses/describe_file:${courseId}:${path}`,
    act: (typed: { alt: string }) => ({
      name: 'courses/describe_file',
      input: { courseId, path, alt: typed.alt.trim() },
    }),
    failed: FAILED,
    leave: onClose,
  })
  useEffect(() => input.current?.focus({ cursor: 'end' }), [])
  return (
    <InPlaceForm
      saved={saved}
      initial={{ alt }}
      same={(typed) => typed.alt.trim() === alt}
      onClose={onClose}
    >
      <Form.Item name="alt" noStyle>
        <Input
          ref={input}
          aria-label={`Alt text of ${name}`}
          maxLength={MAX_CHARACTERS}
          style={{ flex: '1 1 14rem', width: 'auto' }}
        />
      </Form.Item>
    </InPlaceForm>
  )
}

const FAILED = failure('Failed to save the alternative text')

const TEXT = {
  height: 'auto',
  marginInlineStart: 'calc(-1 * var(--space-2))',
  justifyContent: 'flex-start',
  lineHeight: 'inherit',
  textAlign: 'start',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
} as const
