import {
  CONTENT_TYPE_NAMES,
  type ContentType,
  type LessonFormValues,
} from '@rookies/data/course-editing/lesson-form'
import { newExercise } from '@rookies/data/exercises/exercise-form'
import { Alert, Flex, Tabs } from 'antd'
import {
  CirclePlay,
  ClipboardCheck,
  Code,
  File,
  FileText,
  Link,
  type LucideIcon,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { lazyComponent } from '../../../ui/lazy-component'
import { LazyPart } from '../../../ui/lazy-part'
import { popupPlace } from '../../../ui/popup-place'
import typography from '../typography.module.css'
import { AssignmentPanel } from './assignment-panel'
import { FilePanel } from './file-panel'
import { PART_OF } from './form-fields'
import { useLessonForm } from './lesson-context'
import { LinkPanel } from './link-panel'
import { TextPanel } from './text-panel'
import { VideoPanel } from './video-panel'

/** Loads on demand, because its code editor is larger than all other panels together. */
const ExercisePanel = lazyComponent(
  () => import('./exercise/exercise-panel'),
  (module) => module.default,
)

const ICONS: Record<ContentType, LucideIcon> = {
  VIDEO: CirclePlay,
  EXTERNAL_LINK: Link,
  TEXT: FileText,
  FILE: File,
  ASSIGNMENT: ClipboardCheck,
  EXERCISE: Code,
}

/** The panel of each content type, in the order of the tabs. */
const PANELS: Record<ContentType, ComponentType> = {
  VIDEO: VideoPanel,
  EXTERNAL_LINK: LinkPanel,
  TEXT: TextPanel,
  FILE: FilePanel,
  ASSIGNMENT: AssignmentPanel,
  EXERCISE: ExercisePanel,
}

const TYPES = Object.keys(PANELS) as readonly ContentType[]

/** Types whose text is the lesson itself. The text of other types is shown as notes below the lesson. */
const HAS_TEXT: readonly ContentType[] = ['TEXT', 'ASSIGNMENT', 'EXERCISE']

/** Primary Content Type: the open tab is the lesson's type. All tabs keep their content. */
export function ContentTabs() {
  const { formId: id, editor, values } = useLessonForm()
  const { errors, change } = editor
  const chosen = values.content_type
  // The brief of an assignment or exercise is the text of the Text tab.
  const isOpen = (type: ContentType) =>
    type === chosen || (type === 'TEXT' && HAS_TEXT.includes(chosen))
  const hiddenTypes = TYPES.filter((type) => !isOpen(type) && errors[PART_OF[type]])

  return (
    <section aria-labelledby={`${id}-type`}>
      <h3 id={`${id}-type`}>Primary Content Type</h3>
      {hiddenTypes.map((type) => (
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
          if (!type) return
          const begins = type === 'EXERCISE' && !values.exercise
          change({ content_type: type, ...(begins && { exercise: newExercise() }) })
        }}
        items={TYPES.map((type) => {
          const Icon = ICONS[type]
          return {
            key: type,
            icon: <Icon aria-hidden="true" />,
            label: CONTENT_TYPE_NAMES[type],
            children: type === chosen && <Panel values={values} />,
          }
        })}
      />
    </section>
  )
}

function Panel({ values }: { values: LessonFormValues }) {
  const Content = PANELS[values.content_type]
  return (
    <Flex vertical gap="small">
      <LazyPart rows={12}>
        <Content />
      </LazyPart>
      {!HAS_TEXT.includes(values.content_type) && values.content.trim() !== '' && (
        <p className={typography.muted}>
          The text in the Text tab is shown below it, as Lesson Notes.
        </p>
      )}
    </Flex>
  )
}
