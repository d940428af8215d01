import { useBreadcrumb } from '@refinedev/core'
import { Breadcrumb, Flex, type MenuProps } from 'antd'
import { ChevronRight, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import cells from './cells.module.css'
import { MenuButton } from './menu-button'
import styles from './page-header.module.css'
import { PageTitle } from './page-title'

export interface PageHeaderProps {
  title: string
  subtitle?: string
  /** A badge beside the title. */
  beside?: ReactNode
  /** The main actions of the screen. */
  actions?: ReactNode
  /** Further actions, in a menu. */
  more?: NonNullable<MenuProps['items']>
  /** The progress of running work, such as an export, on a line of its own, so that nothing moves when it appears. */
  running?: ReactNode
}

/** A screen's breadcrumb, title and actions. */
export function PageHeader(props: PageHeaderProps) {
  const { title, subtitle, beside, actions, more = [], running } = props
  const above = useBreadcrumb().breadcrumbs.slice(0, -1)
  return (
    <Flex vertical gap={12} className={styles.header}>
      <PageTitle name={title} />
      {above.length > 0 && (
        <Breadcrumb
          aria-label="Breadcrumb"
          separator={<ChevronRight aria-hidden="true" />}
          items={[
            ...above.map(({ label, href = '' }) => ({ title: <Link to={href}>{label}</Link> })),
            { title: <span aria-current="page">{title}</span> },
          ]}
        />
      )}
      <Flex wrap align="flex-start" justify="space-between" gap="middle">
        <Flex wrap align="center" gap="small" className={styles.titles}>
          <h1 dir="auto">{title}</h1>
          {beside}
          {subtitle && <p className={`${styles.subtitle} ${cells.fact}`}>{subtitle}</p>}
        </Flex>
        <Flex gap="small">
          <Flex wrap gap="small">
            {actions}
          </Flex>
          {more.length > 0 && (
            <MenuButton
              outlined
              label="More"
              title="More"
              icon={<Ellipsis aria-hidden="true" />}
              items={more}
            />
          )}
        </Flex>
      </Flex>
      {running && <Flex justify="end">{running}</Flex>}
    </Flex>
  )
}
