import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import type { Audience, BulkChange } from '@rookies/data/members/bulk-access'
import { MEMBER_TOASTS } from '@rookies/data/members/messages'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useRead } from '../app/use-read'
import { Modal } from '../ui/modal'
import { SwitchesSkeleton } from './access-dialog'
import styles from './access-dialog.module.css'
import { CourseSwitches } from './course-switches'
import { type BulkProgress, useBulkAccess } from './use-bulk-access'

interface BulkDialogProps {
  audience: Audience
  /** How many that is. */
  size: number
  onClose: () => void
  /** All of it has been done. */
  onDone: () => void
}

/** Grants or revokes courses for many people, with a count first and progress during. */
export function BulkDialog({ audience, size, onClose, onDone }: BulkDialogProps) {
  const titles = useRead('courses/titles')
  const { progress, run, stop } = useBulkAccess()
  const [granting, setGranting] = useState(true)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [operationId] = useState(() => crypto.randomUUID())

  const change: BulkChange = { operationId, courseIds: [...chosen], granting, audience }
  const started = progress !== null
  const working = progress?.state === 'working'
  const done = progress?.state === 'done'
  const close = working ? stop : done ? onDone : onClose

  const onSwitch = (id: string, on: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      if (on) after.add(id)
      else after.delete(id)
      return after
    })

  return (
    <Modal
      open
      size="form"
      title="Grant or Revoke Courses"
      onClose={close}
      actions={
        done ? (
          <Button type="primary" onClick={onDone}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={close}>{working ? 'Stop' : 'Cancel'}</Button>
            <Button
              type="primary"
              danger={!granting}
              disabled={chosen.size === 0 || working}
              onClick={() => run(change, progress ?? undefined)}
            >
              {label(progress, granting)}
            </Button>
          </>
        )
      }
    >
      {!started && (
        <>
          <Segmented
            aria-label="What to do"
            name="granting"
            value={granting ? 'grant' : 'revoke'}
            onChange={(value) => setGranting(value === 'grant')}
            options={[
              { value: 'grant', label: 'Grant' },
              { value: 'revoke', label: 'Revoke' },
            ]}
          />
          {titles.isPending && <SwitchesSkeleton />}
          {titles.isError && (
            <p role="alert" className={styles.failed}>
              {COURSE_TOASTS.listFailed.text}{' '}
              <Button size="small" loading={titles.isFetching} onClick={() => titles.refetch()}>
                Try Again
              </Button>
            </p>
          )}
          {titles.data && (
            <CourseSwitches courses={titles.data} wished={chosen} onSwitch={onSwitch} />
          )}
        </>
      )}
      {progress && (
        <progress
          className={styles.progress}
          aria-label="People done"
          max={size}
          value={done ? size : Math.min(progress.people, size)}
        />
      )}
      <p className={styles.sum} role="status">
        {progress ? report(progress, size) : plan(chosen.size, size, granting)}
      </p>
    </Modal>
  )
}

function label(progress: BulkProgress | null, granting: boolean): string {
  switch (progress?.state) {
    case undefined:
      return granting ? 'Grant Courses' : 'Revoke Courses'
    case 'working':
      return 'Saving...'
    case 'failed':
      return 'Try Again'
    default:
      return 'Go On'
  }
}

/** What will happen, in numbers. */
function plan(courses: number, people: number, granting: boolean): string {
  const who = count(people, 'person', 'people')
  if (courses === 0) return `Choose the courses. ${who} selected.`
  const what = count(courses, 'course', 'courses')
  return granting
    ? `${what} will be opened to ${who}.`
    : `${what} will be taken from ${who}. Their progress is kept.`
}

function report({ state, people, changed }: BulkProgress, size: number): string {
  const far = `${people.toLocaleString('en-US')} of ${count(size, 'person', 'people')}`
  const made = count(changed, 'change', 'changes')
  switch (state) {
    case 'working':
      return `${far}, ${made} so far.`
    case 'stopped':
      return `Stopped at ${far}, with ${made}. Nothing else was changed.`
    case 'failed':
      return `${MEMBER_TOASTS.accessFailed.text}. ${far} done, with ${made}. Trying again goes on from there.`
    case 'done':
      return `Done: ${made} for ${count(people, 'person', 'people')}. The others were left as they were.`
  }
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
