import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Flex, Spin } from 'antd'
import styles from './panel-loading.module.css'

/** Shown until the person's session and rights are known. */
export function PanelLoading() {
  return (
    <Flex
      vertical
      component="main"
      align="center"
      justify="center"
      gap="middle"
      className={styles.screen}
      aria-busy="true"
    >
      <h1>
        <VisuallyHidden>Admin Panel</VisuallyHidden>
      </h1>
      <span aria-hidden="true">
        <Spin size="large" />
      </span>
      <p role="status">Loading...</p>
    </Flex>
  )
}
