import type { MyTests } from '@rookies/data/assignments/my-assignment'
import { assignmentKeys } from '@rookies/data/assignments/my-keys'
import { askRepository } from '@rookies/data/assignments/repositories'
import type { Repository } from '@rookies/data/assignments/result'
import { typedLink } from '@rookies/data/links/typed-link'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useData } from '../../../shared/data-context'
import { Button, ButtonAnchor } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { Field } from '../../../ui/field'
import { useAttempt } from '../../../ui/use-attempt'
import page from './assignment.module.css'
import { OutsideLink } from './outside-link'
import styles from './repository.module.css'
import { usePastedLink } from './use-pasted-link'

interface RepositoryStepsProps {
  lessonId: string
  tests: MyTests
  /** False in a preview, in which nothing is connected. */
  records: boolean
}

/** The steps with which a person connects a repository (rules/repositories#connect). */
export function RepositorySteps({ lessonId, tests, records }: RepositoryStepsProps) {
  const { template_url, line } = tests
  const repository = records ? tests.repository : null
  const [opened, setOpened] = useState(false)
  const isAsked = repository !== null
  return (
    <ol className={styles.steps}>
      {template_url && (
        <Step title="Open the template" done={opened || isAsked}>
          <p className={page.muted}>At GitHub, press “Use this template” to make it yours.</p>
          <div>
            <ButtonAnchor
              href={template_url}
              target="_blank"
              rel="noopener noreferrer"
              onClick={() => setOpened(true)}
            >
              Open the template
              <ExternalLink aria-hidden="true" />
            </ButtonAnchor>
          </div>
        </Step>
      )}
      <Step title="Paste the address of your repository" done={isAsked}>
        {records ? (
          <Address lessonId={lessonId} repository={repository} />
        ) : (
          <p className={page.muted}>In a preview, nothing is connected.</p>
        )}
      </Step>
      <Step title="Add your line">
        <p className={page.muted}>
          Put this line into a file named <code>.rookies</code> at the top of the repository. It is
          yours, and for this lesson only.
        </p>
        <div className={page.row}>
          <code dir="ltr" className={styles.line}>
            {line}
          </code>
          <CopyButton label="Copy" text={line ?? ''} />
        </div>
      </Step>
      <Step title="Push">
        <p className={page.muted}>
          {isAsked
            ? 'Waiting for the first push. Tests run at GitHub; the result appears here.'
            : 'Tests run at GitHub; the result appears here.'}
        </p>
      </Step>
    </ol>
  )
}

interface StepProps {
  title: string
  done?: boolean
  children: ReactNode
}

function Step({ title, done = false, children }: StepProps) {
  return (
    <li className={styles.step} data-done={done || undefined}>
      <h3>
        {title}
        {done && <VisuallyHidden>, done</VisuallyHidden>}
      </h3>
      {children}
    </li>
  )
}

/** The address of the repository, which can be changed until its first push. */
function Address({ lessonId, repository }: { lessonId: string; repository: Repository | null }) {
  const client = useData()
  const queries = useQueryClient()
  const { busy, refusal, attempt } = useAttempt(({ message }) => message)
  /** What is typed; null while the address is only shown. */
  const [typed, setTyped] = useState(repository ? null : '')
  usePastedLink((link) => {
    if (typed !== '' || !/^https:\/\/(?:www\.)?github\.com\//i.test(link)) return false
    setTyped(link)
    return true
  })

  const ask = (address: string) =>
    attempt(async () => {
      await askRepository(client, { lessonId, repoUrl: typedLink(address) })
      await queries.invalidateQueries({ queryKey: assignmentKeys.mine(lessonId) })
      setTyped(null)
    })
  if (repository && typed === null) {
    return (
      <p className={page.link}>
        <OutsideLink url={repository.url}>
          <bdi>{`${repository.owner}/${repository.name}`}</bdi>
        </OutsideLink>
        <Button small variant="quiet" onClick={() => setTyped(repository.url)}>
          Change
        </Button>
      </p>
    )
  }
  return (
    <form
      noValidate
      aria-label="Your repository"
      className={page.stack}
      onSubmit={(event) => {
        event.preventDefault()
        void ask(typed ?? '')
      }}
    >
      <Field
        label="Address"
        type="url"
        inputMode="url"
        name="repository"
        dir="ltr"
        placeholder="https://github.com/you/repository"
        value={typed ?? ''}
        error={refusal?.message}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className={page.row}>
        <Button writes type="submit" disabled={busy}>
          {busy ? 'Saving...' : 'Use this repository'}
        </Button>
        {repository && (
          <Button variant="quiet" onClick={() => setTyped(null)}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
