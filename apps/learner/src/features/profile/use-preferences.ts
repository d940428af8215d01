import {
  type Preferences,
  preferencesQuery,
  savePreferences,
} from '@rookies/data/account/preferences'
import { DEFAULT_ERROR_MESSAGE } from '@rookies/data/errors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useData } from '../../shared/data-context'
import { showToast } from '../../ui/toast-store'
import { useAttempt } from '../../ui/use-attempt'

/**
 * Returns a person's preferences (undefined until they have loaded), and a function that saves a change at once. While
 * one change is saved, further ones are ignored, so each control has its own.
 */
export function usePreferences(person: string) {
  const client = useData()
  const queries = useQueryClient()
  const saved = useQuery(preferencesQuery(client, person)).data
  // The change that is being saved. It is shown before the server has answered.
  const [change, setChange] = useState<Partial<Preferences>>({})
  const { busy, refusal, attempt } = useAttempt(() => DEFAULT_ERROR_MESSAGE)

  const save = async (next: Partial<Preferences>) => {
    if (busy) return
    setChange(next)
    if (await attempt(() => savePreferences(client, queries, person, next))) {
      showToast({ tone: 'success', title: 'Saved' })
    }
    setChange({})
  }
  return { preferences: saved && { ...saved, ...change }, refusal, save }
}
