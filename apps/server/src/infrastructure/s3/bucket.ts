/** One bucket of an S3-compatible server. An object appears complete or not at all; large ones are stored in parts. */
import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createS3Client, type S3Access, S3Failure } from './client.ts';
import { completionOf, objectsOf, textOf, uploadsOf, type BucketObject } from './xml.ts';

export interface BucketConfig extends S3Access {
  bucket: string;
}
export interface Written {
  bytes: number;
  sha256: string;
}
interface Range {
  start: number;
  end: number;
}
export interface Bucket {
  /** For the operator. */
  where: string;
  put(
    key: string,
    content: Readable | Buffer,
    options?: { maxBytes?: number; onTooLarge?: () => Error },
  ): Promise<Written>;
  /** Undefined when there is no such object. `bytes` is the size of the whole object. */
  get(key: string, range?: Range): Promise<{ stream: Readable; bytes: number } | undefined>;
  stat(key: string): Promise<BucketObject | undefined>;
  remove(key: string): Promise<void>;
  /** Pages of objects, sorted by key. */
  list(prefix: string): AsyncGenerator<BucketObject[]>;
  /** Removes parts of uploads that a killed process left; returns how many uploads. */
  abortUploads(startedBefore: Date): Promise<number>;
}

/** Larger objects are sent in parts of this size; at most two parts are in memory. */
const PART_BYTES = 16 * 1024 * 1024;
const SHA256_HEADER = 'x-amz-meta-sha256';

export function createBucket({ bucket, ...access }: BucketConfig, partBytes = PART_BYTES): Bucket {
  const request = createS3Client(access);
  const pathOf = (key: string) => `${bucket}/${key}`;

  async function putWhole(key: string, content: Buffer, sha256: string): Promise<void> {
    await request('PUT', pathOf(key), { body: content, headers: { [SHA256_HEADER]: sha256 } });
  }

  async function beginUpload(key: string) {
    const answer = await request('POST', pathOf(key), { query: { uploads: '' } });
    const uploadId = textOf('UploadId', await answer.text());
    if (!uploadId) throw new S3Failure('the storage did not begin an upload in parts');
    const etags: string[] = [];
    return {
      async add(part: Buffer) {
        const query = { partNumber: String(etags.length + 1), uploadId };
        const { headers } = await request('PUT', pathOf(key), { query, body: part });
        etags.push(headers.get('etag') ?? '');
      },
      async complete(bytes: number) {
        try {
          const answer = await request('POST', pathOf(key), { query: { uploadId }, body: completionOf(etags) });
          const code = textOf('Code', await answer.text());
          if (code) throw new S3Failure(`the storage did not join the parts: ${code}`);
        } catch (error) {
          // A repeated request finds no upload when the first one was answered too late.
          if ((await stat(key).catch(() => undefined))?.bytes !== bytes) throw error;
        }
      },
      abort: () => abort(key, uploadId),
    };
  }

  const abort = async (key: string, uploadId: string) =>
    void (await request('DELETE', pathOf(key), { query: { uploadId }, accepted: [404] }));

  async function stat(key: string): Promise<BucketObject | undefined> {
    const { status, headers } = await request('HEAD', pathOf(key), { accepted: [404] });
    if (status === 404) return undefined;
    return {
      key,
      bytes: Number(headers.get('content-length')),
      at: new Date(headers.get('last-modified') ?? 0),
    };
  }

  async function put(
    key: string,
    content: Readable | Buffer,
    { maxBytes = Infinity, onTooLarge = () => new Error('too large') }: Parameters<Bucket['put']>[2] = {},
  ): Promise<Written> {
    const digest = createHash('sha256');
    let bytes = 0;
    let upload: Awaited<ReturnType<typeof beginUpload>> | undefined;
    async function* counted() {
      for await (const piece of content instanceof Readable ? (content as AsyncIterable<Buffer | string>) : [content]) {
        const chunk = Buffer.isBuffer(piece) ? piece : Buffer.from(piece);
        bytes += chunk.length;
        if (bytes > maxBytes) throw onTooLarge();
        digest.update(chunk);
        yield chunk;
      }
    }
    try {
      let part: Buffer | undefined;
      for await (const next of partsOf(counted(), partBytes)) {
        if (part) await (upload ??= await beginUpload(key)).add(part);
        part = next;
      }
      const sha256 = digest.digest('hex');
      if (!upload) await putWhole(key, part ?? Buffer.alloc(0), sha256);
      else {
        await upload.add(part!);
        await upload.complete(bytes);
      }
      return { bytes, sha256 };
    } catch (error) {
      await upload?.abort().catch(() => {});
      throw error;
    } finally {
      if (content instanceof Readable) content.destroy();
    }
  }

  return {
    where: `${access.endpoint}/${bucket}`,
    put,
    async get(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await request('GET', pathOf(key), { headers, accepted: [404, 416], isFile: true });
      if (answer.status !== 404 && answer.status !== 416) return openedFrom(answer);
      answer.body.destroy();
      if (answer.status === 404) return undefined;
      // The range begins behind the end.
      return { stream: Readable.from([]), bytes: (await stat(key))?.bytes ?? 0 };
    },
    stat,
    async remove(key) {
      await request('DELETE', pathOf(key), { accepted: [404] });
    },
    async *list(prefix) {
      for (let token = ''; ;) {
        const query = { 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) };
        const page = await (await request('GET', bucket, { query })).text();
        yield objectsOf(page);
        token = textOf('NextContinuationToken', page) ?? '';
        if (!token) return;
      }
    },
    async abortUploads(startedBefore) {
      const uploads = uploadsOf(await (await request('GET', bucket, { query: { uploads: '' } })).text());
      const abandoned = uploads.filter(({ at }) => at < startedBefore);
      for (const { key, uploadId } of abandoned) await abort(key, uploadId);
      return abandoned.length;
    },
  };
}

type Answer = Awaited<ReturnType<ReturnType<typeof createS3Client>>>;

function openedFrom({ headers, body, status }: Answer) {
  const whole = Number(headers.get('content-length'));
  const total = Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? whole);
  const expected = status === 206 ? null : headers.get(SHA256_HEADER);
  if (expected === null) return { stream: body, bytes: total };
  const verified = verifier(expected);
  // The error reaches the reader through `verified`.
  pipeline(body, verified).catch(() => {});
  return { stream: verified, bytes: total };
}

/** Fails at the end of content that is not what was stored. */
function verifier(sha256: string): Transform {
  const digest = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _, done) {
      digest.update(chunk);
      done(null, chunk);
    },
    flush: (done) => done(digest.digest('hex') === sha256 ? null : new S3Failure('the stored file was changed')),
  });
}

/** Pieces of exactly this size; the last may be smaller. */
async function* partsOf(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    bytes += chunk.length;
    if (bytes < size) continue;
    let joined = Buffer.concat(pending);
    for (; joined.length >= size; joined = joined.subarray(size)) yield joined.subarray(0, size);
    pending = [joined];
    bytes = joined.length;
  }
  if (bytes > 0) yield Buffer.concat(pending);
}
