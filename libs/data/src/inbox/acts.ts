import { acts } from '../records/named'

export const INBOX_ACTS = acts(['inbox/rows'], {
  'inbox/answer':
    () =>
    async (
      client,
      { questionId, body, operationId }: { questionId: string; body: string; operationId: string },
    ) => {
      const { answerQuestion, editAnswer } = await import('../questions/question-acts')
      const made = await answerQuestion(client, questionId, body, { operationId })
      // An earlier request has created the answer, its response was lost, and the person has changed the text since.
      if (made.body.trim() !== body.trim()) await editAnswer(client, made.id, body)
      return made
    },
  'inbox/finish': async () => (await import('./inbox')).finishRow,
  'inbox/hand_over': async () => (await import('./inbox')).handOverRow,
  'inbox/restore': async () => (await import('./inbox')).restoreRow,
  'inbox/snooze': async () => (await import('./inbox')).snoozeRow,
})
