import type { MyAssignment } from '@rookies/data/assignments/my-assignment'
import { isNothing, WORK_LIMITS, type WorkDraft } from '@rookies/data/assignments/my-draft'
import { shortSha } from '@rookies/data/assignments/result'
import { linkProblem, typedLink } from '@rookies/data/links/typed-link'
import { characterCount } from '@rookies/data/records/limits'
import { useEffect, useId, useRef, useState } from 'react'
import { LazyPart } from '../../../shared/lazy-part'
import { OptionalPart } from '../../../shared/optional-section'
import { Button } from '../../../ui/button'
import { Field } from '../../../ui/field'
import { Refusal } from '../../../ui/refusal'
import { savedText } from '../hand-in/use-draft'
import styles from './assignment.module.css'
import type { CodeFieldProps } from './code-field'
import type { FilesFieldProps } from './files-field'
import { OtherDrafts } from './other-drafts'
import { connectedIn, gateProblem } from './tests-text'
import { usePastedLink } from './use-pasted-link'
import type { WorkDraftUse } from './use-work-draft'

/** The code of these two fields loads only if the assignment accepts code or files. */
const codeField = new LazyPart<CodeFieldProps>(() => import('./code-field'))
const filesField = new LazyPart<FilesFieldProps>(() => import('./files-field'))

type Problems = Partial<Record<keyof WorkDraft | 'nothing', string>>

interface HandInFormProps {
  assignment: MyAssignment
  work: WorkDraftUse
  /** Whether the form takes the focus, because the person has just opened it. */
  focused: boolean
  onHandedIn: () => void
}

/** The form for the next round. What is typed is stored as a draft (rules/assignments#drafts). */
export function HandInForm({ assignment, work, focused, onHandedIn }: HandInFormProps) {
  const { draft, change } = work
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [sending, setSending] = useState(0)
  const takes = (kind: MyAssignment['accepts'][number]) => assignment.accepts.includes(kind)
  const edit = (part: Partial<WorkDraft>) => {
    setProblems({})
    change(part)
  }
  const { tests } = assignment
  const connected = connectedIn(tests)
  const gate = gateProblem(assignment)
  usePastedLink((link) => {
    if (takes('LINK') && draft.url === '') edit({ url: link })
    // The address of a tested repository goes into the field that connects it.
    else if (takes('REPOSITORY') && !tests && draft.repo_url === '') edit({ repo_url: link })
    else return false
    return true
  })
  useEffect(() => {
    if (focused) form.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
  }, [focused])

  const handIn = (secondOpinion: boolean) => {
    const links = {
      url: typedLink(draft.url),
      repo_url: connected?.url ?? typedLink(draft.repo_url),
    }
    if (links.url !== draft.url || links.repo_url !== draft.repo_url) change(links)
    const found = problemsOf({ ...draft, ...links }, sending > 0)
    setProblems(found)
    if (Object.keys(found).length === 0) {
      work.handIn(secondOpinion)
      onHandedIn()
    }
  }
  const first = Object.keys(problems)[0]
  useEffect(() => {
    if (first) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [first])

  const returned = assignment.submission?.state === 'RETURNED'
  // Unlike `rounds`, the submission counts the rounds that are not sent yet.
  const round = (assignment.submission?.round ?? 0) + 1
  const left = WORK_LIMITS.text - characterCount(draft.text)
  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      aria-label="Hand in"
      onSubmit={(event) => {
        event.preventDefault()
        handIn(false)
      }}
    >
      {round > 1 && <h3 className={styles.next}>{`Round ${round}`}</h3>}
      <OtherDrafts kept={assignment.draft?.kept ?? []} take={work.take} drop={work.drop} />
      {work.refused && (
        <Refusal id={`${id}-refused`} title="This was not accepted" message={work.refused} />
      )}
      {takes('LINK') && (
        <Field
          label="Link"
          type="url"
          inputMode="url"
          name="url"
          dir="ltr"
          placeholder="https://"
          required={false}
          value={draft.url}
          error={problems.url}
          onChange={({ target }) => edit({ url: target.value })}
        />
      )}
      {connected && (
        <div>
          <p className={styles.label}>Repository</p>
          <p>
            {tests?.result
              ? `Hand in takes the newest tested commit ${shortSha(tests.result.sha)} of `
              : 'Hand in takes the newest commit of '}
            <bdi>{`${connected.owner}/${connected.name}`}</bdi>.
          </p>
        </div>
      )}
      {takes('REPOSITORY') && !connected && !gate && (
        <Field
          label="Repository"
          type="url"
          inputMode="url"
          name="repo_url"
          dir="ltr"
          placeholder="https://github.com/"
          hint={
            tests
              ? 'Handed in by link alone, it is marked “not connected”, and nothing tests it.'
              : 'Push before you hand in. The commit is looked up on GitHub, GitLab and Bitbucket.'
          }
          required={false}
          value={draft.repo_url}
          error={problems.repo_url}
          onChange={({ target }) => edit({ repo_url: target.value })}
        />
      )}
      {takes('TEXT') && (
        <div className={styles.field}>
          <label htmlFor={`${id}-text`} className={styles.label}>
            Text
          </label>
          <textarea
            id={`${id}-text`}
            dir="auto"
            rows={6}
            className={`${styles.area} ${styles.tall}`}
            value={draft.text}
            aria-invalid={problems.text ? true : undefined}
            aria-describedby={`${id}-text-about`}
            onChange={({ target }) => edit({ text: target.value })}
          />
          <p id={`${id}-text-about`} className={problems.text ? styles.error : styles.muted}>
            {problems.text ??
              (left < 1000 ? `${left} characters left` : 'Shown line by line, as you type it.')}
          </p>
        </div>
      )}
      {takes('CODE') && (
        <OptionalPart
          subject="The editor for code"
          part={codeField}
          props={{ files: draft.code, error: problems.code, onChange: (code) => edit({ code }) }}
        />
      )}
      {takes('FILE') && (
        <OptionalPart
          subject="The upload of files"
          part={filesField}
          props={{
            lessonId: assignment.lesson_id,
            files: draft.files,
            error: problems.files,
            onChange: (files) => edit({ files }),
            onSending: setSending,
          }}
        />
      )}
      <div className={styles.field}>
        <label htmlFor={`${id}-note`} className={styles.label}>
          Note for the reviewer <span className={styles.optional}>(optional)</span>
        </label>
        <textarea
          id={`${id}-note`}
          dir="auto"
          rows={2}
          className={styles.area}
          value={draft.note}
          aria-invalid={problems.note ? true : undefined}
          aria-describedby={problems.note ? `${id}-note-problem` : undefined}
          onChange={({ target }) => edit({ note: target.value })}
        />
        {problems.note && (
          <p id={`${id}-note-problem`} className={styles.error}>
            {problems.note}
          </p>
        )}
      </div>
      {problems.nothing && (
        <p role="alert" className={styles.error}>
          {problems.nothing}
        </p>
      )}
      <div className={styles.row}>
        <Button
          writes
          variant="primary"
          type="submit"
          disabled={gate !== null}
          aria-describedby={gate ? `${id}-gate` : undefined}
        >
          {round === 1 ? 'Hand in' : `Hand in round ${round}`}
        </Button>
        {returned && (
          <Button writes disabled={gate !== null} onClick={() => handIn(true)}>
            Ask for a second opinion
          </Button>
        )}
        {gate && (
          <p id={`${id}-gate`} className={styles.muted}>
            {gate}
          </p>
        )}
        <p role="status" className={styles.kept}>
          {savedText('Your draft', work)}
        </p>
      </div>
      {returned && (
        <p className={styles.muted}>
          You disagree with the review? A second opinion hands this in with your note, and somebody
          else reads it.
        </p>
      )}
    </form>
  )
}

/** Returns why a draft cannot be handed in, by field; empty if it can. The server validates it too. */
function problemsOf(draft: WorkDraft, isSending: boolean): Problems {
  const { text, url, repo_url, code, note } = draft
  const problems: Problems = {}
  const [link, repository] = [linkProblem(url), linkProblem(repo_url, true)]
  if (link) problems.url = link
  if (repository) problems.repo_url = repository
  if (characterCount(text) > WORK_LIMITS.text) {
    problems.text = 'Text must be less than 50,000 characters'
  }
  const names = code.map(({ name }) => name.trim())
  const bytes = code.reduce((sum, { body }) => sum + new Blob([body]).size, 0)
  if (names.includes('')) problems.code = 'Each file needs a name.'
  else if (new Set(names).size < names.length) problems.code = 'Two files have the same name.'
  else if (bytes > WORK_LIMITS.codeBytes) problems.code = 'Code is at most 200 kB in all.'
  if (isSending) problems.files = 'Your files are still on their way.'
  if (characterCount(note) > WORK_LIMITS.note) {
    problems.note = 'A note must be less than 2,000 characters'
  }
  if (isNothing(draft) && !isSending) problems.nothing = 'There is nothing to hand in yet.'
  return problems
}
