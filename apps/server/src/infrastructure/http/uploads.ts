import { randomUUID } from 'node:crypto';
import fs, { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import multipart from '@fastify/multipart';
import { AppError, refuse } from '../app-error.ts';
import { releaseBytes } from '../release-bytes.ts';
import type { SentFile, Upload } from './handle.ts';

/** Pictures and logos. Message files are streamed to disk by `sentFiles`. */
const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

export const allowUploads = (app: FastifyInstance) =>
  app.register(multipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 10, fieldSize: 10_000, parts: 11 },
  });

/** The file of the named field. Other fields (typeArch, userId) are sent by clients and ignored. */
export async function uploadOf(request: FastifyRequest, field: string): Promise<Upload> {
  if (!request.isMultipart()) refuse('ERR_VALIDATION', { field, rule: 'required' });
  let upload: Upload | undefined;
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    const bytes = await part.toBuffer().catch((error: { code?: string }) => {
      const isTooLarge = error.code === 'FST_REQ_FILE_TOO_LARGE';
      throw isTooLarge ? new AppError('ERR_BODY_TOO_LARGE', { fields: [{ field, rule: 'fileTooLarge' }] }) : error;
    });
    if (part.fieldname === field) upload = { bytes, fileName: part.filename };
  }
  if (!upload || upload.bytes.length === 0) refuse('ERR_VALIDATION', { field, rule: 'required' });
  return upload;
}

/** The largest file that any channel accepts. */
const MAX_SENT_BYTES = 100 * 1024 * 1024;
const MAX_SENT_FILES = 10;
const HEAD_BYTES = 64;
type SavedFile = { filepath: string; fieldname: string; filename: string };
/** The longest message text, at four bytes per character. */
const MAX_FIELD_BYTES = 4 * 65_536;
const MAX_FORM_BYTES = 50 * MAX_FIELD_BYTES;

/** Bytes that the request announces; undefined with chunked encoding. Refuses more than the files may have. */
export function announcedBytes({ headers }: FastifyRequest, maxBytes = MAX_SENT_BYTES): number | undefined {
  const header = headers['content-length'];
  if (header === undefined) return undefined;
  const bytes = Number(header);
  if (bytes > MAX_SENT_FILES * maxBytes + MAX_FORM_BYTES) refuse('ERR_BODY_TOO_LARGE');
  return bytes;
}

/** Files and body fields of a multipart request. Files are streamed to disk and removed after the response. */
export async function sentFiles(
  request: FastifyRequest,
  field: string,
  { maxBytes = MAX_SENT_BYTES, dir }: { maxBytes?: number | undefined; dir: string },
): Promise<{ body: Record<string, unknown>; files: SentFile[] }> {
  const body: Record<string, unknown> = {};
  const limits = {
    fileSize: maxBytes,
    files: MAX_SENT_FILES,
    fields: 50,
    fieldSize: MAX_FIELD_BYTES,
    parts: MAX_SENT_FILES + 50,
  };
  const saved = await saveFiles(request, limits, dir);
  const repeated = Object.entries(saved.values).map(([name, part]) => [name, valuesOf(part)] as const);
  for (const [name, values] of repeated) body[name] = values[0];
  const files: SentFile[] = [];
  for (const part of saved.files) {
    if (part.fieldname !== field) continue;
    const otherFields: Record<string, string> = Object.fromEntries(
      repeated.flatMap(([name, values]) => {
        const value = values[files.length];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    files.push({
      path: part.filepath,
      fileName: part.filename.slice(0, 200),
      caption: otherFields['body'] ?? '',
      otherFields,
      ...(await headOf(part.filepath)),
    });
  }
  return { body, files };
}

/** Streams files to disk. The multipart plugin removes the `tmpUploads` after the response, or when the connection closes. */
async function saveFiles(request: FastifyRequest, limits: object, dir: string) {
  const files: SavedFile[] = [];
  let values: object = {};
  const paths: string[] = (request.tmpUploads = []);
  try {
    for await (const part of request.parts({ limits })) {
      values = part.fields;
      if (part.type !== 'file') continue;
      const filepath = join(dir, randomUUID());
      paths.push(filepath);
      await pipeline(part.file, createWriteStream(filepath, { fs: releasingFs }));
      files.push({ filepath, fieldname: part.fieldname, filename: part.filename });
    }
  } catch (error) {
    await request.cleanRequestFiles();
    throw error;
  }
  // The plugin has cleaned up already, perhaps before the last file was created.
  if (request.raw.socket.destroyed) await request.cleanRequestFiles();
  return { files, values };
}

/** What is written to disk is not read from memory again. */
const releasingFs = {
  open: fs.open,
  close: fs.close,
  write(
    fd: number,
    bytes: Buffer,
    offset: number,
    length: number,
    position: number | undefined,
    done: (error: Error | null, written: number, bytes: Buffer) => void,
  ) {
    fs.write(fd, bytes, offset, length, position, (error, written) => {
      if (!error && written === length) releaseBytes(bytes);
      done(error, written, bytes);
    });
  },
};

const valuesOf = (part: unknown): unknown[] =>
  [part].flat().map((entry) => (typeof entry === 'object' && entry !== null && 'value' in entry ? entry.value : entry));

async function headOf(path: string): Promise<{ head: Buffer; bytes: number }> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    return { head: head.subarray(0, bytesRead), bytes: (await file.stat()).size };
  } finally {
    await file.close();
  }
}
