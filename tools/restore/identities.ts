import { existsSync, readFileSync } from 'node:fs';
import { identitiesOf } from '../../apps/server/src/infrastructure/backup/backup-target.ts';
import { RestoreRefused } from '../../apps/server/src/infrastructure/backup/restore.ts';

/** Private keys of this file. */
export function identitiesFrom(file: string): string[] {
  if (!existsSync(file)) throw new RestoreRefused(`--key must be a file with the private key; ${file} is not there.`);
  const identities = identitiesOf(readFileSync(file, 'utf8'));
  if (identities.length === 0) throw new RestoreRefused(`${file} contains no key (AGE-SECRET-KEY-…).`);
  return identities;
}
