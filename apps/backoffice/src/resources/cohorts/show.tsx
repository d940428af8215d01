import { useNavigation } from '@refinedev/core'
import type { CohortDetails } from '@rookies/data/cohorts/cohort'
import { cohortDays } from '@rookies/data/cohorts/cohort-days'
import { COHORT_MESSAGES, COHORT_RECORD_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { dayInWords } from '@rookies/data/time/agreed-text'
import { zoneName } from '@rookies/data/time/zones'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { Button, Flex } from 'antd'
import {
  Archive,
  ArchiveRestore,
  BookOpen,
  CalendarArrowUp,
  GraduationCap,
  Pencil,
  RotateCcw,
  Trash2,
} from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'
import { useMay } from '../../app/may'
import { useAct } from '../../app/use-act'
import { useLiveReads } from '../../app/use-live'
import { DeleteRecord } from '../../kit/delete-record'
import { lazyDialog } from '../../kit/lazy-dialog'
import { OneRecord } from '../../kit/one-record'
import { RecordHistory } from '../../kit/record-history'
import type { RecordKind } from '../../kit/record-kind'
import { RecordLink } from '../../kit/record-link'
import { RecordPage } from '../../kit/record-page'
import cells from '../../ui/cells.module.css'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyPart } from '../../ui/lazy-part'
import { peopleOfSeats } from './columns'
import { type AddList, CohortPeople, type Invited } from './people'
import { CohortBadge } from './state-labels'

const COHORT_KIND: RecordKind<CohortDetails> = {
  resource: 'cohorts',
  texts: COHORT_RECORD_MESSAGES,
  nameOf: ({ title }) => title,
  missing: { icon: GraduationCap, sentence: 'It was deleted, or you are not in its staff.' },
}

const EditCohort = lazyDialog(
  () => import('./edit-cohort'),
  (module) => module.EditCohort,
  { title: 'Edit Cohort', size: 'form' },
)
const CoursesDialog = lazyDialog(
  () => import('./courses-dialog'),
  (module) => module.CoursesDialog,
  { title: 'Change Courses', size: 'form' },
)
const MoveDialog = lazyDialog(
  () => import('./move-dialog'),
  (module) => module.MoveDialog,
  { title: 'Move Cohort', size: 'form' },
)
const AgainDialog = lazyDialog(
  () => import('./again-dialog'),
  (module) => module.AgainDialog,
  { title: 'Start Again', size: 'form' },
)

const CohortMessages = lazyComponent(
  () => import('./messages'),
  (module) => module.CohortMessages,
)
const CohortExtensions = lazyComponent(
  () => import('./extensions-tab'),
  (module) => module.CohortExtensions,
)
const QuestionBans = lazyComponent(
  () => import('../../people/question-bans'),
  (module) => module.QuestionBans,
)
const WaitingQuestions = lazyComponent(
  () => import('./waiting-questions'),
  (module) => module.WaitingQuestions,
)
const CohortProgressTab = lazyComponent(
  () => import('./progress'),
  (module) => module.CohortProgressTab,
)
const CohortStaffTab = lazyComponent(
  () => import('./staff'),
  (module) => module.CohortStaffTab,
)

/** The code of the schedule loads with its tab, because dragging needs a library. */
const CohortSchedule = lazyComponent(
  () => import('./schedule/schedule-tab'),
  (module) => module.CohortSchedule,
)

/**
 * `/admin/cohorts/{id}` and `/moderator/cohorts/{id}`: a cohort with its people, schedule, staff, progress and
 * messages.
 */
export function ShowCohort(parts: { AddList: AddList; Invited: Invited }) {
  return (
    <OneRecord kind={COHORT_KIND}>{(cohort) => <Shown cohort={cohort} {...parts} />}</OneRecord>
  )
}

type Dialog = 'edit' | 'courses' | 'move' | 'again' | 'delete'

interface ShownProps {
  cohort: CohortDetails
  AddList: AddList
  Invited: Invited
}

function Shown({ cohort, AddList, Invited }: ShownProps) {
  const mayUpdate = useMay('cohorts', 'update')
  const mayCreate = useMay('cohorts', 'create')
  const mayDelete = useMay('cohorts', 'delete')
  const mayMove = useMay('releases', 'update')
  const mayReadSchedule = useMay('releases', 'read')
  const mayBan = useMay('questions', 'moderate')
  const mayExtend = useMay('extensions', 'give')
  const mayInvite = useMay('invites', 'create')
  const mayReadMessages = useMay('cohort_messages', 'read')
  const mayReadHistory = useMay('audit_logs', 'read')
  // A dialog keeps the version of the cohort with which it opened, also after a refetch.
  const [opened, setOpened] = useState<{ dialog: Dialog; of: CohortDetails } | null>(null)
  const open = (dialog: Dialog) => setOpened({ dialog, of: cohort })
  const close = useCallback(() => setOpened(null), [])
  useLiveReads(
    ['cohorts', 'cohort_members', 'cohort_staff', 'cohort_messages', 'releases', 'invites'],
    ['cohorts'],
  )
  const archived = cohort.archived_at !== null
  const archive = useAct({
    act: () => ({
      name: archived ? 'cohorts/unarchive' : 'cohorts/archive',
      input: { id: cohort.id },
    }),
    done: archived ? COHORT_MESSAGES.unarchived : COHORT_MESSAGES.archived,
    failed: archived ? COHORT_MESSAGES.unarchiveFailed : COHORT_MESSAGES.archiveFailed,
  })
  return (
    <>
      <RecordPage
        title={cohort.title}
        beside={<CohortBadge state={cohort.state} />}
        subtitle={`${cohortDays(cohort)}, ${zoneName(cohort.time_zone)}`}
        actions={
          <>
            {mayMove && (
              <Button icon={<CalendarArrowUp aria-hidden="true" />} onClick={() => open('move')}>
                Move
              </Button>
            )}
            {mayCreate && (
              <Button icon={<RotateCcw aria-hidden="true" />} onClick={() => open('again')}>
                Start Again
              </Button>
            )}
            {mayUpdate && (
              <Button icon={<Pencil aria-hidden="true" />} onClick={() => open('edit')}>
                Edit
              </Button>
            )}
          </>
        }
        more={[
          ...(mayUpdate
            ? [
                {
                  key: 'courses',
                  icon: <BookOpen aria-hidden="true" />,
                  label: 'Change Courses…',
                  onClick: () => open('courses'),
                },
                {
                  key: 'archive',
                  icon: archived ? (
                    <ArchiveRestore aria-hidden="true" />
                  ) : (
                    <Archive aria-hidden="true" />
                  ),
                  label: archived ? 'Unarchive' : 'Archive',
                  onClick: () => archive.mutate(),
                },
              ]
            : []),
          ...(mayDelete
            ? [
                {
                  key: 'delete',
                  icon: <Trash2 aria-hidden="true" />,
                  label: 'Delete',
                  danger: true,
                  onClick: () => open('delete'),
                },
              ]
            : []),
        ]}
        facts={[
          { key: 'people', label: 'People', children: peopleOfSeats(cohort) },
          { key: 'zone', label: 'Time zone', children: cohort.time_zone },
          {
            key: 'access',
            label: 'Access ends',
            children: cohort.access_ends_on ? dayInWords(cohort.access_ends_on, true) : 'Never',
          },
          { key: 'courses', label: 'Courses', children: <Courses cohort={cohort} /> },
          {
            key: 'schedule',
            label: 'Schedule',
            children: `${formatCount(cohort.openings, 'opening')} for ${formatCount(cohort.lessons, 'lesson')}`,
          },
          {
            key: 'community',
            label: 'Community',
            children: cohort.community && <Community community={cohort.community} />,
          },
        ]}
        tabs={[
          {
            key: 'people',
            label: `People (${formatNumber(cohort.people)})`,
            children: <CohortPeople cohort={cohort} AddList={AddList} />,
          },
          mayInvite && {
            key: 'invited',
            label: `Invited (${formatNumber(cohort.invited)})`,
            children: (
              <LazyPart whole rows={6}>
                <Invited id={cohort.id} />
              </LazyPart>
            ),
          },
          mayReadSchedule && {
            key: 'schedule',
            label: 'Schedule',
            children: (
              <LazyPart whole rows={10}>
                <CohortSchedule cohort={cohort} />
              </LazyPart>
            ),
          },
          {
            key: 'staff',
            label: `Staff (${formatNumber(cohort.staff.length)})`,
            children: (
              <LazyPart whole rows={4}>
                <CohortStaffTab cohort={cohort} />
              </LazyPart>
            ),
          },
          {
            key: 'progress',
            label: 'Progress',
            children: (
              <LazyPart whole rows={10}>
                <CohortProgressTab cohort={cohort} />
              </LazyPart>
            ),
          },
          mayExtend && {
            key: 'extensions',
            label: 'Extensions',
            children: (
              <LazyPart whole rows={4}>
                <CohortExtensions id={cohort.id} />
              </LazyPart>
            ),
          },
          mayBan &&
            cohort.courses.length > 0 && {
              key: 'questions',
              label: 'Questions',
              children: (
                <LazyPart whole rows={4}>
                  <Flex vertical gap="large">
                    <WaitingQuestions cohortId={cohort.id} />
                    {cohort.courses.map((course) => (
                      <QuestionBans key={course.id} course={course} named />
                    ))}
                  </Flex>
                </LazyPart>
              ),
            },
          mayReadMessages && {
            key: 'messages',
            label: 'Messages',
            children: (
              <LazyPart whole rows={6}>
                <CohortMessages cohort={cohort} />
              </LazyPart>
            ),
          },
          mayReadHistory && {
            key: 'history',
            label: 'History',
            children: <RecordHistory resource="cohorts" id={cohort.id} />,
          },
        ].filter((tab) => tab !== false)}
      />
      {opened?.dialog === 'edit' && <EditCohort cohort={opened.of} onClose={close} />}
      {opened?.dialog === 'courses' && <CoursesDialog cohort={opened.of} onClose={close} />}
      {opened?.dialog === 'move' && <MoveDialog cohort={opened.of} onClose={close} />}
      {opened?.dialog === 'again' && <AgainDialog cohort={opened.of} onClose={close} />}
      {opened?.dialog === 'delete' && (
        <DeleteRecord kind={COHORT_KIND} record={opened.of} onClose={close} />
      )}
    </>
  )
}

/** The courses in their order, as links for people who may edit them. */
function Courses({ cohort: { courses } }: { cohort: CohortDetails }) {
  const mayEdit = useMay('courses', 'update', {})
  const { editUrl } = useNavigation()
  if (courses.length === 0) return 'None'
  return (
    <span>
      {courses.map(({ id, title }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          {mayEdit ? (
            <Link className={cells.name} to={editUrl('courses', id)}>
              {title}
            </Link>
          ) : (
            title
          )}
        </span>
      ))}
    </span>
  )
}

function Community({ community }: { community: NonNullable<CohortDetails['community']> }) {
  const mayManage = useMay('communities', 'update')
  if (!mayManage) return community.name
  return (
    <RecordLink resource="communities" id={community.id}>
      {community.name}
    </RecordLink>
  )
}
