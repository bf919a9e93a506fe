import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { MAX_FLOW_FILE_BYTES, MAX_IMPORT_BYTES } from '@balcao/contract/endpoints/flows';
import { MAX_DOC_BYTES } from '@balcao/domain/flow/bounds';
import { refuse } from '../../infrastructure/app-error.ts';
import type { SentFile } from '../../infrastructure/http/handle.ts';
import { fileSource } from '../../infrastructure/spreadsheets/read/source.ts';
import { openArchive, type Archive } from '../../infrastructure/spreadsheets/read/zip.ts';

/** A document of another product may be written in more bytes than ours. */
const MAX_JSON_BYTES = 4 * MAX_DOC_BYTES;
const MAX_MEDIA = 200;

/** What an imported file contains, read within bounds. */
export interface FlowArchive {
  content: unknown;
  /** Media files by the last part of their path. */
  media: Map<string, Buffer>;
}

/** Reads a zip or JSON file. Declared sizes are not trusted: bytes are counted while reading. */
export async function readFlowArchive(file: SentFile): Promise<FlowArchive> {
  if (!file.head.subarray(0, 2).equals(Buffer.from('PK'))) {
    if (file.bytes > MAX_JSON_BYTES) refuse('ERR_FLOW_IMPORT_TOO_LARGE');
    return { content: parse(await buffer(createReadStream(file.path))), media: new Map() };
  }
  const archive = await openZip(file);
  try {
    const jsonNames = archive.names.filter((name) => name.endsWith('.json'));
    const name = jsonNames.find((candidate) => candidate === 'flow.json') ?? jsonNames[0];
    if (name === undefined) return refuse('ERR_FLOW_IMPORT_UNREADABLE');
    const content = parse(await readEntry(archive, name, MAX_JSON_BYTES));
    return { content, media: await readMedia(archive) };
  } finally {
    archive.close();
  }
}

async function readMedia(archive: Archive): Promise<Map<string, Buffer>> {
  const names = archive.names.filter((name) => !name.endsWith('.json') && !name.endsWith('/'));
  if (names.length > MAX_MEDIA) refuse('ERR_FLOW_IMPORT_TOO_LARGE');
  const media = new Map<string, Buffer>();
  let total = 0;
  for (const name of names) {
    const bytes = await readEntry(archive, name, MAX_FLOW_FILE_BYTES.video);
    total += bytes.length;
    if (total > MAX_IMPORT_BYTES) refuse('ERR_FLOW_IMPORT_TOO_LARGE');
    media.set(name.slice(name.lastIndexOf('/') + 1), bytes);
  }
  return media;
}

async function readEntry(archive: Archive, name: string, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const stream = await archive.open(name).catch(() => refuse('ERR_FLOW_IMPORT_UNREADABLE'));
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > maxBytes) break;
      parts.push(part);
    }
  } catch {
    refuse('ERR_FLOW_IMPORT_UNREADABLE');
  }
  if (bytes > maxBytes) refuse('ERR_FLOW_IMPORT_TOO_LARGE');
  return Buffer.concat(parts);
}

const openZip = (file: SentFile): Promise<Archive> =>
  openArchive(fileSource(file.path, file.bytes)).catch(() => refuse('ERR_FLOW_IMPORT_UNREADABLE'));

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return refuse('ERR_FLOW_IMPORT_UNREADABLE');
  }
}
