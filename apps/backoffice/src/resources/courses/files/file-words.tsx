import type { CourseFile } from '@rookies/data/files/course-files'
import { lacksWords } from '@rookies/data/files/course-files'
import { Button, Flex, Input, type InputRef, Typography } from 'antd'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useAct } from '../../../app/use-act'
import { useInvalidateRead } from '../../../app/use-read'
import { LeaveGuard } from '../../../ui/leave-guard'
import { SaveFailed } from '../../../ui/save-failed'

/** As long as the database takes. */
const MOST = 500

interface FileWordsProps {
  courseId: string
  file: CourseFile
}

/** What a picture shows, for who does not see it; written in its place (rules/files#words). */
export function FileWords({ courseId, file }: FileWordsProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { alt, name } = file
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
        aria-label={alt === '' ? `Say what ${name} shows` : `What ${name} shows: ${alt}`}
        onClick={() => setOpen(true)}
      >
        {alt === '' ? 'Say What It Shows' : alt}
      </Button>
      {alt === '' && !lacksWords(file) && (
        <Typography.Paragraph type="secondary" style={{ margin: 0 }}>
          The text says it.
        </Typography.Paragraph>
      )}
    </>
  )
}

/** Enter or Save writes, Escape or Cancel leaves it. */
function Writing({ courseId, file, onClose }: FileWordsProps & { onClose: () => void }) {
  const { alt, name, path } = file
  const [words, setWords] = useState(alt)
  const wanted = words.trim()
  const input = useRef<InputRef>(null)
  const invalidateRead = useInvalidateRead()
  const { mutate, isPending, isError } = useAct({
    act: () => ({ name: 'courses/describe_file', input: { courseId, path, alt: wanted } }),
    onSuccess: async () => {
      await invalidateRead('courses/files')
      onClose()
    },
  })
  useEffect(() => input.current?.focus({ cursor: 'end' }), [])
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    if (isPending) return
    if (wanted === alt) onClose()
    else mutate()
  }
  return (
    <form onSubmit={save}>
      <Flex wrap gap="small">
        <Input
          ref={input}
          aria-label={`What ${name} shows`}
          value={words}
          maxLength={MOST}
          style={{ flex: '1 1 12rem' }}
          onChange={({ target }) => setWords(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') onClose()
          }}
        />
        <Button type="primary" htmlType="submit" loading={isPending}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        {isError && (
          <SaveFailed title="Failed to save the words" busy={isPending} onRetry={() => save()} />
        )}
      </Flex>
      <LeaveGuard when={wanted !== alt} />
    </form>
  )
}

const TEXT = {
  height: 'auto',
  marginInlineStart: 'calc(-1 * var(--space-2))',
  justifyContent: 'flex-start',
  textAlign: 'start',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
} as const
