import { askerName, type Question, STATE_LABELS } from '@rookies/data/questions/question'
import { questionFailure, questionMessages } from '@rookies/data/questions/question-acts'
import {
  type MergeTarget,
  mergeQuestions,
  mergeTargetsQuery,
} from '@rookies/data/questions/question-moderation'
import { questionKeys } from '@rookies/data/questions/question-queries'
import { localMoment } from '@rookies/data/time/moment-text'
import { formatCount } from '@rookies/data/wording'
import { useSettled } from '@rookies/ui/timing/use-settled'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useData } from '../../../shared/data-context'
import { Button } from '../../../ui/button'
import { Dialog, DialogActions } from '../../../ui/dialog'
import { showToast } from '../../../ui/toast-store'
import styles from './questions.module.css'

/** Milliseconds without typing after which questions are looked up. */
const PAUSE_MS = 300

interface MergeDialogProps {
  question: Question
  onClose: () => void
}

/** Merges a question into another one of its lesson, which the person chooses (rules/questions#merging). */
export function MergeDialog({ question, onClose }: MergeDialogProps) {
  const client = useData()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [target, setTarget] = useState<MergeTarget | null>(null)
  const [missed, setMissed] = useState(false)
  const words = useSettled(typed.trim(), PAUSE_MS)
  const found = useQuery({
    ...mergeTargetsQuery(client, question.id, words),
    placeholderData: (earlier) => earlier,
  })
  const merge = useMutation({
    mutationFn: ({ id: into }: MergeTarget) => mergeQuestions(client, question.id, into),
    onSuccess: (_nothing, { id: into, title }) => {
      onClose()
      navigate({ search: `?question=${into}` }, { replace: true, preventScrollReset: true })
      showToast({ tone: 'success', title: 'Questions merged', message: title })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: questionKeys.all }),
  })
  // The chosen question stays in the list while the person searches for another one.
  const shown = found.data ?? []
  const listed = target && !shown.some((one) => one.id === target.id) ? [target, ...shown] : shown
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (merge.isPending || listed.length === 0) return
    setMissed(target === null)
    if (target) merge.mutate(target)
  }
  return (
    <Dialog title="Merge into another question" onClose={onClose} persistent>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>
          The answers to this question and the people who follow it move to the question that you
          choose, and its address leads there. You can't undo this.
        </p>
        <div className={styles.field}>
          <label htmlFor={id}>Search the questions of this lesson</label>
          <input
            id={id}
            type="search"
            dir="auto"
            className={styles.box}
            data-autofocus
            autoComplete="off"
            maxLength={100}
            value={typed}
            onChange={({ target: field }) => setTyped(field.value)}
            disabled={merge.isPending}
          />
        </div>
        {found.isError && !found.data ? (
          <p role="alert" className={styles.problem}>
            {questionFailure(questionMessages.targetsFailed, found.error)}{' '}
            <Button small onClick={() => found.refetch()} disabled={found.isFetching}>
              Try Again
            </Button>
          </p>
        ) : found.isPending ? (
          <p className={styles.muted}>Loading questions...</p>
        ) : (
          listed.length > 0 && (
            <fieldset
              className={`${styles.audiences} ${styles.targets}`}
              disabled={merge.isPending}
            >
              <legend>{words === '' ? 'Questions like this one' : 'Questions found'}</legend>
              {listed.map((one) => (
                <label key={one.id} className={styles.check}>
                  <input
                    type="radio"
                    name={`${id}-target`}
                    checked={target?.id === one.id}
                    onChange={() => {
                      setTarget(one)
                      setMissed(false)
                    }}
                  />
                  <span>
                    <span dir="auto">{one.title}</span>
                    <span className={styles.muted}>
                      {`${STATE_LABELS[one.state]} · ${formatCount(one.answers, 'answer')} · `}
                      <bdi>{askerName(one)}</bdi>
                      {' · '}
                      <time dateTime={one.created_at}>{localMoment(one.created_at)}</time>
                    </span>
                  </span>
                </label>
              ))}
            </fieldset>
          )
        )}
        <p role="status" className={styles.muted}>
          {found.data?.length === 0 &&
            (words === ''
              ? 'This lesson has no other question that the same people can read.'
              : 'No question of this lesson that the same people can read has these words.')}
        </p>
        {missed && (
          <p role="alert" className={styles.problem}>
            Choose a question first.
          </p>
        )}
        {merge.isError && (
          <p role="alert" className={styles.problem}>
            {questionFailure(questionMessages.mergeFailed, merge.error)}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          {listed.length > 0 && (
            <Button type="submit" variant="danger" writes disabled={merge.isPending}>
              {merge.isPending ? 'Merging...' : 'Merge'}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
