import {
  CONTENT_TYPE_NAMES,
  type ContentType,
  type LessonField,
  type LessonFormValues,
} from '@rookies/data/course-editing/lesson-form'
import { CirclePlay, File, FileText, Link, type LucideIcon } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import styles from './content-tabs.module.css'
import { LinkPanel } from './link-panel'
import { TextPanel } from './text-panel'
import type { LessonEditor } from './use-lesson-editor'
import { VideoPanel } from './video-panel'

const ICONS: Record<ContentType, LucideIcon> = {
  VIDEO: CirclePlay,
  EXTERNAL_LINK: Link,
  TEXT: FileText,
  FILE: File,
}

const OFFERED: readonly ContentType[] = ['VIDEO', 'EXTERNAL_LINK', 'TEXT']

/** The field that a tab holds. */
const FIELDS: Record<ContentType, LessonField> = {
  VIDEO: 'video',
  EXTERNAL_LINK: 'external_url',
  TEXT: 'content',
  FILE: 'content_type',
}

interface ContentTabsProps {
  id: string
  editor: LessonEditor
  values: LessonFormValues
}

/** Primary Content Type: the tab that is chosen is the lesson's type; each keeps what it holds. */
export function ContentTabs({ id, editor, values }: ContentTabsProps) {
  const { errors, change, holdsFile } = editor
  const chosen = values.content_type
  const types = holdsFile ? [...OFFERED, 'FILE' as const] : OFFERED
  const elsewhere = types.filter((type) => type !== chosen && errors[FIELDS[type]])

  const tabId = (type: ContentType) => `${id}-${FIELDS[type]}-tab`

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const from = types.findIndex((type) => document.activeElement?.id === tabId(type))
    const next = types[(from + step + types.length) % types.length]
    if (!next) return
    change({ content_type: next })
    document.getElementById(tabId(next))?.focus()
  }

  return (
    <section className={styles.part} aria-labelledby={`${id}-type`}>
      <h3 id={`${id}-type`}>Primary Content Type</h3>
      <div
        role="tablist"
        aria-labelledby={`${id}-type`}
        className={styles.tabs}
        onKeyDown={onKeyDown}
      >
        {types.map((type) => {
          const Icon = ICONS[type]
          return (
            <button
              key={type}
              id={tabId(type)}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={type === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={type === chosen ? 0 : -1}
              onClick={() => change({ content_type: type })}
            >
              <Icon aria-hidden="true" />
              {CONTENT_TYPE_NAMES[type]}
            </button>
          )
        })}
      </div>
      {elsewhere.map((type) => (
        <p key={type} className={styles.elsewhere} role="alert">
          {`${CONTENT_TYPE_NAMES[type]}: ${errors[FIELDS[type]]}`}
        </p>
      ))}
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={tabId(chosen)}
        className={styles.panel}
      >
        <Panel id={`${id}-${FIELDS[chosen]}`} editor={editor} values={values} />
        {chosen !== 'TEXT' && values.content.trim() !== '' && (
          <p className={styles.note}>
            What stands in the Text tab is shown below it, as Lesson Notes.
          </p>
        )}
      </div>
    </section>
  )
}

function Panel({ id, editor, values }: ContentTabsProps) {
  const { errors, change, length } = editor
  switch (values.content_type) {
    case 'VIDEO':
      return (
        <VideoPanel
          id={id}
          values={values}
          error={errors.video}
          onChange={change}
          onLength={length.hear}
        />
      )
    case 'EXTERNAL_LINK':
      return (
        <LinkPanel
          id={id}
          url={values.external_url}
          error={errors.external_url}
          onChange={(external_url) => change({ external_url })}
        />
      )
    case 'TEXT':
      return (
        <TextPanel
          id={id}
          text={values.content}
          error={errors.content}
          onChange={(content) => change({ content })}
        />
      )
    case 'FILE':
      return (
        <p className={styles.note}>
          This lesson holds a file, which learners are not shown. Choose another type to give them
          something to open.
        </p>
      )
  }
}
