import { lineUrl, placeIn, type RepositoryResult } from '@rookies/data/assignments/result'
import { localMoment } from '@rookies/data/time/moment-text'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { CircleCheck, CircleDashed, CircleX, CornerDownRight } from 'lucide-react'
import list from '../exercise/results.module.css'
import { TestName } from '../exercise/test-name'
import page from './assignment.module.css'
import { OutsideLink } from './outside-link'
import styles from './repository.module.css'
import { shortSha, verdictText } from './tests-text'

interface CommitTestsProps {
  result: RepositoryResult
  /** The paths of the learner's files, among which a message may name a line. */
  paths: readonly string[]
}

export function Verdict({ result }: { result: RepositoryResult }) {
  return (
    <>
      {result.verdict === 'PASS' ? (
        <CircleCheck aria-hidden="true" />
      ) : (
        <CircleX aria-hidden="true" className={styles.failed} />
      )}
      <span>{verdictText(result)}</span>
    </>
  )
}

/** The tests of a commit: the failed ones with their messages, those that did not run, and the others, folded. */
export function CommitTests({ result, paths }: CommitTestsProps) {
  const { sha, commit_url, run_url, missing, results, tests, failed, pushed_at } = result
  const bad = results.filter(({ ok }) => !ok)
  const good = results.filter(({ ok }) => ok)
  return (
    <div className={page.stack}>
      <p className={page.facts}>
        <span>
          Commit <OutsideLink url={commit_url}>{shortSha(sha)}</OutsideLink>
        </span>
        <span>
          {pushed_at
            ? `Pushed on ${localMoment(pushed_at)}`
            : `Tested on ${localMoment(result.received_at)}`}
        </span>
        <OutsideLink url={run_url} className={styles.log}>
          Log at GitHub
        </OutsideLink>
      </p>
      {bad.length > 0 && (
        <ul className={list.tests} aria-label="Failed tests">
          {bad.map((test, at) => {
            const message = test.message ?? (test.skipped ? 'It was skipped.' : null)
            const place = placeIn(test.message ?? '', paths)
            const title = (
              <>
                <CircleX aria-hidden="true" />
                <VisuallyHidden>Failed: </VisuallyHidden>
                <TestName name={test.name} />
              </>
            )
            return (
              <li key={test.name} className={list.test}>
                {message === null ? (
                  <p className={list.title}>{title}</p>
                ) : (
                  <details open={at === 0}>
                    <summary className={list.title}>{title}</summary>
                    <div className={list.body}>
                      <figure className={list.console}>
                        <figcaption>Message</figcaption>
                        <pre ref={makeReachable} dir="ltr">
                          {message}
                        </pre>
                      </figure>
                      {place && (
                        <OutsideLink url={lineUrl(result, place)} className={list.place}>
                          <CornerDownRight aria-hidden="true" />
                          <span>
                            <span className={list.where}>
                              <bdi>{place.path}</bdi>, {`line ${place.line}`}
                            </span>
                          </span>
                        </OutsideLink>
                      )}
                    </div>
                  </details>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {missing.length > 0 && (
        <ul className={list.tests} aria-label="Tests that did not run">
          {missing.map((name) => (
            <li key={name} className={list.left}>
              <CircleDashed aria-hidden="true" />
              <span>
                Did not run: <TestName name={name} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {good.length > 0 && (
        <details className={list.passed}>
          <summary className={list.fold}>
            <CircleCheck aria-hidden="true" />
            {tests - failed === 1 ? '1 test passes' : `${tests - failed} tests pass`}
          </summary>
          <ul className={list.tests} aria-label="Passed tests">
            {good.map(({ name, skipped }) => (
              <li key={name} className={list.line}>
                <span>
                  <TestName name={name} />
                  {skipped && <span className={list.group}> (skipped)</span>}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** A long message scrolls. Without a tab stop, some browsers scroll it only by touch and mouse. */
function makeReachable(box: HTMLElement | null): void {
  if (box) box.tabIndex = 0
}
