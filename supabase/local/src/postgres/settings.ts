/**
 * Returns PostgreSQL settings as `-c name=value` arguments. They are on the command line instead of in a
 * file, so that data of an earlier version runs with the current settings.
 */
export function serverArguments(port: number): string[] {
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    // Without a socket, PostgreSQL writes nothing outside of the data folder, and every login needs its
    // password.
    unix_socket_directories: '',
    max_connections: 60,

    // A commit is on the disk before it is acknowledged. Tests turn this off: their data need to survive the end of a
    // process, but no power cut.
    fsync: process.env.ROOKIES_FSYNC === 'off' ? 'off' : 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    // Realtime reads the write-ahead log.
    wal_level: 'logical',
    max_wal_senders: 4,
    max_replication_slots: 4,
    max_slot_wal_keep_size: '256MB',
    logical_decoding_work_mem: '8MB',

    // Small, because the whole backend has to fit into a few hundred megabytes on one machine.
    shared_buffers: '64MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '256MB',
    max_worker_processes: 4,
    max_parallel_workers: 2,
    max_parallel_workers_per_gather: 1,
    jit: 'off',

    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] %u ',
    // A failed statement, its parameters and the details of an error may contain what a person typed, so that
    // only the message is logged.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
