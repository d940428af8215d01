import {
  CONTENT_TYPE_NAMES,
  type ContentType,
  type LessonFormValues,
} from '@rookies/data/course-editing/lesson-form'
import { Alert, Flex, Tabs } from 'antd'
import { CirclePlay, File, FileText, Link, type LucideIcon } from 'lucide-react'
import { popupPlace } from '../../../ui/popup-place'
import type { Uploads } from '../files/use-uploads'
import words from '../words.module.css'
import { FilePanel } from './file-panel'
import { PART_OF } from './form-fields'
import { LinkPanel } from './link-panel'
import { TextPanel } from './text-panel'
import type { LessonEditor } from './use-lesson-editor'
import type { LessonFiles } from './use-lesson-files'
import { VideoPanel } from './video-panel'

const ICONS: Record<ContentType, LucideIcon> = {
  VIDEO: CirclePlay,
  EXTERNAL_LINK: Link,
  TEXT: FileText,
  FILE: File,
}

const TYPES: readonly ContentType[] = ['VIDEO', 'EXTERNAL_LINK', 'TEXT', 'FILE']

interface ContentTabsProps {
  id: string
  editor: LessonEditor
  values: LessonFormValues
  files: LessonFiles
  uploads: Uploads
}

/** Primary Content Type: the tab that is chosen is the lesson's type; each keeps what it holds. */
export function ContentTabs(props: ContentTabsProps) {
  const { id, editor, values } = props
  const { errors, change } = editor
  const chosen = values.content_type
  const elsewhere = TYPES.filter((type) => type !== chosen && errors[PART_OF[type]])

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
          const type = TYPES.find((offered) => offered === key)
          if (type) change({ content_type: type })
        }}
        items={TYPES.map((type) => {
          const Icon = ICONS[type]
          return {
            key: type,
            icon: <Icon aria-hidden="true" />,
            label: CONTENT_TYPE_NAMES[type],
            children: type === chosen && <Panel {...props} />,
          }
        })}
      />
    </section>
  )
}

function Panel(props: ContentTabsProps) {
  const { values } = props
  return (
    <Flex vertical gap="small">
      <Content {...props} />
      {values.content_type !== 'TEXT' && values.content.trim() !== '' && (
        <p className={words.muted}>
          What stands in the Text tab is shown below it, as Lesson Notes.
        </p>
      )}
    </Flex>
  )
}

function Content({ id, editor, values, files, uploads }: ContentTabsProps) {
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
      return <TextPanel formId={id} text={values.content} files={files} uploads={uploads} />
    case 'FILE':
      return (
        <FilePanel
          formId={id}
          file={values.file ?? null}
          files={files}
          uploads={uploads}
          onRemove={() => editor.change({ file: null })}
        />
      )
  }
}
