import { useBoot } from '../../shared/use-boot'

/** Id of whoever is signed in, whose drafts are looked at; null until the account is known. */
export function usePersonId(): string | null {
  return useBoot()?.account?.id ?? null
}
