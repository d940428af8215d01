import {
  type ExerciseRun,
  type RunVerdict,
  testTitle,
  VERDICT_NAMES,
} from '@rookies/data/exercises/exercise-run'
import { formatCount } from '@rookies/data/wording'
import { Collapse, Flex } from 'antd'
import { useRead } from '../app/use-read'
import { Ago } from '../ui/ago'
import cells from '../ui/cells.module.css'
import { ListFailed } from '../ui/list-failed'
import { Modal } from '../ui/modal'
import { ReadFailed } from '../ui/read-failed'
import { StatusBadge, type StatusTone } from '../ui/status-badge'
import { Waiting } from '../ui/waiting'
import styles from './exercise-runs.module.css'

interface ExerciseRunsProps {
  lessonId: string
  userId: string
  title: string
  onClose: () => void
}

/** Shows a person's runs of an exercise, each with its code and with the tests that failed (rules/exercises#runs). */
export function ExerciseRuns({ lessonId, userId, title, onClose }: ExerciseRunsProps) {
  const read = useRead('exercises/runs_of', { input: { lessonId, userId } })
  const runs = read.data?.kept
  return (
    <Modal size="editor" title={title} onClose={onClose}>
      {read.isError && !runs ? (
        <ListFailed title="Failed to load the runs" read={read} />
      ) : !runs ? (
        <Waiting rows={4} />
      ) : runs.length === 0 ? (
        <p>No run is kept.</p>
      ) : (
        <Flex vertical gap="small">
          <p className={cells.count}>The last 20 runs and the first one that passed are kept.</p>
          <Collapse
            destroyOnHidden
            items={runs.map((run) => ({
              key: run.id,
              label: <RunLine run={run} />,
              children: <RunDetails run={run} />,
            }))}
          />
        </Flex>
      )}
    </Modal>
  )
}

const TONES: Record<RunVerdict, StatusTone> = {
  PENDING: 'info',
  PASS: 'live',
  FAIL: 'draft',
  ERROR: 'danger',
}

function RunLine({ run }: { run: ExerciseRun }) {
  const ran = run.results.filter(({ not_run }) => !not_run)
  const failed = ran.filter(({ ok }) => !ok).length
  return (
    <Flex wrap gap="small" align="center">
      <span>{`Run ${run.no}`}</span>
      <StatusBadge tone={TONES[run.verdict]} label={VERDICT_NAMES[run.verdict]} />
      <span className={cells.fact}>
        <Ago at={run.created_at} />
        {failed > 0 && `, ${failed} of ${formatCount(ran.length, 'test')} failed`}
      </span>
    </Flex>
  )
}

function RunDetails({ run }: { run: ExerciseRun }) {
  const read = useRead('exercises/run', { input: { id: run.id } })
  const failed = run.results.filter(({ ok, not_run }) => !ok && !not_run)
  return (
    <Flex vertical gap="middle">
      {failed.length > 0 && (
        <Flex
          component="ul"
          vertical
          gap="small"
          className={styles.tests}
          aria-label="Failed tests"
        >
          {Array.from(failed, (test, at) => ({ ...test, at })).map(
            ({ name, hidden, problem, at }) => (
              <li key={at}>
                {testTitle(name)}
                {hidden && <span className={cells.fact}> (hidden)</span>}
                {problem && <p className={cells.fact}>{problem.message}</p>}
              </li>
            ),
          )}
        </Flex>
      )}
      {read.isError && !read.data ? (
        <ReadFailed title="Failed to load the code" read={read} />
      ) : read.data ? (
        read.data.files.map(({ path, text }) => (
          <figure key={path} className={styles.file}>
            <figcaption>{path}</figcaption>
            <pre>
              <code>{text}</code>
            </pre>
          </figure>
        ))
      ) : (
        <Waiting rows={3} />
      )}
    </Flex>
  )
}
