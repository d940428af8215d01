import { Col, Row } from 'antd'
import type { ReactNode } from 'react'
import styles from './composer.module.css'

interface DraftSidesProps {
  id: string
  /** Being saved: nothing can be changed. */
  busy: boolean
  onSubmit: () => void
  preview: ReactNode
  children: ReactNode
}

/** What is written, as a form, and beside it how the bell will show it. */
export function DraftSides({ id, busy, onSubmit, preview, children }: DraftSidesProps) {
  return (
    <Row gutter={[32, 24]}>
      <Col xs={24} lg={15}>
        <form
          id={id}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            onSubmit()
          }}
        >
          <fieldset className={styles.form} disabled={busy}>
            {children}
          </fieldset>
        </form>
      </Col>
      <Col xs={24} lg={9}>
        <div className={styles.beside}>{preview}</div>
      </Col>
    </Row>
  )
}
