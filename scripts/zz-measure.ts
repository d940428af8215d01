import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { execSync } from 'node:child_process'
import { copyMigratedCluster } from '../supabase/local/src/migrated-cluster'
import { startBackend } from '../supabase/local/src/main'
import { freePort } from '../supabase/local/src/free-port'
import { fill } from './bench/database'
import { runBackup, runRestore } from './backup/main'
rmSync('/tmp/zzm', { recursive: true, force: true }); mkdirSync('/tmp/zzm/a', { recursive: true })
const say = (l: string) => console.log('  >', l)
let t = Date.now(); const lap = (w: string) => { console.log(w, ((Date.now() - t)/1000).toFixed(1), 's', Math.round(process.memoryUsage().rss/1e6), 'MB', readFileSync('/proc/loadavg','utf8').trim()); t = Date.now() }
await copyMigratedCluster({ dataDir: '/tmp/zzm/a' })
const b = await startBackend({ dataDir: '/tmp/zzm/a', port: await freePort(), seeds: false, workerPauseMs: 2**31-1 }); lap('start')
await fill(b.databaseUrl('supabase_admin'), { people: 10000, courses: 20, callers: 0, seconds: 0 }, () => {}); lap('fill')
await b.stop()
await runBackup(['/tmp/zzm/b1'], { env: {}, dataDir: '/tmp/zzm/a', say }); lap('backup')
console.log(execSync('du -sh /tmp/zzm/b1 /tmp/zzm/a/postgres').toString())
await runBackup(['/tmp/zzm/b2'], { env: { BACKUP_KEY: 'a long enough key of words' }, dataDir: '/tmp/zzm/a', say }); lap('backup sealed')
await runBackup(['/tmp/zzm/b2', '--check'], { env: { BACKUP_KEY: 'a long enough key of words' }, dataDir: '/tmp/zzm/a', say }); lap('check sealed')
await runRestore(['/tmp/zzm/b1', '--erasures', 'none'], { env: {}, dataDir: '/tmp/zzm/c', say }); lap('restore')
rmSync('/tmp/zzm', { recursive: true, force: true })
