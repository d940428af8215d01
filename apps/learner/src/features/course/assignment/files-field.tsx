import { type RefusedFile, sendWorkFiles } from '@rookies/data/assignments/hand-in-files'
import { WORK_LIMITS } from '@rookies/data/assignments/my-draft'
import type { WorkFile } from '@rookies/data/assignments/round'
import { dataProject } from '@rookies/data/env'
import { toDataError } from '@rookies/data/errors'
import { fileFacts } from '@rookies/data/files/file-size'
import { ProgressBar } from '@rookies/ui/components/progress-bar/progress-bar'
import { FileUp, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useData } from '../../../shared/data-context'
import { Button } from '../../../ui/button'
import styles from './assignment.module.css'

export interface FilesFieldProps {
  lessonId: string
  files: readonly WorkFile[]
  error: string | undefined
  onChange: (files: WorkFile[]) => void
  /** Called with the number of files that are being uploaded. */
  onSending: (count: number) => void
}

interface Sending {
  names: string[]
  share: number
}

/** Chooses the files of a round. They are uploaded as soon as they are chosen (rules/assignments#files). */
export default function FilesField({
  lessonId,
  files,
  error,
  onChange,
  onSending,
}: FilesFieldProps) {
  const client = useData()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const gone = useRef<AbortController>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  useEffect(() => () => gone.current?.abort(), [])
  // An effect event, because `files` changes whenever an upload ends.
  const onSent = useEffectEvent((file: WorkFile) => onChange([...files, file]))

  const send = async (chosen: File[]) => {
    if (chosen.length === 0 || sending) return
    const controller = new AbortController()
    gone.current = controller
    setRefusal(null)
    setRefused([])
    setSending({ names: chosen.map(({ name }) => name), share: 0 })
    onSending(chosen.length)
    try {
      const { signal } = controller
      const project = dataProject(import.meta.env, location.origin)
      const onProgress = (share: number) => setSending((known) => known && { ...known, share })
      const to = { client, project, signal, onProgress, onSent: (file: WorkFile) => onSent(file) }
      const room = WORK_LIMITS.files - files.length
      setRefused(await sendWorkFiles(to, lessonId, chosen, room))
    } catch (thrown) {
      const { code, message } = toDataError(thrown)
      if (controller.signal.aborted) return
      setRefusal(
        code === 'NETWORK'
          ? 'Files need a connection. Choose them again when you are back online.'
          : message,
      )
    }
    setSending(null)
    onSending(0)
  }

  const about = [error || refusal ? `${id}-error` : null, `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <span className={styles.label}>Files</span>
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map(({ path, name, bytes }) => (
            <li key={path} className={styles.file}>
              <span dir="auto">{name}</span>
              <span className={styles.muted}>{fileFacts({ name, size: bytes })}</span>
              <Button
                small
                variant="quiet"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(files.filter((file) => file.path !== path))}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {sending && (
        <div role="status" className={styles.stack}>
          <p className={styles.muted}>Sending {sending.names.join(', ')}...</p>
          <ProgressBar percent={Math.round(sending.share * 100)} label="Sending files" />
        </div>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          void send([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <div className={styles.row}>
        <Button
          onClick={() => input.current?.click()}
          disabled={sending !== null}
          aria-describedby={about}
        >
          <FileUp aria-hidden="true" />
          Choose files
        </Button>
      </div>
      <p id={`${id}-hint`} className={styles.muted}>
        At most 20 files of any type, of up to 20 MB each.
      </p>
      {refused.length > 0 && (
        <div role="alert" aria-label="Not sent" className={styles.error}>
          <ul className={styles.files}>
            {refused.map(({ name, reason }) => (
              <li key={name}>
                <bdi>{name}</bdi> {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {(error ?? refusal) && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error ?? refusal}
        </p>
      )}
    </div>
  )
}
