import { lessonFieldError } from '@rookies/data/course-editing/lesson-form'
import { typedLink } from '@rookies/data/links/typed-link'
import { useSettled } from '@rookies/ui/timing/use-settled'
import { Form, Input } from 'antd'
import { earlyError } from './early-error'
import { useLessonForm } from './lesson-context'
import { LinkCard } from './link-preview'

const PAUSE_MS = 600

/** Edits a lesson of type Link: its address, and a card that shows the host of the address. */
export function LinkPanel() {
  const { values } = useLessonForm()
  const url = values.external_url
  // The address is checked only after a pause in typing.
  const settled = useSettled(url, PAUSE_MS)
  const wrong = lessonFieldError('external_url', values)
  const shownError = settled === url ? wrong : null
  return (
    <>
      <Form.Item
        name="external_url"
        label="External URL"
        extra="Learners open it in a new tab."
        {...earlyError(shownError)}
      >
        <Input
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          aria-invalid={shownError !== null}
        />
      </Form.Item>
      {!wrong && <LinkCard url={typedLink(url)} />}
    </>
  )
}
