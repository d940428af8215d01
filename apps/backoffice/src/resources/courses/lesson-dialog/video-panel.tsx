import { PROVIDER_NAMES } from '@rookies/data/course-editing/course-content'
import {
  type LessonFormValues,
  lessonFieldError,
  videoAddress,
  videoOf,
} from '@rookies/data/course-editing/lesson-form'
import { durationText } from '@rookies/data/course-viewing/duration'
import type { VideoLink } from '@rookies/data/video/parse-video-link'
import type { VideoProvider } from '@rookies/data/video/provider'
import { useCopied } from '@rookies/ui/copy/use-copied'
import { useSettled } from '@rookies/ui/timing/use-settled'
import { Button, Card, Flex, Form, Input } from 'antd'
import { Check, Copy, Pencil } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { SelectField } from '../../../ui/select-field'
import { StatusBadge } from '../../../ui/status-badge'
import typography from '../typography.module.css'
import { earlyError } from './early-error'
import { controlId } from './form-fields'
import { useLesson, useLessonForm } from './lesson-context'
import { VideoPreview } from './video-preview'

/** A lesson's video: a card with its preview, or the field for its address. */
export function VideoPanel() {
  const { formId, values } = useLessonForm()
  const { video, video_text: text } = values
  const id = controlId(formId, 'video')
  return video && text === null ? (
    <VideoCard id={id} video={video} />
  ) : (
    <AddressField id={id} text={text ?? ''} />
  )
}

interface VideoCardProps {
  id: string
  video: VideoLink
}

function VideoCard({ id, video }: VideoCardProps) {
  const { editor } = useLesson()
  const { copy, copied } = useCopied()
  const address = videoAddress(video)
  return (
    <Card size="small">
      <Flex wrap gap="middle" align="flex-start">
        <Flex flex="3 1 16rem">
          <VideoPreview video={video} onLength={editor.length.report} />
        </Flex>
        <Flex vertical gap="small" flex="2 1 14rem">
          <Provider video={video} />
          <a className={typography.breaks} href={address} target="_blank" rel="noopener noreferrer">
            {address}
          </a>
          <Flex wrap gap="small">
            <Button
              id={id}
              icon={<Pencil aria-hidden="true" />}
              onClick={() => editor.change({ video_text: address })}
            >
              Edit URL
            </Button>
            <Button
              icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
              onClick={() => void copy(address)}
            >
              {copied === null ? 'Copy URL' : copied ? 'Copied!' : 'Could not copy'}
            </Button>
          </Flex>
        </Flex>
      </Flex>
    </Card>
  )
}

/**
 * The providers of videos. A bare id is accepted only for the chosen provider, because almost any word could be an
 * id.
 */
const PROVIDERS: { value: VideoProvider; label: string }[] = [
  { value: 'NONE', label: 'From the link' },
  { value: 'YOUTUBE', label: `${PROVIDER_NAMES.YOUTUBE} ID` },
  { value: 'LOOM', label: `${PROVIDER_NAMES.LOOM} ID` },
  { value: 'VIMEO', label: `${PROVIDER_NAMES.VIMEO} ID` },
  { value: 'CF', label: `${PROVIDER_NAMES.CF} ID` },
  { value: 'MUX', label: `${PROVIDER_NAMES.MUX} ID` },
]

/** Milliseconds without typing before an address is checked and its player loads. */
const PAUSE_MS = 600

interface AddressFieldProps {
  /** The id of the field, or of the card in its place. */
  id: string
  text: string
}

function AddressField({ id, text }: AddressFieldProps) {
  const { editor, values } = useLessonForm()
  const settled = useSettled(text, PAUSE_MS)
  const [refused, setRefused] = useState(false)
  const found = videoOf(values)
  const wrong = lessonFieldError('video', values)
  const shownError = wrong && (refused || settled === text) ? wrong : null

  /** Changes the values and moves the focus to the card, which replaces the field. */
  const leave = (next: Partial<LessonFormValues>) => {
    editor.change(next)
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }
  const apply = () => {
    if (wrong) setRefused(true)
    else leave({ video: found, video_text: found ? null : '' })
  }
  const cancel = () => leave({ video_text: values.video ? null : '' })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      apply()
    } else if (event.key === 'Escape' && values.video && text.trim() === '') {
      // Without this, Escape would also close the dialog, or ask about its unsaved changes.
      event.preventDefault()
      cancel()
    }
  }

  return (
    <>
      <Form.Item
        name="video_text"
        label="Video URL"
        extra="A link or embed code from YouTube, Loom, Vimeo, Cloudflare Stream or Mux, or a video ID with its provider chosen below."
        {...earlyError(shownError)}
      >
        <Input.TextArea
          autoSize={{ minRows: 1, maxRows: 6 }}
          spellCheck={false}
          placeholder="https://"
          aria-invalid={shownError !== null}
          onChange={() => setRefused(false)}
          onKeyDown={onKeyDown}
        />
      </Form.Item>
      <Form.Item name="video_chosen" label="Video Provider">
        <ProviderControl />
      </Form.Item>
      <Flex wrap gap="small">
        <Button disabled={text.trim() === '' && !values.video} onClick={apply}>
          Save
        </Button>
        {(values.video || text !== '') && <Button onClick={cancel}>Cancel</Button>}
      </Flex>
      <div role="status">{found && <Provider video={found} />}</div>
      {found && settled === text && <VideoPreview video={found} onLength={editor.length.report} />}
    </>
  )
}

interface ProviderControlProps {
  /** The element id, passed by Form.Item. */
  id?: string
  value?: VideoProvider
  onChange?: (provider: VideoProvider) => void
}

function ProviderControl({ id, value = 'NONE', onChange }: ProviderControlProps) {
  return (
    <SelectField
      {...(id !== undefined && { id })}
      label="Video Provider"
      value={value}
      options={PROVIDERS}
      onChange={(provider) => onChange?.(provider)}
    />
  )
}

function Provider({ video }: { video: VideoLink }) {
  return (
    <Flex wrap align="center" gap="small" className={typography.muted}>
      <StatusBadge tone="info" label={PROVIDER_NAMES[video.provider]} />
      {video.startSec > 0 && <span>{`Starts at ${durationText(video.startSec)}`}</span>}
    </Flex>
  )
}
