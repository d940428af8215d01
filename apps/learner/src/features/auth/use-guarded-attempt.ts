import { accountNotice } from '@rookies/data/access/account-notice'
import type { DataError } from '@rookies/data/errors'
import { authMessage } from '@rookies/data/session/auth-message'
import { useBoot } from '../../shared/use-boot'
import { useAttempt } from '../../ui/use-attempt'

/** An attempt of a signed-in person. An account that may not enter gets the guard's explanation instead of a refusal. */
export function useGuardedAttempt() {
  const boot = useBoot()
  return useAttempt((error: DataError) => {
    const notice = boot?.account ? accountNotice(boot.account, boot.settings) : null
    return notice && error.code === '42501' ? notice.message : authMessage(error)
  })
}
