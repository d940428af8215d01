import type { CourseFormValues } from '@rookies/data/course-editing/course-form'
import { isStoredCover } from '@rookies/data/files/stored-file'
import { Thumbnail } from '@rookies/ui/components/thumbnail/thumbnail'
import { Alert, Button, Flex, Form, Typography } from 'antd'
import { ImageUp, Trash2 } from 'lucide-react'
import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  useCallback,
  useRef,
  useState,
} from 'react'
import { lazyComponent } from '../../../ui/lazy-component'
import { LazyPart } from '../../../ui/lazy-part'

/** The code that decodes, crops and uploads a picture loads with the first picture. */
const CoverCut = lazyComponent(
  () => import('./cover-cut'),
  (module) => module.default,
)

/** The result of the latest picture. */
type Outcome = { kind: 'refused' | 'sent'; text: string } | null

/**
 * A course's cover: the link in the field above, or a picture that is chosen, dropped or pasted here, cropped and
 * uploaded (rules/files#cover). The course has the cover once the form is saved.
 */
export function CoverField({ children }: { children: ReactNode }) {
  const form = Form.useFormInstance<CourseFormValues>()
  const link = Form.useWatch('thumbnail_url', form) ?? ''
  const title = Form.useWatch('title', form) ?? ''
  const [given, setGiven] = useState<File | null>(null)
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [over, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)

  const take = (files: readonly File[]) => {
    const [file, ...others] = files
    if (!file) return
    setGiven(others.length === 0 ? file : null)
    setOutcome(others.length === 0 ? null : { kind: 'refused', text: 'A course has one picture.' })
  }

  const end = useCallback((what: Outcome) => {
    setGiven(null)
    setOutcome(what)
    // The pressed button is gone, so the focus moves to the remaining one.
    requestAnimationFrame(() => choose.current?.focus())
  }, [])
  const cancel = useCallback(() => end(null), [end])
  const refuse = useCallback((text: string) => end({ kind: 'refused', text }), [end])
  const set = (thumbnail_url: string) =>
    form.setFields([{ name: 'thumbnail_url', value: thumbnail_url, errors: [] }])

  const paste = (event: ClipboardEvent) => {
    const files = Array.from(event.clipboardData.files)
    // Pasted text belongs to the focused field.
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
      style={over ? OVER : undefined}
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
          <LazyPart rows={3}>
            <CoverCut
              file={given}
              onCancel={cancel}
              onRefuse={refuse}
              onSent={(cover) => {
                set(cover)
                end({ kind: 'sent', text: 'Picture uploaded. It is kept once you save.' })
              }}
            />
          </LazyPart>
        ) : (
          <>
            {isStoredCover(link) && (
              <div style={FRAME}>
                <Thumbnail title={title} src={link} lazy={false} />
              </div>
            )}
            <Flex wrap gap="small">
              <Button
                ref={choose}
                icon={<ImageUp aria-hidden="true" />}
                onClick={() => picker.current?.click()}
              >
                Choose Picture
              </Button>
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
              Or drop one here, or paste it. It is cut to the shape of the course’s card.
            </Typography.Text>
          </>
        )}
        {outcome?.kind === 'refused' && <Alert type="error" message={outcome.text} />}
        <Typography.Text role="status">{outcome?.kind === 'sent' && outcome.text}</Typography.Text>
      </Flex>
      {/* antd's Upload would take the focus off the button that opened the file dialog. */}
      <input
        ref={picker}
        type="file"
        // antd's form styles override `hidden` for file inputs.
        style={{ display: 'none' }}
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        aria-label="Picture"
        onChange={({ target }) => {
          const files = Array.from(target.files ?? [])
          target.value = ''
          take(files)
        }}
      />
    </section>
  )
}

const FRAME = {
  width: 'min(100%, 20rem)',
  borderRadius: 'var(--radius-m)',
  overflow: 'hidden',
} as const

const OVER = { outline: '2px dashed var(--color-accent)', outlineOffset: 'var(--space-2)' } as const
