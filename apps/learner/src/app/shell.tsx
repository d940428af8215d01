import { useEffect } from 'react'
import { Outlet } from 'react-router-dom'
import { departure } from './departure'
import styles from './shell.module.css'
import { TopBar } from './top-bar'

/** The frame of the members' area. */
export function Shell() {
  useEffect(() => {
    departure.deliberate = false
  }, [])

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <TopBar />
      <div id="content" tabIndex={-1} className={styles.content}>
        <Outlet />
      </div>
    </div>
  )
}
