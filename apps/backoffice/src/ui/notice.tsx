import { Logo } from '@rookies/ui/components/logo/logo'
import { Flex, Result } from 'antd'
import type { ReactNode } from 'react'
import { useLook } from './look'
import styles from './notice.module.css'
import { PageTitle } from './page-title'

interface NoticeProps {
  title: string
  message?: string
  /** The missing right or other precondition, in a sentence. */
  reason?: string | undefined
  /** A short code above the title, such as 404. */
  code?: string
  actions: ReactNode
  /** Whether the notice is inside the panel's frame, which has its own main landmark. */
  within?: boolean
}

/** Shown in place of a whole screen: a title, a sentence, and buttons that lead on. */
export function Notice({ title, message, reason, code, actions, within = false }: NoticeProps) {
  const { site_name: site, logo } = useLook()
  return (
    <Flex
      vertical
      component={within ? 'div' : 'main'}
      align="center"
      justify="center"
      gap="large"
      className={within ? styles.within : styles.screen}
    >
      <PageTitle name={title} />
      {!within && <Logo name={site} logo={logo} />}
      <div className={styles.card}>
        <Result
          icon={code ? <p className={styles.code}>{code}</p> : null}
          title={<h1>{title}</h1>}
          subTitle={
            <>
              <p>{message}</p>
              <p>{reason}</p>
            </>
          }
          extra={
            <Flex wrap gap="small" justify="center">
              {actions}
            </Flex>
          }
        />
      </div>
    </Flex>
  )
}
