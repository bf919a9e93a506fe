/** Uploads and downloads of files. If an upload fails, the message was not sent. */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { streamedForm } from '../../../infrastructure/safe-fetch/safe-fetch.ts';
import { Refused, type Account, type Content, type MediaRef, type StoredMedia } from '../../port.ts';
import { fileNotFound } from '../../egress-errors.ts';
import { GraphRefused } from '../graph.ts';
import { isMetaFileHost } from '../hosts.ts';
import type { MetaKindDeps } from '../kind.ts';
import { BY_ADDRESS } from './references.ts';
import type { Uploaded } from './uploaded.ts';

/** Limit of documents, the largest of all types. */
const MAX_FILE_BYTES = 100 * 1024 * 1024;
const UploadResponse = z.object({ id: z.string().min(1) });
const MediaInfo = z.object({ url: z.string(), file_size: z.coerce.number().optional().catch(undefined) });

type MediaDeps = Pick<MetaKindDeps, 'graph' | 'graphUrl' | 'openFile' | 'uploads'>;

export function createCloudMedia({ graph, graphUrl, openFile, uploads }: MediaDeps) {
  async function upload(account: Account, media: StoredMedia): Promise<Uploaded> {
    const { mime, fileName, bytes } = media;
    if (bytes > MAX_FILE_BYTES)
      throw new Refused({ code: 'ERR_CHANNEL_MEDIA', detail: 'the file exceeds the limit of the channel' });
    const id = await uploads.run(account, bytes, () => uploadFile(account, media));
    return { id, mime, fileName, bytes };
  }
  async function uploadFile(account: Account, { key, mime, fileName }: StoredMedia): Promise<string> {
    const file = await openFile(key);
    if (!file) throw new Refused({ code: 'ERR_SENDING_WAPP_MSG', detail: 'the file is no longer stored' });
    const form = streamedForm(
      { messaging_product: 'whatsapp', type: mime },
      { ...file, field: 'file', fileName, mime },
    );
    const { id } = await graph
      .upload(account, [numberOf(account), 'media'], form, UploadResponse)
      .catch(throwUploadRefused);
    return id;
  }

  return {
    async uploaded(account: Account, content: Content<StoredMedia>): Promise<Content<Uploaded>> {
      if (content.kind === 'media') return { ...content, media: await upload(account, content.media) };
      if (!('image' in content)) return content as Content<Uploaded>;
      const { image, ...rest } = content;
      return image ? { ...rest, image: await upload(account, image) } : rest;
    },

    /** The id is resolved to a URL that is valid for some minutes. */
    async fetch(account: Account, { ref }: MediaRef, maxBytes: number): Promise<Readable> {
      if (ref.startsWith(BY_ADDRESS)) {
        const address = ref.slice(BY_ADDRESS.length);
        if (!isMetaFileHost(address, graphUrl)) throw fileNotFound('not an address of the channel');
        return graph.fetchFile(address, maxBytes);
      }
      if (!/^\w{1,100}$/.test(ref)) throw fileNotFound('not the id of a file');
      const query = { phone_number_id: numberOf(account) };
      const { url, file_size } = await graph
        .request(account, 'GET', [ref], { query }, MediaInfo)
        .catch(throwFileNotFound);
      if (!isMetaFileHost(url, graphUrl)) throw fileNotFound('not an address of the channel');
      if (file_size !== undefined && file_size > maxBytes)
        throw new Refused({ code: 'ERR_BODY_TOO_LARGE', detail: `${file_size} bytes` });
      return graph.fetchFile(url, maxBytes, account);
    },
  };
}

export function numberOf({ secrets }: Account): string {
  const id = secrets['phoneNumberId'];
  if (id) return id;
  throw new Refused({ code: 'ERR_META_FIELD_MISSING', detail: 'phoneNumberId' }, true);
}

/** A general refusal of an upload concerns the file. */
function throwUploadRefused(error: unknown): never {
  if (error instanceof GraphRefused && error.fault.code === 'ERR_CHANNEL_REFUSED')
    throw new Refused({ code: 'ERR_CHANNEL_MEDIA', detail: error.fault.detail });
  throw error;
}
/** Meta stores files for thirty days. */
function throwFileNotFound(error: unknown): never {
  if (error instanceof GraphRefused && !error.isAccountDead) throw fileNotFound(error.fault.detail);
  throw error;
}
