import { PROVIDER_NAMES } from '@rookies/data/course-editing/course-content'
import {
  durationText,
  type LessonFormValues,
  lessonFieldError,
  videoAddress,
  videoOf,
} from '@rookies/data/course-editing/lesson-form'
import { NO_VALID_VIDEO } from '@rookies/data/video/messages'
import type { VideoLink } from '@rookies/data/video/parse-video-link'
import type { VideoProvider } from '@rookies/data/video/provider'
import { Button, Input } from 'antd'
import { Check, Copy, Pencil } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Field } from '../../../ui/field'
import { SelectField } from '../../../ui/select-field'
import { StatusBadge } from '../../../ui/status-badge'
import { useCopied } from './use-copied'
import { useSettled } from './use-settled'
import styles from './video-panel.module.css'
import { type HearLength, VideoPreview } from './video-preview'

interface VideoPanelProps {
  id: string
  values: LessonFormValues
  error: string | undefined
  onChange: (values: Partial<LessonFormValues>) => void
  onLength: HearLength
}

/** A lesson's video: the card that shows it, or the field that takes its address. */
export function VideoPanel(props: VideoPanelProps) {
  const { video, video_text: text } = props.values
  return video && text === null ? (
    <VideoCard id={props.id} video={video} onEdit={props.onChange} onLength={props.onLength} />
  ) : (
    <AddressField {...props} text={text ?? ''} />
  )
}

interface VideoCardProps {
  id: string
  video: VideoLink
  onEdit: (values: Partial<LessonFormValues>) => void
  onLength: HearLength
}

function VideoCard({ id, video, onEdit, onLength }: VideoCardProps) {
  const { copy, copied } = useCopied()
  const address = videoAddress(video)
  return (
    <div className={styles.card}>
      <VideoPreview video={video} onLength={onLength} />
      <div className={styles.facts}>
        <Provider video={video} />
        <a className={styles.address} href={address} target="_blank" rel="noopener noreferrer">
          {address}
        </a>
        <div className={styles.acts}>
          <Button
            id={id}
            icon={<Pencil aria-hidden="true" />}
            onClick={() => onEdit({ video_text: address })}
          >
            Edit URL
          </Button>
          <Button
            icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            onClick={() => void copy(address)}
          >
            {copied === null ? 'Copy URL' : copied ? 'Copied!' : 'Could not copy'}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Almost any word could be a bare id, so that one is taken only as an id of the provider chosen here. */
const PROVIDERS: { value: VideoProvider; label: string }[] = [
  { value: 'NONE', label: 'As the link says' },
  { value: 'YOUTUBE', label: `${PROVIDER_NAMES.YOUTUBE} id` },
  { value: 'LOOM', label: `${PROVIDER_NAMES.LOOM} id` },
  { value: 'VIMEO', label: `${PROVIDER_NAMES.VIMEO} id` },
  { value: 'CF', label: `${PROVIDER_NAMES.CF} id` },
  { value: 'MUX', label: `${PROVIDER_NAMES.MUX} id` },
]

/** Half an address is not wrong yet, and no player is loaded for it. */
const PAUSE_MS = 600

function AddressField(props: VideoPanelProps & { text: string }) {
  const { id, values, error, onChange, onLength, text } = props
  const settled = useSettled(text, PAUSE_MS)
  const [refused, setRefused] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const found = videoOf(values)
  const wrong = lessonFieldError('video', values)
  const said = error ?? (wrong && (refused || settled === text) ? NO_VALID_VIDEO : null)

  /** The card takes the field's place, and the focus. */
  const leave = (next: Partial<LessonFormValues>) => {
    onChange(next)
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
    } else if (event.key === 'Escape' && values.video) {
      // Or the whole dialog would be asked to close.
      event.preventDefault()
      cancel()
    }
  }

  return (
    <div ref={field} className={styles.edit}>
      <Field
        id={id}
        label="Video URL"
        error={said}
        hint="A link or embed code of YouTube, Loom, Vimeo, Cloudflare Stream or Mux; or a video's id, its provider chosen below."
      >
        {(control) => (
          <Input.TextArea
            {...control}
            value={text}
            autoSize={{ minRows: 1, maxRows: 6 }}
            spellCheck={false}
            placeholder="https://"
            onChange={(event) => {
              setRefused(false)
              onChange({ video_text: event.target.value })
            }}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <Field id={`${id}-provider`} label="Video Provider">
        {(control) => (
          <SelectField
            id={control.id}
            label="Video Provider"
            value={values.video_chosen ?? 'NONE'}
            options={PROVIDERS}
            onChange={(video_chosen) => onChange({ video_chosen })}
          />
        )}
      </Field>
      <div className={styles.acts}>
        <Button disabled={text.trim() === '' && !values.video} onClick={apply}>
          Save
        </Button>
        {(values.video || text !== '') && <Button onClick={cancel}>Cancel</Button>}
      </div>
      <div role="status">{found && <Provider video={found} />}</div>
      {found && settled === text && <VideoPreview video={found} onLength={onLength} />}
    </div>
  )
}

function Provider({ video }: { video: VideoLink }) {
  return (
    <p className={styles.provider}>
      <StatusBadge tone="info" label={PROVIDER_NAMES[video.provider]} />
      {video.startSec > 0 && <span>{`Starts at ${durationText(video.startSec)}`}</span>}
    </p>
  )
}
