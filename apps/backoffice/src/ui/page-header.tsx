import { useBreadcrumb } from '@refinedev/core'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './page-header.module.css'
import { PageTitle } from './page-title'

interface PageHeaderProps {
  title: string
  subtitle?: string
  /** Beside the title: a badge. */
  beside?: ReactNode
  actions?: ReactNode
}

/** Where one is, what this screen is called, and what can be done with all of it. */
export function PageHeader({ title, subtitle, beside, actions }: PageHeaderProps) {
  const above = useBreadcrumb().breadcrumbs.slice(0, -1)
  return (
    <div className={styles.header}>
      <PageTitle name={title} />
      {above.length > 0 && (
        <nav aria-label="Breadcrumb">
          <ol className={styles.crumbs}>
            {above.map(({ label, href = '' }) => (
              <li key={href}>
                <Link to={href}>{label}</Link>
                <ChevronRight aria-hidden="true" />
              </li>
            ))}
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
      )}
      <div className={styles.row}>
        <div className={styles.titles}>
          <h1 className={styles.title}>{title}</h1>
          {beside}
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}
