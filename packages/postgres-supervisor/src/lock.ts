/** One owner per data folder: a lock file with the process that holds it. */
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { startOf } from './processes.ts';

/** Another process holds the folder; the message for the user contains its id and address. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
}

export type Lock = { release(): void };

type Holder = { pid: number; start: string; where: string };

/** Throws `AlreadyRunning` while the holder is alive; the lock of a dead holder is replaced. */
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

/** Creating a hard link is atomic, also when two processes try at the same time. */
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
 * Removes the lock of a dead holder. Two processes can find the same dead holder: only the process that created the
 * marker removes the lock, and only while its content is unchanged, so that a new lock is never removed.
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
