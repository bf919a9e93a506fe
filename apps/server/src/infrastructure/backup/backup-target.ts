/** The configured destination with its keys. The machine has a key of its own, with which it restores in drills. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { BackupConfig } from './backup-variables.ts';
import { createCodec, type Codec } from './codec.ts';
import { createBucketDestination } from './bucket-destination.ts';
import { createFolderDestination, type Destination } from './destination.ts';
import { guardDestination } from './destination-mark.ts';

export interface BackupTarget {
  codec: Codec;
  destination: Destination;
}

/** Objects are written for the operator and this machine; they are read with the key of this machine, or `identities`. */
export async function openTarget(
  config: Pick<BackupConfig, 'dir' | 'bucket' | 'recipients'>,
  dataDir: string,
  identities?: string[],
): Promise<BackupTarget> {
  // A restore reads from any place; only the server's own backups have one that is known.
  const destination = destinationOf(config, identities ? undefined : dataDir);
  if (config.recipients.length === 0 && !identities) return { codec: createCodec({ recipients: [] }), destination };
  const machine = identities ? undefined : await machineKey(dataDir);
  const recipients = machine ? [...config.recipients, await identityToRecipient(machine)] : config.recipients;
  return { codec: createCodec({ recipients, identities: identities ?? [machine!] }), destination };
}

export function destinationOf({ bucket, dir }: Pick<BackupConfig, 'dir' | 'bucket'>, dataDir?: string): Destination {
  if (bucket) return createBucketDestination(bucket);
  const folder = createFolderDestination(dir);
  return dataDir === undefined ? folder : guardDestination(dataDir, folder);
}

export const machineKeyFile = (dataDir: string): string => join(dataDir, 'backup', 'machine-key');

async function machineKey(dataDir: string): Promise<string> {
  const file = machineKeyFile(dataDir);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${await generateX25519Identity()}\n`, { mode: 0o600, flag: 'wx' });
  }
  chmodSync(file, 0o600);
  return identitiesOf(readFileSync(file, 'utf8'))[0]!;
}

/** Private keys of a file as the age program writes it, without its comments. */
export const identitiesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'));
