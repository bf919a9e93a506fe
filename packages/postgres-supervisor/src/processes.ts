/** Reads from the operating system whether a process is alive, its start time and its arguments. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Start time of a process. Ids are reused, so id and start time together identify a process.
 * Undefined if the process is not alive; a zombie counts as ended.
 */
export function startOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return readPs(pid, 'lstart');
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program name in brackets, which can contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** The command-line arguments of a process; empty if it has ended. */
export function argumentsOf(pid: number): string[] {
  if (process.platform !== 'linux') return readPs(pid, 'args')?.split(' ') ?? [];
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** True once the process has ended, false after `timeoutMs`. */
export async function hasEnded(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (startOf(pid) !== undefined) {
    if (performance.now() > deadline) return false;
    await delay(5);
  }
  return true;
}

function readPs(pid: number, column: string): string | undefined {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
