import { COMMIT_SOUGHT, NOT_PINNED, type Remark, type Round } from '@rookies/data/assignments/round'
import { externalLink } from '@rookies/data/links/external-link'
import type { ReactNode } from 'react'
import styles from './assignment.module.css'
import { HandedFiles } from './handed-files'
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
}

/** Shows what was handed in with a round, and the remarks on it. */
export function Work({ round, remarks }: WorkProps) {
  const { text, code, url, repo_url, files, note } = round
  return (
    <div className={styles.work}>
      {url && <LabelledLink label="Link" url={url} />}
      {repo_url && <LabelledLink label="Repository" url={repo_url} about={<Commit {...round} />} />}
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
      at commit <OutsideLink url={commit_url}>{commit_sha.slice(0, 10)}</OutsideLink>
    </>
  )
}

/** A link to another site, or only its text if the address is invalid. */
function OutsideLink({ url, children }: { url: string | null; children: string }) {
  const link = externalLink(url)
  if (!link) return children
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
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
