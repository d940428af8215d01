import { useBoot } from '../../shared/use-boot'

/** Id of the signed-in person, whose drafts are looked at; null until the account is known. */
export function usePersonId(): string | null {
  return useBoot()?.account?.id ?? null
}
