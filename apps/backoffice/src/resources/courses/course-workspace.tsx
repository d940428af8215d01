import type { EditorCourse } from '@rookies/data/course-editing/course-edit'
import { Button, Flex, type FormProps, Tabs } from 'antd'
import { ArrowLeft, EyeOff, Globe, Save } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useMay } from '../../app/may'
import { useAddressState } from '../../app/use-address-state'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyPart } from '../../ui/lazy-part'
import { LeaveGuard } from '../../ui/leave-guard'
import { LinkButton } from '../../ui/link-button'
import { PageHeader } from '../../ui/page-header'
import { popupPlace } from '../../ui/popup-place'
import { StatusBadge } from '../../ui/status-badge'
import wrapping from '../../ui/wrapping-tabs.module.css'
import { FILES_PARAM } from './course-address'
import { CourseCheckHost } from './course-check-host'
import { CourseDetails } from './course-details'
import { CourseGone } from './course-gone'
import { CourseStatusDialog } from './course-questions'
import styles from './course-workspace.module.css'
import { useChosenPicture } from './cover/cover-field'
import typography from './typography.module.css'
import { useCourseForm } from './use-course-form'
import { useCourseMore } from './use-course-more'
import { EDITOR_STATUS_MESSAGES, useCourseStatus } from './use-course-status'

interface CourseWorkspaceProps {
  course: EditorCourse
  /**
   * Whether the course was deleted while it was open. The form keeps unsaved changes, and the course can be restored.
   */
  gone: boolean
  /** Reads the course again; rejects if the read fails. */
  refetch: () => Promise<void>
  refreshing: boolean
  onRefresh: () => void
  /** The content tab: the modules and lessons of the course. */
  children: ReactNode
}

const FORM_ID = 'course-form'
/** Name of the search parameter that holds the open tab; without the parameter, the content tab is open. */
const TAB_PARAM = 'tab'
const DETAILS = 'details'
const FILES = 'files'
const FIGURES = 'figures'
const EXTENSIONS = 'extensions'
const QUESTIONS = 'questions'
const HISTORY = 'history'

/** The code of the Files tab loads when the tab is opened. */
const CourseFiles = lazyComponent(
  () => import('./files/course-files'),
  (module) => module.default,
)
const CourseFigures = lazyComponent(
  () => import('./course-figures'),
  (module) => module.CourseFigures,
)
const CourseExtensions = lazyComponent(
  () => import('./course-extensions'),
  (module) => module.CourseExtensions,
)
const QuestionBans = lazyComponent(
  () => import('../../people/question-bans'),
  (module) => module.QuestionBans,
)
const CourseHistory = lazyComponent(
  () => import('./course-history'),
  (module) => module.CourseHistory,
)

/** Parameters that belong to one tab and are removed when another opens. */
const PARAMS_OF_TABS = { after: null, [FILES_PARAM]: null, page: null }

type Failed = Parameters<NonNullable<FormProps['onFinishFailed']>>[0]

/** The editor of a course: its content, details, files and history (rules/courses#editor-tabs). */
export function CourseWorkspace(props: CourseWorkspaceProps) {
  const { course, gone, refetch, refreshing, onRefresh, children } = props
  const mayPublish = useMay('courses', 'publish', course)
  const { params, change } = useAddressState()
  const edit = useCourseForm(course, refetch)
  const { saved, conflict } = edit
  const picture = useChosenPicture(saved.form)
  const dirty = edit.dirty || picture !== null
  const status = useCourseStatus(EDITOR_STATUS_MESSAGES)
  const more = useCourseMore({ course, gone, refreshing, onRefresh })
  const draft = course.status === 'DRAFT'
  const mayReadHistory = useMay('course_history', 'read', course)
  const mayReadWork = useMay('submissions', 'list')
  const mayExtend = useMay('extensions', 'give')
  const mayBan = useMay('questions', 'moderate')
  const wanted = params.get(TAB_PARAM)
  const tab =
    wanted === DETAILS ||
    wanted === FILES ||
    (wanted === FIGURES && mayReadWork) ||
    (wanted === EXTENSIONS && mayExtend) ||
    (wanted === QUESTIONS && mayBan) ||
    (wanted === HISTORY && mayReadHistory)
      ? wanted
      : 'content'

  // After a failed attempt to save, the Details tab opens if the problems are in its form.
  const [tried, setTried] = useState(false)
  const [wrong, setWrong] = useState<Failed['errorFields'][number]['name'] | null>(null)
  const hasProblem = wrong !== null || conflict !== null || saved.failure !== null
  useEffect(() => {
    if (!tried) return
    // A conflict that appears later does not open the tab until the next attempt to save.
    if (dirty && !hasProblem) return
    setTried(false)
    if (hasProblem) change({ [TAB_PARAM]: DETAILS }, { replace: true })
  }, [tried, dirty, hasProblem, change])
  const { scrollToField } = saved.form
  useEffect(() => {
    if (wrong === null || tab !== DETAILS) return
    // The chosen tab is rendered one frame later, so the focus waits for it.
    const frame = requestAnimationFrame(() => {
      scrollToField(wrong, { focus: true, block: 'center' })
      setWrong(null)
    })
    return () => cancelAnimationFrame(frame)
  }, [wrong, tab, scrollToField])

  const actions = (
    <Flex gap="small" className={styles.actions}>
      {!gone && mayPublish && (
        <Button
          icon={draft ? <Globe aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
          onClick={() => status.ask(course)}
        >
          {draft ? 'Publish Course' : 'Unpublish Course'}
        </Button>
      )}
      <Button
        type="primary"
        htmlType="submit"
        form={FORM_ID}
        icon={<Save aria-hidden="true" />}
        loading={saved.saving}
        disabled={!dirty || conflict !== null || gone}
      >
        Save Course
      </Button>
    </Flex>
  )

  return (
    <>
      <PageHeader
        title={course.title}
        beside={
          gone ? (
            <StatusBadge tone="danger" label="Deleted" />
          ) : (
            <StatusBadge tone={draft ? 'draft' : 'live'} label={draft ? 'Draft' : 'Published'} />
          )
        }
        actions={
          <LinkButton to="/admin/courses" icon={<ArrowLeft aria-hidden="true" />}>
            Back
          </LinkButton>
        }
        more={more}
      />
      {gone && <CourseGone course={course} edited={dirty} />}
      <Tabs
        activeKey={tab}
        getPopupContainer={popupPlace}
        onChange={(key) =>
          change({ ...PARAMS_OF_TABS, [TAB_PARAM]: key === 'content' ? null : key })
        }
        // The button stands beside the tabs, because a `tablist` may only contain tabs.
        renderTabBar={(bar, TabBar) => (
          <Flex
            wrap="wrap-reverse"
            align="center"
            gap="0 16px"
            className={`${styles.bar} ${wrapping.tabs}`}
          >
            <TabBar {...bar} style={{ flex: '1 1 46rem', minWidth: 0, margin: 0 }} />
            {actions}
          </Flex>
        )}
        items={[
          { key: 'content', label: 'Content', children },
          {
            key: DETAILS,
            label: (
              <>
                Details
                {dirty && (
                  <span className={`${styles.mark} ${typography.muted}`}>
                    {' · '}
                    <span>{conflict ? 'conflict' : 'not saved'}</span>
                  </span>
                )}
              </>
            ),
            // The form stays mounted while another tab is open, so that it keeps unsaved changes and can be saved.
            forceRender: true,
            children: (
              <CourseDetails
                id={FORM_ID}
                course={course}
                gone={gone}
                edit={edit}
                onSubmit={(values) => {
                  setTried(true)
                  saved.save(values)
                }}
                onInvalid={({ errorFields }) => {
                  setTried(true)
                  setWrong(errorFields[0]?.name ?? null)
                }}
              />
            ),
          },
          {
            key: FILES,
            label: 'Files',
            children: tab === FILES && (
              <LazyPart whole rows={8}>
                <CourseFiles courseId={course.id} />
              </LazyPart>
            ),
          },
          ...(mayReadWork
            ? [
                {
                  key: FIGURES,
                  label: 'Figures',
                  children: tab === FIGURES && (
                    <LazyPart whole rows={8}>
                      <CourseFigures courseId={course.id} />
                    </LazyPart>
                  ),
                },
              ]
            : []),
          ...(mayExtend
            ? [
                {
                  key: EXTENSIONS,
                  label: 'Extensions',
                  children: tab === EXTENSIONS && (
                    <LazyPart whole rows={4}>
                      <CourseExtensions courseId={course.id} />
                    </LazyPart>
                  ),
                },
              ]
            : []),
          ...(mayBan
            ? [
                {
                  key: QUESTIONS,
                  label: 'Questions',
                  children: tab === QUESTIONS && (
                    <LazyPart whole rows={4}>
                      <QuestionBans course={course} />
                    </LazyPart>
                  ),
                },
              ]
            : []),
          ...(mayReadHistory
            ? [
                {
                  key: HISTORY,
                  label: 'History',
                  children: tab === HISTORY && (
                    <LazyPart whole rows={8}>
                      <CourseHistory courseId={course.id} />
                    </LazyPart>
                  ),
                },
              ]
            : []),
        ]}
      />
      {!gone && <CourseCheckHost courseId={course.id} />}
      {status.subject && <CourseStatusDialog {...status} subject={status.subject} />}
      <LeaveGuard when={dirty && !saved.saved} onLeave={saved.discard} />
    </>
  )
}
