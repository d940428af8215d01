import { shortSha } from '@rookies/data/assignments/result'
import { COMMIT_SOUGHT, NOT_PINNED, type Remark, type Round } from '@rookies/data/assignments/round'
import type { ReactNode } from 'react'
import styles from './assignment.module.css'
import { HandedFiles } from './handed-files'
import { OutsideLink } from './outside-link'
import { WorkLines } from './work-lines'

type HandedWork = Pick<
  Round,
  'text' | 'code' | 'url' | 'repo_url' | 'commit_sha' | 'commit_url' | 'files' | 'note'
> & {
  /** Null while the work waits in the outbox, because the server looks up the commit only after it was sent. */
  commit_sought: boolean | null
}

interface WorkProps {
  round: HandedWork
  remarks: readonly Remark[]
  /** Whether the repository is not the connected one, of an assignment that tests it. */
  unconnected?: boolean
}

/** Shows what was handed in with a round, and the remarks on it. */
export function Work({ round, remarks, unconnected = false }: WorkProps) {
  const { text, code, url, repo_url, files, note } = round
  return (
    <div className={styles.work}>
      {url && <LabelledLink label="Link" url={url} />}
      {repo_url && (
        <LabelledLink
          label="Repository"
          url={repo_url}
          about={
            <>
              {unconnected && 'not connected, '}
              <Commit {...round} />
            </>
          }
        />
      )}
      {text && (
        <WorkLines
          label="Text"
          body={text}
          prose
          remarks={remarks.filter(({ path, line_from }) => path === null && line_from !== null)}
        />
      )}
      {code.map(({ name, body }) => (
        <WorkLines
          key={name}
          label={name}
          body={body}
          remarks={remarks.filter(({ path }) => path === name)}
        />
      ))}
      {files.length > 0 && <HandedFiles files={files} />}
      {note && (
        <div>
          <h4 className={styles.label}>Your note</h4>
          <p dir="auto" className={styles.note}>
            {note}
          </p>
        </div>
      )}
    </div>
  )
}

/** Shows the commit at which the repository stood (rules/assignments#commits). */
function Commit({ commit_sha, commit_url, commit_sought }: HandedWork) {
  if (commit_sought === null) return null
  if (!commit_sha) return commit_sought ? COMMIT_SOUGHT : NOT_PINNED
  return (
    <>
      at commit <OutsideLink url={commit_url}>{shortSha(commit_sha)}</OutsideLink>
    </>
  )
}

function LabelledLink({ label, url, about }: { label: string; url: string; about?: ReactNode }) {
  return (
    <div>
      <h4 className={styles.label}>{label}</h4>
      <p className={styles.link}>
        <OutsideLink url={url}>{url}</OutsideLink>
        {about && <span className={styles.muted}>{about}</span>}
      </p>
    </div>
  )
}
