import { EMPTY_LESSON_FORM, lessonFieldError } from '@rookies/data/course-editing/lesson-form'
import { Input } from 'antd'
import { Field } from '../../../ui/field'
import { LinkCard } from './link-preview'
import { useSettled } from './use-settled'

interface LinkPanelProps {
  id: string
  url: string
  error: string | undefined
  onChange: (url: string) => void
}

const PAUSE_MS = 600

/** A lesson that is somewhere else: its address, and a card that says where. */
export function LinkPanel({ id, url, error, onChange }: LinkPanelProps) {
  // Half an address is not wrong yet.
  const settled = useSettled(url, PAUSE_MS)
  const wrong = lessonFieldError('external_url', { ...EMPTY_LESSON_FORM, external_url: url })
  return (
    <>
      <Field
        id={id}
        label="External URL"
        error={error ?? (settled === url ? wrong : null)}
        hint="Learners open it in a new tab."
      >
        {(control) => (
          <Input
            {...control}
            value={url}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {!wrong && <LinkCard url={url.trim()} />}
    </>
  )
}
