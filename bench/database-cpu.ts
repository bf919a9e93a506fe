import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** Clock ticks per second of /proc on Linux. */
const TICKS = 100;

/** CPU time that all processes of a PostgreSQL server have used so far, in microseconds. */
export async function createDatabaseMeter(client: pg.Client): Promise<() => number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = statOf(String(rows[0]!.pid))!.parent;
  return () => {
    let ticks = 0;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const stat = statOf(pid);
      if (stat?.parent === postmaster) ticks += stat.own;
      // Backends that ended, parallel workers among them, are counted by the process that started them.
      else if (Number(pid) === postmaster) ticks += stat!.own + stat!.ended;
    }
    return (ticks / TICKS) * 1e6;
  };
}

/** Undefined for a process that has just ended. */
function statOf(pid: string): { parent: number; own: number; ended: number } | undefined {
  try {
    // The name in parentheses may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number);
    return { parent: fields[1]!, own: fields[11]! + fields[12]!, ended: fields[13]! + fields[14]! };
  } catch {
    return undefined;
  }
}
