import {
  type ProofReport,
  provableLessons,
  proveExercises,
} from '@rookies/course-format/prove-exercises'
import type { ImportPayload } from '@rookies/data/course-import/payload'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { lazyRunner } from '@rookies/exercise-engine/lazy-runner'
import type { RunInput } from '@rookies/exercise-engine/run'
import { Card, Flex } from 'antd'
import { useEffect, useRef, useState } from 'react'
import typography from '../typography.module.css'
import { ImportProgress } from './import-progress'
import { IssueList } from './issue-list'

type Proofs =
  | { kind: 'proving'; done: number }
  | { kind: 'proved'; report: ProofReport }
  /** The browser cannot run code, or the runner could not be loaded. */
  | { kind: 'unreachable' }

/**
 * Checks the exercises of a folder in this browser while the person reads the import report, and lists the exercises
 * that fail (rules/courses#exercise-projects). Renders nothing for a course without exercises.
 */
export function ImportProofs({ course }: { course: Pick<ImportPayload, 'modules'> }) {
  /** The element in which the frame that runs the code is mounted. */
  const place = useRef<HTMLDivElement>(null)
  const [proofs, setProofs] = useState<Proofs>({ kind: 'proving', done: 0 })
  const total = provableLessons(course).length

  useEffect(() => {
    if (!place.current) return
    const runner = lazyRunner(place.current)
    const closed = new AbortController()
    const run = async (input: RunInput) => {
      const result = await runner.run(input)
      if (result.verdict === 'UNREACHABLE') throw new Error('No code can run here')
      return result
    }
    proveExercises(course, run, {
      signal: closed.signal,
      onProgress: ({ done }) => setProofs({ kind: 'proving', done }),
    }).then(
      (report) => setProofs({ kind: 'proved', report }),
      () => closed.signal.aborted || setProofs({ kind: 'unreachable' }),
    )
    return () => {
      closed.abort()
      runner.close()
    }
  }, [course])

  if (total === 0) return null
  return (
    <section aria-labelledby="import-proofs">
      <Card>
        <Flex vertical gap="small">
          <h2 id="import-proofs" className={typography.heading}>
            Exercises
          </h2>
          {proofs.kind === 'proving' && (
            <ImportProgress
              done={proofs.done}
              total={total}
              label="Exercises tried"
              doing="Proving in this browser"
              what="exercises"
            />
          )}
          <p role="status" className={typography.muted}>
            {proofs.kind === 'proved' && sentenceOf(proofs.report)}
            {proofs.kind === 'unreachable' &&
              'The exercises could not be run in this browser. The server proves them after the import.'}
          </p>
          {proofs.kind === 'proved' && (
            <IssueList title="Exercises that need you" issues={proofs.report.issues} open />
          )}
        </Flex>
        <div ref={place} />
      </Card>
    </section>
  )
}

function sentenceOf({ proved, total, issues }: ProofReport): string {
  const all = `${formatNumber(proved)} of ${formatCount(total, 'exercise')} proved in this browser.`
  return issues.length === 0
    ? all
    : `${all} Learners see the others as “in preparation” until they are proved.`
}
