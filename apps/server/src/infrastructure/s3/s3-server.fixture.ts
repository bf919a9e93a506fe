/** A small S3-compatible server for tests: one account, path style, objects in memory. It can misbehave on demand. */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** `fail`: 500; `refuse`: 403; `hang`: no answer; `cut`: the answer breaks off; `garble`: another content. */
export type Fault = 'fail' | 'refuse' | 'hang' | 'cut' | 'garble';
interface StoredObject {
  content: Buffer;
  at: Date;
  sha256: string | undefined;
}
interface Upload {
  key: string;
  at: Date;
  parts: Map<number, Buffer>;
}
const KEY_ID = 'test-key';
const SECRET = 'a secret of the test account';
const REGION = 'test-region';
const PAGE = 1000;

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const etagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`;

function answer(response: ServerResponse, status: number, body: Buffer | string = '', headers = {}): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body);
}
const refuse = (response: ServerResponse, status: number, code: string) =>
  answer(response, status, `<Error><Code>${code}</Code></Error>`);

export async function startS3Server(options: { pageSize?: number } = {}) {
  const { pageSize = PAGE } = options;
  /** By bucket and key, as in the path. */
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Upload>();
  const faults: { fault: Fault; method: string | undefined }[] = [];
  const requests: string[] = [];

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://storage');
    const body = await buffer(request);
    requests.push(`${request.method} ${url.pathname}`);
    if (!isSigned(request, url)) return refuse(response, 403, 'SignatureDoesNotMatch');
    if (request.headers['x-amz-content-sha256'] !== sha256(body))
      return refuse(response, 400, 'XAmzContentSHA256Mismatch');
    const at = faults.findIndex(({ method }) => method === undefined || method === request.method);
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]!.fault;
    if (fault === 'hang') return;
    if (fault === 'fail') return refuse(response, 500, 'InternalError');
    if (fault === 'refuse') return refuse(response, 403, 'AccessDenied');
    const path = decodeURIComponent(url.pathname).slice(1);
    const bucket = path.split('/')[0]!;
    if (path === bucket) return url.searchParams.has('uploads') ? listUploads(response) : list(response, bucket, url);
    const uploadId = url.searchParams.get('uploadId');
    if (request.method === 'POST' && url.searchParams.has('uploads')) return begin(response, path);
    if (uploadId !== null) return inParts(request, response, { path, uploadId, url, body });
    if (request.method === 'PUT') {
      const digest = request.headers['x-amz-meta-sha256'];
      objects.set(path, { content: body, at: new Date(), sha256: digest === undefined ? undefined : String(digest) });
      return answer(response, 200, '', { etag: etagOf(body) });
    }
    if (request.method === 'DELETE') {
      objects.delete(path);
      return answer(response, 204);
    }
    read(request, response, path, fault);
  }

  function read(request: IncomingMessage, response: ServerResponse, path: string, fault: Fault | undefined): void {
    const found = objects.get(path);
    if (!found) return request.method === 'HEAD' ? answer(response, 404) : refuse(response, 404, 'NoSuchKey');
    const content = fault === 'garble' ? Buffer.from(found.content).fill('?', 0, 1) : found.content;
    const headers = {
      'last-modified': found.at.toUTCString(),
      etag: etagOf(found.content),
      ...(found.sha256 && { 'x-amz-meta-sha256': found.sha256 }),
    };
    if (request.method === 'HEAD')
      return void response.writeHead(200, { ...headers, 'content-length': content.length }).end();
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from !== undefined && Number(from) >= content.length) return refuse(response, 416, 'InvalidRange');
    const part = from === undefined ? content : content.subarray(Number(from), Number(to) + 1);
    const ranged =
      from === undefined
        ? {}
        : { 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${content.length}` };
    if (fault === 'cut') {
      response.writeHead(200, { ...headers, 'content-length': part.length });
      return void response.write(part.subarray(0, part.length / 2), () => response.destroy());
    }
    answer(response, from === undefined ? 200 : 206, part, { ...headers, ...ranged });
  }

  function list(response: ServerResponse, bucket: string, url: URL): void {
    const prefix = `${bucket}/${url.searchParams.get('prefix') ?? ''}`;
    const after = url.searchParams.get('continuation-token') ?? '';
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
    const page = names.slice(0, pageSize);
    const entries = page.map((name) => {
      const { content, at } = objects.get(name)!;
      const key = name.slice(bucket.length + 1);
      return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`;
    });
    const next = names.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    answer(response, 200, `<ListBucketResult>${entries.join('')}${next}</ListBucketResult>`);
  }

  function listUploads(response: ServerResponse): void {
    const entries = [...uploads].map(
      ([id, { key, at }]) =>
        `<Upload><Key>${key.slice(key.indexOf('/') + 1)}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    );
    answer(response, 200, `<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`);
  }

  function begin(response: ServerResponse, key: string): void {
    const id = randomUUID();
    uploads.set(id, { key, at: new Date(), parts: new Map() });
    answer(response, 200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }

  function inParts(
    request: IncomingMessage,
    response: ServerResponse,
    { path, uploadId, url, body }: { path: string; uploadId: string; url: URL; body: Buffer },
  ): void {
    const upload = uploads.get(uploadId);
    if (upload?.key !== path) return refuse(response, 404, 'NoSuchUpload');
    if (request.method === 'PUT') {
      upload.parts.set(Number(url.searchParams.get('partNumber')), body);
      return answer(response, 200, '', { etag: etagOf(body) });
    }
    uploads.delete(uploadId);
    if (request.method === 'DELETE') return answer(response, 204);
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)];
    const parts = named.map(([, number, etag]) => {
      const part = upload.parts.get(Number(number));
      return part && etagOf(part) === etag ? part : undefined;
    });
    if (parts.length !== upload.parts.size || parts.includes(undefined)) return refuse(response, 400, 'InvalidPart');
    objects.set(path, { content: Buffer.concat(parts as Buffer[]), at: new Date(), sha256: undefined });
    answer(response, 200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** Configuration of a bucket of this server. */
    bucket: (name: string) => ({
      endpoint,
      bucket: name,
      region: REGION,
      accessKeyId: KEY_ID,
      secretAccessKey: SECRET,
    }),
    /** The same as environment variables. */
    variables: {
      S3_ENDPOINT: endpoint,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: KEY_ID,
      S3_SECRET_ACCESS_KEY: SECRET,
    },
    objects,
    uploads,
    requests,
    /** The next request, or the next one of this method, misbehaves. */
    misbehave: (fault: Fault, method?: string) => void faults.push({ fault, method }),
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Computed here on its own, not with the library that signs. */
function isSigned(request: IncomingMessage, url: URL): boolean {
  const [, credential, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  if (credential === undefined || names === undefined || signature === undefined) return false;
  const [keyId, day, region] = credential.split('/');
  const time = String(request.headers['x-amz-date']);
  if (keyId !== KEY_ID || region !== REGION || !time.startsWith(day!)) return false;
  const signed = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return false;
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const headers = signed.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const canonical = [request.method, url.pathname, query, headers, names, request.headers['x-amz-content-sha256']].join(
    '\n',
  );
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = ['s3', 'aws4_request'].reduce<Buffer>(hmac, hmac(hmac(`AWS4${SECRET}`, day!), region));
  const expected = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
