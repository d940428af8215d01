import { useLogout } from '@refinedev/core'
import { LIBRARY_PATH } from '@rookies/data/access/home'
import { roleLabel } from '@rookies/data/access/roles'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import { Flex, type MenuProps } from 'antd'
import { Library, LogOut } from 'lucide-react'
import cells from '../../ui/cells.module.css'
import { MenuButton } from '../../ui/menu-button'
import { leaveFor } from '../leave'
import { usePerson } from '../person'
import styles from './user-menu.module.css'

/** The menu of the signed-in person: their name and role, a link to the library, and signing out. */
export function UserMenu() {
  const { account } = usePerson()
  const { mutate: signOut, isPending } = useLogout()
  const name = account.name?.trim() || 'Admin'
  const role = account.role && roleLabel(account.role)

  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: (
        <Flex vertical className={styles.who}>
          <strong>{name}</strong>
          <span>{account.email}</span>
          <small>{role}</small>
        </Flex>
      ),
    },
    { type: 'divider' },
    {
      key: 'library',
      icon: <Library aria-hidden="true" />,
      label: 'Courses Library',
      onClick: () => leaveFor(LIBRARY_PATH),
    },
    {
      key: 'sign-out',
      icon: <LogOut aria-hidden="true" />,
      label: 'Sign Out',
      disabled: isPending,
      onClick: () => signOut(),
    },
  ]

  return (
    <MenuButton label={`Account: ${name}`} items={items}>
      <Avatar name={account.name} email={account.email} />
      <span className={styles.text}>
        <span>{name}</span>
        {role && <span className={cells.second}>{role}</span>}
      </span>
    </MenuButton>
  )
}
