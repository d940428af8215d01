import {
  CONTENT_TYPE_NAMES,
  type ContentType,
  type LessonFormValues,
} from '@rookies/data/course-editing/lesson-form'
import { Alert, Flex, Tabs } from 'antd'
import { CirclePlay, File, FileText, Link, type LucideIcon } from 'lucide-react'
import { popupPlace } from '../../../ui/popup-place'
import words from '../words.module.css'
import { PART_OF } from './form-fields'
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
  const elsewhere = types.filter((type) => type !== chosen && errors[PART_OF[type]])

  return (
    <section aria-labelledby={`${id}-type`}>
      <h3 id={`${id}-type`}>Primary Content Type</h3>
      {elsewhere.map((type) => (
        <Alert
          key={type}
          type="error"
          message={`${CONTENT_TYPE_NAMES[type]}: ${errors[PART_OF[type]]}`}
        />
      ))}
      <Tabs
        id={id}
        activeKey={chosen}
        destroyOnHidden
        getPopupContainer={popupPlace}
        onChange={(key) => {
          const type = types.find((offered) => offered === key)
          if (type) change({ content_type: type })
        }}
        items={types.map((type) => {
          const Icon = ICONS[type]
          return {
            key: type,
            icon: <Icon aria-hidden="true" />,
            label: CONTENT_TYPE_NAMES[type],
            children: type === chosen && <Panel id={id} editor={editor} values={values} />,
          }
        })}
      />
    </section>
  )
}

function Panel({ id, editor, values }: ContentTabsProps) {
  return (
    <Flex vertical gap="small">
      <Content id={id} editor={editor} values={values} />
      {values.content_type !== 'TEXT' && values.content.trim() !== '' && (
        <p className={words.muted}>
          What stands in the Text tab is shown below it, as Lesson Notes.
        </p>
      )}
    </Flex>
  )
}

function Content({ id, editor, values }: ContentTabsProps) {
  switch (values.content_type) {
    case 'VIDEO':
      return (
        <VideoPanel
          formId={id}
          values={values}
          onChange={editor.change}
          onLength={editor.length.hear}
        />
      )
    case 'EXTERNAL_LINK':
      return <LinkPanel values={values} />
    case 'TEXT':
      return <TextPanel text={values.content} />
    case 'FILE':
      return (
        <p className={words.muted}>
          This lesson holds a file, which learners are not shown. Choose another type to give them
          something to open.
        </p>
      )
  }
}
