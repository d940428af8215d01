import {
  acceptAnswer,
  deleteQuestionPost,
  dismissReports,
  followQuestion,
  questionFailure,
  questionMessages,
  reopenQuestion,
  reportQuestionPost,
  restoreQuestionPost,
  type Subject,
} from '@rookies/data/questions/question-acts'
import { type BanChange, banFromQuestions } from '@rookies/data/questions/question-moderation'
import { questionKeys } from '@rookies/data/questions/question-queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useData } from '../../../shared/data-context'
import { showError, showToast } from '../../../ui/toast-store'

interface QuestionAction {
  run: () => Promise<unknown>
  /** The message when it fails. */
  failure: string
  done?: () => void
}

/** Returns functions that change questions and answers. Each reads them again, and shows a message if it fails. */
export function useQuestionActions() {
  const client = useData()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ run }: QuestionAction) => run(),
    onSuccess: (_answer, { done }) => done?.(),
    onError: (thrown, { failure }) => showError(questionFailure(failure, thrown)),
    onSettled: () => queries.invalidateQueries({ queryKey: questionKeys.all }),
  })
  const {
    acceptFailed,
    banFailed,
    deleteFailed,
    dismissFailed,
    followFailed,
    reopenFailed,
    reportFailed,
    restoreFailed,
    unbanFailed,
  } = questionMessages
  return {
    busy: isPending,
    accept: (questionId: string, answerId: string | null) =>
      mutate({ run: () => acceptAnswer(client, questionId, answerId), failure: acceptFailed }),
    reopen: (questionId: string) =>
      mutate({ run: () => reopenQuestion(client, questionId), failure: reopenFailed }),
    follow: (questionId: string, follows: boolean) =>
      mutate({ run: () => followQuestion(client, questionId, follows), failure: followFailed }),
    report: (subject: Subject, reason: string) =>
      mutate({
        run: () => reportQuestionPost(client, subject, reason),
        failure: reportFailed,
        done: () =>
          showToast({
            tone: 'success',
            title: 'Reported',
            message: 'The people who run this course will look at it.',
          }),
      }),
    dismiss: (subject: Subject) =>
      mutate({
        run: () => dismissReports(client, subject),
        failure: dismissFailed,
        done: () => showToast({ tone: 'success', title: 'Reports dismissed' }),
      }),
    ban: (change: BanChange, name: string) =>
      mutate({
        run: () => banFromQuestions(client, change),
        failure: change.banned ? banFailed : unbanFailed,
        done: () =>
          showToast({
            tone: 'success',
            title: change.banned ? 'Banned from the questions' : 'Ban lifted',
            message: name,
          }),
      }),
    remove: (subject: Subject, title: string) =>
      mutate({
        run: () => deleteQuestionPost(client, subject),
        failure: deleteFailed,
        done: () => {
          const undo = () =>
            mutate({ run: () => restoreQuestionPost(client, subject), failure: restoreFailed })
          showToast({ tone: 'success', title, action: { label: 'Undo', onSelect: undo } })
        },
      }),
  }
}
