/** What the operating system knows about a process: whether it lives, since when, and how it was started. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * A process id comes back after a reboot or a long uptime, so a process is known by its id and its start time together.
 * Undefined when no such process lives; one that has ended and was not collected by its parent counts as gone.
 */
export function startOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return readPs(pid, 'lstart');
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may itself hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** The arguments a process was started with, or none when it is gone. */
export function argumentsOf(pid: number): string[] {
  if (process.platform !== 'linux') return readPs(pid, 'args')?.split(' ') ?? [];
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** True once the process has ended, false when `withinMs` went by first. */
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
