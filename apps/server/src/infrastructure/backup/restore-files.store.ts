/** Brings back the files of the rows of a restored database. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import pg from 'pg';
import { UnreadableObject, type Codec } from './codec.ts';
import type { Destination } from './destination.ts';
import { fileName } from './upload.store.ts';

interface Options {
  ownerUrl: string;
  codec: Codec;
  destination: Destination;
  storageDir: string;
  /** Undefined: those of all companies. */
  companyId?: number | undefined;
}
const PAGE = 500;

/** Size of the files of all rows. */
export async function fileBytes(ownerUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-restore' });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: number }>(
      'select coalesce(sum(bytes), 0)::float8 as bytes from files',
    );
    return rows[0]!.bytes;
  } finally {
    await client.end();
  }
}

/** Returns how many files were restored, and the keys of rows whose file the backup does not have. */
export async function restoreFiles({ ownerUrl, codec, destination, storageDir, companyId }: Options) {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-restore' });
  await client.connect();
  const missing: string[] = [];
  let restored = 0;
  try {
    for (let after = ['0', '00000000-0000-0000-0000-000000000000']; ;) {
      const { rows } = await client.query<{ company: string; id: string; key: string; bytes: string; hash: string }>(
        `select company_id::text as company, id, storage_key as key, bytes::text, encode(sha256, 'hex') as hash from files
          where (company_id, id) > ($1, $2) and ($4::integer is null or company_id = $4)
          order by company_id, id limit $3`,
        [...after, PAGE, companyId ?? null],
      );
      for (const row of rows) {
        const content = await codec.open(destination, fileName(codec, row.key));
        if (!content) {
          missing.push(row.key);
          continue;
        }
        const target = join(storageDir, row.key);
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        const digest = createHash('sha256');
        const hashed = new PassThrough().on('data', (chunk: Buffer) => digest.update(chunk));
        await pipeline(content, hashed, createWriteStream(target, { mode: 0o600, flush: true }));
        if (digest.digest('hex') !== row.hash) {
          await rm(target, { force: true });
          throw new UnreadableObject(`${fileName(codec, row.key)} is not the file of its row`);
        }
        restored += 1;
      }
      const last = rows.at(-1);
      if (!last) return { restored, missing };
      after = [last.company, last.id];
    }
  } finally {
    await client.end();
  }
}
