import type { CourseFormValues } from '@rookies/data/course-editing/course-form'
import { isStoredCover } from '@rookies/data/files/stored-file'
import { Thumbnail } from '@rookies/ui/components/thumbnail/thumbnail'
import { Alert, Button, Flex, Form, type FormInstance, Typography } from 'antd'
import { Trash2 } from 'lucide-react'
import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  useCallback,
  useRef,
  useState,
} from 'react'
import { PictureButton } from '../../../kit/picture/picture-button'
import { lazyComponent } from '../../../ui/lazy-component'
import { LazyPart } from '../../../ui/lazy-part'

/** The code that decodes, crops and uploads a picture loads with the first picture. */
const CoverCut = lazyComponent(
  () => import('./cover-cut'),
  (module) => module.default,
)

/** Why the last chosen picture was refused, or the cover that was uploaded from it. */
type Outcome = { refused: string } | { sent: string } | null

/** The values of the course form, with a chosen picture that is neither used nor cancelled yet. */
type WithPicture = CourseFormValues & { picture?: File | null }

/** Returns the picture that was chosen in a course form and is neither used nor cancelled yet; null without one. */
export function useChosenPicture(form: FormInstance<CourseFormValues>): File | null {
  const picked: FormInstance<WithPicture> = form
  return Form.useWatch('picture', { form: picked, preserve: true }) ?? null
}

interface CoverFieldProps {
  /** The cover that is saved; empty if there is none. */
  saved: string
  children: ReactNode
}

/**
 * A course's cover: the link in the field above, or a picture that is chosen, dropped or pasted here, cropped and
 * uploaded (rules/files#cover). Saving the form stores the cover. The form cannot be saved while a chosen picture is
 * neither used nor cancelled.
 */
export function CoverField({ saved, children }: CoverFieldProps) {
  const form = Form.useFormInstance<WithPicture>()
  const link = Form.useWatch('thumbnail_url', form) ?? ''
  const title = Form.useWatch('title', form) ?? ''
  const given = useChosenPicture(form)
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [over, setOver] = useState(false)
  const choose = useRef<HTMLButtonElement>(null)

  const setGiven = useCallback(
    (file: File | null) => form.setFields([{ name: 'picture', value: file, errors: [] }]),
    [form],
  )
  const take = (files: readonly File[]) => {
    const [file, ...others] = files
    if (!file) return
    setGiven(others.length === 0 ? file : null)
    setOutcome(others.length === 0 ? null : { refused: 'A course has only one picture.' })
  }

  const end = useCallback(
    (what: Outcome) => {
      setGiven(null)
      setOutcome(what)
      // The pressed button has disappeared, so the focus moves to the button that chooses a picture.
      requestAnimationFrame(() => choose.current?.focus())
    },
    [setGiven],
  )
  const cancel = useCallback(() => end(null), [end])
  const refuse = useCallback((text: string) => end({ refused: text }), [end])
  const set = (thumbnail_url: string) =>
    form.setFields([{ name: 'thumbnail_url', value: thumbnail_url, errors: [] }])

  const paste = (event: ClipboardEvent) => {
    const files = Array.from(event.clipboardData.files)
    // Without files, the clipboard holds text, which the focused field takes.
    if (files.length === 0) return
    event.preventDefault()
    take(files)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(Array.from(event.dataTransfer.files))
  }

  return (
    <section
      aria-label="Picture"
      style={over ? DROP_TARGET : undefined}
      onPaste={paste}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      <Flex vertical gap="small">
        {given ? (
          <Form.Item name="picture" rules={[NO_UNUSED_PICTURE]} style={{ margin: 0 }}>
            <ChosenPicture>
              <LazyPart rows={3}>
                <CoverCut
                  file={given}
                  onCancel={cancel}
                  onRefuse={refuse}
                  onSent={(cover) => {
                    set(cover)
                    end({ sent: cover })
                  }}
                />
              </LazyPart>
            </ChosenPicture>
          </Form.Item>
        ) : (
          <>
            {isStoredCover(link) && (
              <div style={FRAME}>
                <Thumbnail title={title} src={link} lazy={false} />
              </div>
            )}
            <Flex wrap gap="small">
              <PictureButton ref={choose} label="Choose Picture" field="Picture" onFiles={take} />
              {isStoredCover(link) && (
                <Button
                  icon={<Trash2 aria-hidden="true" />}
                  onClick={() => {
                    set('')
                    end(null)
                  }}
                >
                  Remove Picture
                </Button>
              )}
            </Flex>
            <Typography.Text type="secondary">
              Or drop or paste one here. It’s cropped to the shape of the course’s card.
            </Typography.Text>
          </>
        )}
        {outcome && 'refused' in outcome && <Alert type="error" message={outcome.refused} />}
        <Typography.Text role="status">
          {outcome &&
            'sent' in outcome &&
            outcome.sent === link &&
            link !== saved &&
            'Picture uploaded. It is kept once you save.'}
        </Typography.Text>
      </Flex>
    </section>
  )
}

/** Prevents a save while a chosen picture is neither used nor cancelled. */
const NO_UNUSED_PICTURE = {
  validator: async (_rule: unknown, picture: File | null) => {
    if (picture) throw new Error('Use this picture, or cancel it, before you save.')
  },
}

/** The form moves the focus to this element when its rule fails. Form.Item passes `id`. */
function ChosenPicture({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div id={id} tabIndex={-1}>
      {children}
    </div>
  )
}

const FRAME = {
  width: 'min(100%, 20rem)',
  borderRadius: 'var(--radius-m)',
  overflow: 'hidden',
} as const

const DROP_TARGET = {
  outline: '2px dashed var(--color-accent)',
  outlineOffset: 'var(--space-2)',
} as const
