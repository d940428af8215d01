import type { MyAssignment, MyTests } from '@rookies/data/assignments/my-assignment'
import { assignmentKeys } from '@rookies/data/assignments/my-keys'
import { disconnectRepository } from '@rookies/data/assignments/repositories'
import type { Repository } from '@rookies/data/assignments/result'
import { localMoment } from '@rookies/data/time/moment-text'
import { useQueryClient } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useId, useState } from 'react'
import { useData } from '../../../shared/data-context'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { Refusal } from '../../../ui/refusal'
import { useAttempt } from '../../../ui/use-attempt'
import page from './assignment.module.css'
import { CommitTests, Verdict } from './commit-tests'
import { whyNot } from './hand-in'
import { OutsideLink } from './outside-link'
import styles from './repository.module.css'
import { RepositorySteps } from './repository-steps'
import { connectedIn, effectText } from './tests-text'

interface RepositoryProps {
  assignment: MyAssignment
  tests: MyTests
  records: boolean
  /** When this device received what is shown, in milliseconds, if the server does not answer now; otherwise null. */
  savedAt: number | null
}

/** Shows how to connect a repository or, once it is connected, the newest result of its tests (rules/repositories#results). */
export function OwnRepository({ assignment, tests, records, savedAt }: RepositoryProps) {
  const id = useId()
  const repository = records ? connectedIn(tests) : null
  const result = repository && tests.result
  const isShut = whyNot(assignment, true) !== null
  if (!repository && ((records && isShut) || tests.line === null)) return null
  const effect = isShut && records ? null : effectText(tests)
  return (
    <section aria-labelledby={id} className={page.section}>
      <div>
        <h2 id={id} className={page.heading}>
          Your repository
        </h2>
        {savedAt !== null && (
          <p className={page.muted}>{`Saved on this device on ${localMoment(savedAt)}`}</p>
        )}
      </div>
      <div className={page.card}>
        {/* Stays on the page, so that a screen reader announces each new result. */}
        <p
          role="status"
          className={`${page.state} ${styles.status}`}
          data-state={result?.verdict === 'PASS' ? 'PASSED' : undefined}
        >
          {result && <Verdict result={result} />}
          {repository && !result && (
            <>
              <Hourglass aria-hidden="true" />
              <span>Waiting for the next push. Tests run at GitHub; the result appears here.</span>
            </>
          )}
        </p>
        {effect && <p className={page.muted}>{effect}</p>}
        {result && <CommitTests key={result.id} result={result} paths={tests.paths} />}
        {repository ? (
          <Connected lessonId={assignment.lesson_id} repository={repository} />
        ) : (
          <RepositorySteps lessonId={assignment.lesson_id} tests={tests} records={records} />
        )}
      </div>
    </section>
  )
}

interface ConnectedProps {
  lessonId: string
  repository: Repository
}

function Connected({ lessonId, repository: { owner, name, url, connected_at } }: ConnectedProps) {
  const client = useData()
  const queries = useQueryClient()
  const id = useId()
  const { busy, refusal, attempt } = useAttempt(({ message }) => message)
  const [asked, setAsked] = useState(false)
  const disconnect = () =>
    attempt(async () => {
      await disconnectRepository(client, { lessonId })
      await queries.invalidateQueries({ queryKey: assignmentKeys.mine(lessonId) })
    })
  return (
    <footer className={`${page.row} ${styles.connected}`}>
      <p className={page.muted}>
        Connected as{' '}
        <OutsideLink url={url}>
          <bdi>{`${owner}/${name}`}</bdi>
        </OutsideLink>
        {connected_at && ` since ${localMoment(connected_at)}`}
      </p>
      <Button small variant="quiet" disabled={busy} onClick={() => setAsked(true)}>
        {busy ? 'Disconnecting...' : 'Disconnect'}
      </Button>
      {refusal && <Refusal id={`${id}-refusal`} message={refusal.message} />}
      {asked && (
        <ConfirmDialog
          title={`Disconnect ${name}?`}
          confirm="Disconnect"
          onConfirm={() => void disconnect()}
          onClose={() => setAsked(false)}
        >
          <p>Its pushes are no longer tested for this lesson. What you handed in stays.</p>
        </ConfirmDialog>
      )}
    </footer>
  )
}
