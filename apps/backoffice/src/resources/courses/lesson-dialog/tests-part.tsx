import { TESTS_DO_NAMES } from '@rookies/data/assignments/assignment-part'
import type { assignmentProblems } from '@rookies/data/assignments/edit-assignment'
import { linesOf, type TestValues, testValues } from '@rookies/data/assignments/edit-tests'
import type { AssignmentTests } from '@rookies/data/assignments/repositories'
import { shortSha, verdictText } from '@rookies/data/assignments/result'
import { TESTS_DO } from '@rookies/data/database.gen'
import { failure } from '@rookies/data/toasts'
import { formatCount } from '@rookies/data/wording'
import { Alert, Button, Checkbox, Flex, Input, Radio, Typography } from 'antd'
import type { ClipboardEvent } from 'react'
import { Link } from 'react-router-dom'
import { useAct } from '../../../app/use-act'
import { useLive } from '../../../app/use-live'
import { useRead } from '../../../app/use-read'
import { useRepositoriesUrl } from '../../../app/use-repositories-url'
import { Ago } from '../../../ui/ago'
import { ReadFailed } from '../../../ui/read-failed'
import typography from '../typography.module.css'
import styles from './assignment-panel.module.css'
import { control, Labelled } from './labelled'
import { useLesson } from './lesson-context'

type Problems = ReturnType<typeof assignmentProblems>

interface TestsPartProps {
  id: string
  form: TestValues
  problems: Problems
  onChange: (change: Partial<TestValues>) => void
}

/** Edits by which workflow commits are tested, and what the results do (rules/repositories#assignment). */
export function TestsPart({ id, form, problems, onChange }: TestsPartProps) {
  const field = { id, form, problems, onChange }
  const isTested = form.grader.trim() !== ''
  return (
    <section aria-labelledby={`${id}-heading`} className={styles.tests}>
      <h3 id={`${id}-heading`}>Tests</h3>
      <p className={`${typography.muted} ${styles.about}`}>
        Your school's grading repository tests each push at GitHub. Paste the whole assignment.yml
        that "npm run new-suite" wrote, or the workflow alone.
      </p>
      <TextLine {...field} name="grader" label="Workflow" onPaste={pasted(onChange)}>
        school/grading/.github/workflows/tests.yml@v1
      </TextLine>
      {isTested && (
        <>
          <State form={form} onChange={onChange} />
          <TextLine {...field} name="grader_sha" label="Commit of the workflow">
            Accepted after the first push
          </TextLine>
          <TextLine {...field} name="suite" label="Suite" />
          <TextLine {...field} name="template_url" label="Template for learners">
            https://github.com/school/template
          </TextLine>
          <TextLines {...field} name="paths" label="Taken from the commit, a path in each line" />
          <TextLines
            {...field}
            name="expected"
            label="Tests that must be there, one in each line"
          />
          <fieldset className={styles.choices}>
            <legend>What results do</legend>
            <Radio.Group
              value={form.tests_do}
              onChange={({ target }) => onChange({ tests_do: target.value })}
            >
              <Flex vertical gap="small">
                {TESTS_DO.map((effect) => (
                  <Radio key={effect} value={effect}>
                    {TESTS_DO_NAMES[effect]}
                  </Radio>
                ))}
              </Flex>
            </Radio.Group>
            {form.tests_do === 'PASS' && (
              <p className={typography.muted}>
                A learner's code runs in the process of the tests and can pretend that they pass.
                Nobody reads work that passes by itself.
              </p>
            )}
          </fieldset>
          <Checkbox
            checked={form.push_hands_in}
            onChange={({ target }) => onChange({ push_hands_in: target.checked })}
          >
            A push hands in
          </Checkbox>
        </>
      )}
    </section>
  )
}

/** Fills all fields with an `assignment.yml` that is pasted into the field of the workflow. */
const pasted =
  (onChange: TestsPartProps['onChange']) => (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    if (!/^grader:/m.test(text)) return
    event.preventDefault()
    void import('@rookies/course-format/assignment-file').then(({ readTests }) =>
      onChange(testValues(readTests(text, () => {}))),
    )
  }

interface FieldProps extends TestsPartProps {
  name: 'grader' | 'grader_sha' | 'suite' | 'template_url' | 'paths' | 'expected'
  label: string
}

interface TextLineProps extends FieldProps {
  /** An example. */
  children?: string
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void
}

function TextLine({ children, onPaste, ...field }: TextLineProps) {
  const { name, form, problems, onChange } = field
  const id = `${field.id}-${name.replace('_', '-')}`
  return (
    <Labelled id={id} label={field.label} error={problems[name]}>
      <Input
        {...control(id, problems[name])}
        autoComplete="off"
        spellCheck={false}
        placeholder={children}
        value={form[name]}
        onChange={({ target }) => onChange({ [name]: target.value })}
        {...(onPaste && { onPaste })}
      />
    </Labelled>
  )
}

function TextLines({ name, label, form, problems, onChange, ...field }: FieldProps) {
  const id = `${field.id}-${name}`
  return (
    <Labelled id={id} label={label} error={problems[name]}>
      <Input.TextArea
        {...control(id, problems[name])}
        autoSize={{ minRows: 2, maxRows: 10 }}
        spellCheck={false}
        value={form[name]}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </Labelled>
  )
}

/** Shows a new commit of the workflow, the author's own trial, and how many learners are connected. */
function State({ form, onChange }: Pick<TestsPartProps, 'form' | 'onChange'>) {
  const { lessonId } = useLesson()
  const read = useRead('assignments/tests', {
    input: { lessonId: lessonId ?? '' },
    enabled: lessonId !== null,
    staleTime: 0,
  })
  useLive(['submissions'], () => void read.refetch())
  const repositoriesUrl = useRepositoriesUrl()
  if (lessonId === null) {
    return (
      <p className={typography.muted}>Save the lesson to try its tests with your own repository.</p>
    )
  }
  if (!read.data) {
    return read.isError ? (
      <ReadFailed title="The state of the tests could not be loaded." read={read} />
    ) : null
  }
  const { grader_new_sha: moved, trial, line, connected, judged } = read.data
  return (
    <Flex vertical gap="small" className={styles.choices}>
      {moved !== null && moved !== form.grader_sha && (
        <NewCommit sha={moved} lessonId={lessonId} form={form} onChange={onChange} />
      )}
      <p className={typography.muted}>
        <Link to={repositoriesUrl(lessonId)}>
          {`${formatCount(connected, 'repository', 'repositories')} connected`}
        </Link>
        {`, ${formatCount(judged, 'commit')} tested. To try the tests, put this line into the file .rookies of a repository of your own, and paste its address on the page of the assignment: `}
        <Typography.Text code copyable>
          {line}
        </Typography.Text>
      </p>
      {trial && <Trial trial={trial} form={form} onChange={onChange} />}
    </Flex>
  )
}

interface NewCommitProps extends Pick<TestsPartProps, 'form' | 'onChange'> {
  sha: string
  lessonId: string
}

/**
 * Accepts the commit at which the workflow stands now (rules/repositories#believe). Beside unsaved changes, the commit is
 * saved with them.
 */
function NewCommit({ sha, lessonId, form, onChange }: NewCommitProps) {
  const { editor } = useLesson()
  const { mutate: accept, isPending } = useAct({
    act: () => ({ name: 'assignments/take_commit', input: { lessonId, sha } }),
    done: { title: 'Success', text: 'Commit accepted. Its results count from now on.' },
    failed: failure('Failed to accept the commit'),
  })
  const short = shortSha(sha)
  return (
    <Alert
      type="warning"
      showIcon
      message={
        form.grader_sha === ''
          ? `The workflow stands at commit ${short}. Its results count once you accept it.`
          : `The workflow has moved to commit ${short}. Its results are refused until you accept it.`
      }
      action={
        <Button
          size="small"
          loading={isPending}
          onClick={() => (editor.dirty ? onChange({ grader_sha: sha }) : accept())}
        >
          Accept Commit
        </Button>
      }
    />
  )
}

type TrialProps = Pick<TestsPartProps, 'form' | 'onChange'> & {
  trial: NonNullable<AssignmentTests['trial']>
}

function Trial({ trial, form, onChange }: TrialProps) {
  const names = trial.results.map(({ name }) => name)
  const expected = linesOf(form.expected)
  const isNew = names.length !== expected.length || names.some((name) => !expected.includes(name))
  const [first = '', ...rest] = verdictText(trial)
  return (
    <Alert
      type={trial.verdict === 'PASS' ? 'success' : 'warning'}
      showIcon
      message={
        <>
          Your trial, <Ago at={trial.received_at} />: {`${first.toLowerCase()}${rest.join('')}.`}
        </>
      }
      {...(isNew && {
        action: (
          <Button size="small" onClick={() => onChange({ expected: names.join('\n') })}>
            {`Expect These ${formatCount(names.length, 'Test')}`}
          </Button>
        ),
      })}
    />
  )
}
