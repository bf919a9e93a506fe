import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Timers } from './timers.ts';
import type { PhoneAccount } from './phones.ts';

const SAVE_DELAY_MS = 500;
/** A file of another version is ignored: the simulated phones start over. */
const VERSION = 2;

/** Saves the phones shortly after a change, atomically. */
export function createSave(path: string | undefined, timers: Timers) {
  let isPlanned = false;
  function now(accounts: () => PhoneAccount[]): void {
    if (path === undefined) return;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // The file contains tokens and webhook secrets.
    writeFileSync(`${path}.new`, JSON.stringify({ version: VERSION, accounts: accounts() }), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
  return {
    /** An unreadable file is ignored: these are simulated phones. */
    read(): PhoneAccount[] {
      if (path === undefined) return [];
      try {
        const saved = JSON.parse(readFileSync(path, 'utf8')) as { version: number; accounts: PhoneAccount[] };
        return saved.version === VERSION ? saved.accounts : [];
      } catch {
        return [];
      }
    },
    now,
    schedule(accounts: () => PhoneAccount[]): void {
      if (isPlanned || path === undefined) return;
      isPlanned = true;
      timers.later(SAVE_DELAY_MS, () => {
        isPlanned = false;
        try {
          now(accounts);
        } catch {
          // For example a full disk; the next change tries again.
        }
      });
    },
  };
}
