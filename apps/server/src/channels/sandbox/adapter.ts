/** Channel adapter of the sandbox: HTTP calls to the simulated network, signed webhooks back. */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { SafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { Refused, type Account, type Channel, type Content, type Peer, type StoredMedia } from '../port.ts';
import { abilities } from './abilities.ts';
import { approvedTexts } from './approved-texts.ts';
import { createSandboxClient, NotFound } from './client.ts';
import { parsePayload } from './parse.ts';
import { isSignedBy, SIGNATURE_HEADER } from './signature.ts';
import { webhookOf } from './webhook.ts';
import { WireAnswer, WireUploaded, WireNumber, WireContacts, type WireChat, type WireFile } from './wire-format.ts';
import { serializeContent, serializePeer } from './serialize.ts';

export interface SandboxDeps {
  networkUrl: string;
  /** Our URL for webhooks. A function, because the port may be known only after the start. */
  serverUrl(): string;
  /** Must allow loopback. */
  safeFetch: SafeFetch;
  /** Opens a stored file. */
  openFile(key: string): Promise<{ stream: Readable; bytes: number } | undefined>;
  /** How long to wait for the response to a send. */
  timeoutMs?: number;
  /** False simulates a provider that sends a repeated request twice. */
  idempotent?: boolean;
}

export function createSandboxChannel({
  networkUrl,
  serverUrl,
  safeFetch,
  openFile,
  timeoutMs = 15_000,
  idempotent = true,
}: SandboxDeps): Channel {
  const client = createSandboxClient({ networkUrl, safeFetch, timeoutMs, reopen: (account) => open(account, false) });
  const { call } = client;

  const open = (account: Account, reset: boolean) =>
    call(account, 'POST', 'session/open', {
      kind: account.kind,
      webhook: webhookOf(account, serverUrl()),
      afresh: reset,
    });

  async function upload(account: Account, { key, mime, fileName, bytes }: StoredMedia): Promise<WireFile> {
    const open = async () => {
      const file = await openFile(key);
      if (file) return file;
      throw new Refused({ code: 'ERR_SENDING_WAPP_MSG', detail: 'the file is no longer stored' });
    };
    const { id } = WireUploaded.parse(await client.put(account, open, { mime, fileName }));
    return { id, mime, name: fileName, size: bytes };
  }
  async function uploaded(account: Account, content: Content<StoredMedia>): Promise<Content<WireFile>> {
    if (content.kind === 'media') return { ...content, media: await upload(account, content.media) };
    if (!('image' in content)) return content as Content<WireFile>;
    const { image, ...rest } = content;
    return image ? { ...rest, image: await upload(account, image) } : rest;
  }

  return {
    abilities: (kind) => (idempotent ? abilities[kind] : { ...abilities[kind], idempotent }),
    newSecrets: () => ({
      account: `sbx-${randomBytes(12).toString('hex')}`,
      apiToken: randomBytes(32).toString('base64url'),
      webhookKey: randomBytes(24).toString('base64url'),
      webhookSecret: randomBytes(32).toString('base64url'),
    }),
    isAuthentic: ({ headers, body }, account) =>
      isSignedBy(body, headers[SIGNATURE_HEADER], account.secrets['webhookSecret']),
    parse: parsePayload,

    async send(account, { to, content, correlation, quotes, isForwarded }) {
      if (!abilities[account.kind].contents.includes(content.kind)) throw unsupported(content.kind);
      const chat = addressOf(to, account);
      const wireContent = serializeContent(await uploaded(account, content));
      if (!wireContent) throw unsupported(content.kind);
      const send = {
        ref: correlation,
        once: idempotent,
        to: chat,
        content: wireContent,
        quotes,
        forwarded: isForwarded ?? false,
      };
      const { id } = await call(account, 'POST', 'messages', send, WireAnswer);
      return { wid: id };
    },
    async edit(account, to, wid, text) {
      await call(account, 'POST', 'edit', { to: addressOf(to, account), id: wid, body: text });
    },
    async remove(account, to, wid) {
      await call(account, 'POST', 'remove', { to: addressOf(to, account), id: wid });
    },
    async markRead(account, to, wids) {
      await call(account, 'POST', 'read', { to: addressOf(to, account), ids: wids });
    },
    templates: async ({ kind }) => (kind === 'whatsappapi' ? approvedTexts : []),
    fetchMedia: (account, { ref }, maxBytes) => client.get(account, ref, maxBytes),
    async findNumber(account, digits) {
      // Contacts of pages have ids, never numbers.
      if (account.kind === 'facebook' || account.kind === 'instagram' || !/^\d{1,30}$/.test(digits)) return null;
      const result = await client.find(account, `lookup/${digits}`, WireNumber);
      return result === undefined ? null : { number: result.number };
    },
    async addressBook(account, of) {
      const { people: contacts } = await call(
        account,
        'GET',
        of === 'chats' ? 'chats' : 'contacts',
        undefined,
        WireContacts,
      );
      return contacts;
    },
    session: {
      async open(account, reset) {
        await open(account, reset);
      },
      async close(account, forGood) {
        // An account that the network does not know counts as closed.
        await call(account, 'POST', 'session/close', { forGood }).catch((error: unknown) => {
          if (!(error instanceof NotFound)) throw error;
        });
      },
    },
  };
}

const unsupported = (detail: string) => new Refused({ code: 'ERR_CONTENT_UNSUPPORTED', detail });

function addressOf(peer: Peer, account: Account): WireChat {
  const chat = serializePeer(peer, account);
  if (!chat)
    throw new Refused({ code: 'ERR_WAPP_INVALID_CONTACT', detail: 'the contact has no identity for this account' });
  return chat;
}
