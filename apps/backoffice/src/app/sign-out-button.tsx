import { useLogout } from '@refinedev/core'
import { Button } from 'antd'

/** Signs out on a screen that has no menu. */
export function SignOutButton() {
  const { mutate: signOut, isPending } = useLogout()
  return (
    <Button type="primary" loading={isPending} onClick={() => signOut()}>
      Sign Out
    </Button>
  )
}
