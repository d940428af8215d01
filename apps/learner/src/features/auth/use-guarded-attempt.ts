import { accountNotice } from '@rookies/data/access/account-notice'
import type { DataError } from '@rookies/data/errors'
import { authMessage } from '@rookies/data/session/auth-message'
import { useBoot } from '../../shared/use-boot'
import { useAttempt } from '../../ui/use-attempt'

/** Like `useAttempt`, for a signed-in person. If the account may not enter, the guard says so instead of the form. */
export function useGuardedAttempt() {
  const boot = useBoot()
  return useAttempt((error: DataError) => {
    const notice = boot?.account ? accountNotice(boot.account, boot.settings) : null
    return notice && error.code === '42501' ? notice.message : authMessage(error)
  })
}
