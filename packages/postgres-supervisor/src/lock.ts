/** One owner per data folder: a file that names the living process that holds it. */
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { startOf } from './processes.ts';

/** Somebody else holds the folder; the message says who and where, for a person to read. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
}

export type Lock = { release(): void };

type Holder = { pid: number; start: string; where: string };

/** Throws `AlreadyRunning` while the process that took it lives; a dead holder's lock is taken over. */
export function takeLock(file: string, where: string): Lock {
  const ownContent = JSON.stringify({ pid: process.pid, start: startOf(process.pid) ?? '', where } satisfies Holder);
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, ownContent, { mode: 0o600 });
  try {
    while (!tryLink(draft, file)) {
      const existing = contentOf(file);
      const holder = livingHolder(existing);
      if (holder) throw new AlreadyRunning(describe(holder));
      if (existing !== undefined) clear(file, existing, draft);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release() {
      if (contentOf(file) === ownContent) rmSync(file, { force: true });
    },
  };
}

/** A hard link appears whole or is refused, also when two processes try in the same instant. */
function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Removes a dead holder's lock. Two processes may find the same dead holder: only the one that made the marker may
 * remove it, and only while the file still says what was found, so that a fresh lock is never swept away.
 */
function clear(file: string, existing: string, draft: string): void {
  const marker = `${file}.clearing`;
  if (!tryLink(draft, marker)) {
    if (!livingHolder(contentOf(marker))) rmSync(marker, { force: true });
    return;
  }
  if (contentOf(file) === existing) rmSync(file, { force: true });
  rmSync(marker, { force: true });
}

function livingHolder(content: string | undefined): Holder | undefined {
  if (content === undefined) return undefined;
  try {
    const holder = JSON.parse(content) as Holder;
    return startOf(holder.pid) === holder.start ? holder : undefined;
  } catch {
    return undefined;
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function describe({ pid, where }: Holder): string {
  return `Balcão is already running at ${where} (process ${pid}); stop that one first.`;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
