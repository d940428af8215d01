import { countFormDrafts } from '@rookies/data/device/draft'
import { tabStore } from '@rookies/data/device/store'
import { useEffect } from 'react'
import { usePerson } from './person'
import { useToasts } from './toasts'

const SIGNING_IN = 'rookies-signing-in'

/** Stores that the person has to sign in again, until the panel is shown. */
export function setSigningIn(): void {
  tabStore.setItem(SIGNING_IN, '')
}

/** After a person has signed in again, shows a toast that what they typed is kept (rules/interface#nothing-lost). */
export function useKeptInputNotice(): void {
  const { id } = usePerson().account
  const toasts = useToasts()
  useEffect(() => {
    if (tabStore.getItem(SIGNING_IN) === null) return
    tabStore.removeItem(SIGNING_IN)
    if (countFormDrafts(tabStore, id) > 0) toasts.succeeded(KEPT)
  }, [id, toasts])
}

const KEPT = {
  title: 'What you typed is kept',
  text: 'It is not saved yet. Open its form to restore it.',
}
