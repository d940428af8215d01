import { myCohortsQuery } from '@rookies/data/cohorts/my-cohorts'
import { cohortPath } from '@rookies/data/library/my-week'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import styles from './cohorts-section.module.css'
import { Section } from './section'
import { ZoneField } from './zone-field'

/** Shows a person's cohorts and time zone; nothing for people without a cohort (rules/accounts#preferences). */
export default function CohortsSection({ person }: { person: string }) {
  const client = useData()
  const cohorts = useQuery(myCohortsQuery(client, person))
  if (!cohorts.data || cohorts.data.length === 0) return null
  return (
    <Section title="Cohorts" lead="The groups with which you learn.">
      <div className={styles.content}>
        <ul className={styles.cohorts}>
          {cohorts.data.map(({ id, slug, title }) => (
            <li key={id}>
              <Link dir="auto" to={cohortPath(slug)}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
        <ZoneField
          person={person}
          hint="Openings are shown in the zone of the cohort, and in yours."
        />
      </div>
    </Section>
  )
}
