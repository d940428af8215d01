import type { Person, TestDatabase } from '../database'

/** Returns functions that choose time zones for people. */
export function zones(db: TestDatabase) {
  const chooseZone = (person: Person, zone: string) =>
    db.owner(
      `insert into public.preferences (user_id, time_zone) values ($1, $2)
       on conflict (user_id) do update set time_zone = excluded.time_zone`,
      [person.id, zone],
    )

  /** A fixed zone in which it is now the given hour, on the day that is returned with it. */
  async function zoneWithHour(hour: number) {
    const now = new Date()
    const ahead = ((hour - now.getUTCHours() + 36) % 24) - 12
    const zone = ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
    const [row] = await db.owner('select private.local_day(now(), $1)::text as day', [zone])
    return { zone, day: String(row?.day) }
  }

  return { chooseZone, zoneWithHour }
}
