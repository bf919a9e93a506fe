import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createBucket } from '../s3/bucket.ts';
import { startS3Server } from '../s3/s3-server.fixture.ts';
import { createDiskStorage } from './disk.ts';
import { moveFiles } from './move-files.store.ts';

let s3: Awaited<ReturnType<typeof startS3Server>>;
let server: TestServer;
beforeAll(async () => {
  s3 = await startS3Server();
  server = await startTestServer({ env: { ...s3.variables, STORAGE_BUCKET: 'files' } });
});
afterAll(async () => {
  await server.stop();
  await s3.stop();
});

it('files move to the bucket while they are served; interrupted, removed and damaged ones are handled', async () => {
  const { companyId } = await server.createCompany();
  const { storageDir, storageBucket } = server.config;
  const folder = createDiskStorage(storageDir);
  const bucket = createBucket(storageBucket!);
  const stored = await Promise.all(
    Array.from({ length: 9 }, (_, at) => folder.put(Buffer.from(`file ${at}`), { companyId, kind: 'media' })),
  );
  const [damaged, withoutRow, removed, ...whole] = stored;
  for (const { key, bytes, sha256 } of stored) {
    if (key === withoutRow!.key) continue;
    await server.asOwner.query(
      `insert into files (company_id, storage_key, purpose, mime, bytes, sha256, name)
       values ($1, $2, 'media', 'text/plain', $3, $4, '')`,
      [companyId, key, bytes, Buffer.from(key === damaged!.key ? '00'.repeat(32) : sha256, 'hex')],
    );
  }
  const served = async (key: string) => {
    const file = await server.storage.open(key);
    return file && text(file.stream);
  };
  const options = { ownerUrl: server.ownerUrl, storageDir, bucket };
  const stop = new AbortController();
  const first = await moveFiles({ ...options, signal: stop.signal, onProgress: () => stop.abort() });
  expect(first.moved + first.unknown + first.damaged.length).toBeLessThan(9);

  const removing = {
    ...bucket,
    async put(...[key, content]: Parameters<typeof bucket.put>) {
      expect(await served(key)).toMatch(/^file \d$/);
      const written = await bucket.put(key, content);
      if (key === removed!.key) await server.storage.remove(key);
      return written;
    },
  };
  // What the first run moved is read from the bucket, so the removed file may be among it.
  const second = await moveFiles({ ...options, bucket: removing });
  await server.storage.remove(removed!.key);
  expect({ damaged: second.damaged, unknown: second.unknown }).toEqual({ damaged: [damaged!.key], unknown: 1 });
  expect(await moveFiles(options)).toMatchObject({ moved: 0 });
  expect([...s3.objects.keys()].sort()).toEqual(whole.map(({ key }) => `files/${key}`).sort());
  for (const { key } of [...whole, damaged!]) expect(await served(key)).toMatch(/^file \d$/);
  for (const { key } of whole) expect(await folder.open(key)).toBeUndefined();
  expect(await served(removed!.key)).toBeUndefined();
});
