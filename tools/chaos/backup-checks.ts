/** What must be true of a destination at any moment, and copies of its backups that are old enough to be removed. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { BackupTarget } from '../../apps/server/src/infrastructure/backup/backup-target.ts';
import {
  baseFolder,
  findBackups,
  readManifest,
  writeManifest,
} from '../../apps/server/src/infrastructure/backup/manifest.ts';
import { restorePoints } from '../../apps/server/src/infrastructure/backup/restore.ts';

export interface DestinationCheck {
  complete: string[];
  /** Objects of complete backups that are missing or differ from their manifest. */
  damaged: string[];
  /** Complete backups without the segments that make them consistent. */
  unrestorable: string[];
  /** Folders without a manifest that are offered as backups. */
  mistaken: string[];
  incomplete: number;
}

/** Reads every object of every complete backup and compares it with the manifest. */
export async function checkDestination({ codec, destination }: BackupTarget): Promise<DestinationCheck> {
  const { complete, incomplete } = await findBackups(destination);
  const points = new Set((await restorePoints(codec, destination)).points.map(({ name }) => name));
  const damaged: string[] = [];
  for (const name of complete) {
    const manifest = await readManifest(codec, destination, name);
    for (const { object, bytes, sha256 } of manifest.parts) {
      const digest = createHash('sha256');
      let size = 0;
      for await (const chunk of ((await destination.get(object)) ?? []) as AsyncIterable<Buffer>) {
        digest.update(chunk);
        size += chunk.length;
      }
      if (size !== bytes || digest.digest('hex') !== sha256) damaged.push(object);
    }
  }
  return {
    complete,
    damaged,
    unrestorable: complete.filter((name) => !points.has(name)),
    mistaken: incomplete.filter(({ name }) => points.has(name)).map(({ name }) => name),
    incomplete: incomplete.length,
  };
}

/** Ending of the name of such a copy. */
export const COPIED = '-copied';
const EXTRA_OBJECTS = 400;

/** A copy of a backup that seems to be older by some days, with hundreds of objects, because its removal should take a while. */
export async function addAgedCopy(target: BackupTarget, backupDir: string, name: string, days: number) {
  const { codec, destination } = target;
  const manifest = await readManifest(codec, destination, name);
  const shifted = (at: string) => new Date(Date.parse(at) - days * DAY_MS).toISOString();
  const aged = `${shifted(manifest.startedAt).replace(/[-:]/g, '').replace(/\.\d+/, '')}${COPIED}`;
  const folder = join(backupDir, baseFolder(aged));
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  cpSync(join(backupDir, baseFolder(name)), folder, {
    recursive: true,
    filter: (path) => !path.includes('manifest.json'),
  });
  for (let n = 0; n < EXTRA_OBJECTS; n += 1) writeFileSync(join(folder, `part-extra-${n}`), '');
  await writeManifest(codec, destination, {
    ...manifest,
    name: aged,
    startedAt: shifted(manifest.startedAt),
    stoppedAt: shifted(manifest.stoppedAt),
    parts: manifest.parts.map((part) => ({ ...part, object: part.object.replace(baseFolder(name), baseFolder(aged)) })),
  });
  return aged;
}
