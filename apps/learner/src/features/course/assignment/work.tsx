import type { Remark, Round } from '@rookies/data/assignments/round'
import { externalLink } from '@rookies/data/links/external-link'
import styles from './assignment.module.css'
import { HandedFiles } from './handed-files'
import { WorkLines } from './work-lines'

type HandedWork = Pick<
  Round,
  'text' | 'code' | 'url' | 'repo_url' | 'commit_sha' | 'files' | 'note'
>

interface WorkProps {
  round: HandedWork
  remarks: readonly Remark[]
}

/** What was handed in with a round, with the remarks at their lines. */
export function Work({ round, remarks }: WorkProps) {
  const { text, code, url, repo_url, commit_sha, files, note } = round
  return (
    <div className={styles.work}>
      {url && <LinkOf label="Link" url={url} />}
      {repo_url && (
        <LinkOf
          label="Repository"
          url={repo_url}
          about={commit_sha ? `at commit ${commit_sha.slice(0, 10)}` : 'not pinned to a commit'}
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

function LinkOf({ label, url, about }: { label: string; url: string; about?: string }) {
  const link = externalLink(url)
  return (
    <div>
      <h4 className={styles.label}>{label}</h4>
      <p className={styles.link}>
        {link ? (
          <a href={link.href} target="_blank" rel="noopener noreferrer">
            {url}
          </a>
        ) : (
          url
        )}
        {about && <span className={styles.muted}>{about}</span>}
      </p>
    </div>
  )
}
