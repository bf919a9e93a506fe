/** Meta's three channels behind the one port: the account's kind decides who speaks. */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { SafeFetch } from '../../foundation/safe-fetch/safe-fetch.ts';
import { Refused, type Account, type Channel, type ChannelKind } from '../port.ts';
import { abilities } from './abilities.ts';
import { createGraph, secretOf, type MetaApp } from './graph.ts';
import type { MetaKind } from './kind.ts';
import { createPages } from './pages/pages.ts';
import { metaSharing } from './sharing.ts';
import { answerTo, isSignedBy, SIGNATURE_HEADER } from './signature.ts';
import { createCloud } from './whatsapp/cloud.ts';

export interface MetaNeeds {
  /** May touch loopback only where a simulator stands in for the Graph. */
  safeFetch: SafeFetch;
  graphUrl: string;
  version: string;
  app: MetaApp;
  /** A file of ours, to be sent along. */
  openFile(key: string): Promise<{ stream: Readable } | undefined>;
  /** How long an answer to a send is waited for. */
  timeoutMs?: number;
}

export function createMetaChannel({ openFile, ...needs }: MetaNeeds): Channel {
  const { app, graphUrl } = needs;
  const graph = createGraph(needs);
  const pages = createPages({ graph, app, graphUrl, openFile });
  const kinds: Partial<Record<ChannelKind, MetaKind>> = {
    whatsappapi: createCloud({ graph, app, graphUrl, openFile }),
    facebook: pages,
    instagram: pages,
  };
  const kindOf = (account: Account): MetaKind => {
    const kind = kinds[account.kind];
    if (!kind) throw cannot(account.kind);
    return kind;
  };

  return {
    abilities(kind) {
      if (kind === 'whatsapp') throw cannot(kind);
      return abilities[kind];
    },
    newSecrets: () => ({
      webhookKey: randomBytes(24).toString('base64url'),
      verifyToken: randomBytes(24).toString('base64url'),
    }),
    isAuthentic: ({ headers, body }, account) => isSignedBy(body, headers[SIGNATURE_HEADER], secretOf(account, app)),
    sharing: metaSharing,
    handshake: (query, account) => answerTo(query, account.secrets['verifyToken'] || app.verifyToken),
    read: (body, account) => kindOf(account).read(body, account),

    async send(account, outgoing) {
      const kind = kindOf(account);
      const can = abilities[account.kind as keyof typeof abilities].contents;
      if (!can.includes(outgoing.content.kind)) throw cannot(outgoing.content.kind);
      return kind.send(account, outgoing);
    },
    async edit(account, to, wid, text) {
      const { edit } = kindOf(account);
      if (!edit) throw cannot('edit');
      await edit(account, to, wid, text);
    },
    async remove(account, to, wid) {
      const { remove } = kindOf(account);
      if (!remove) throw cannot('remove');
      await remove(account, to, wid);
    },
    async markRead(account, to, wids) {
      await kindOf(account).markRead?.(account, to, wids);
    },
    async typing(account, to, wid) {
      await kindOf(account).typing?.(account, to, wid);
    },
    check: async (account) => (await kindOf(account).check?.(account)) ?? { finding: [] },
    templates: async (account) => (await kindOf(account).templates?.(account)) ?? [],
    fetchMedia: (account, media, maxBytes) => kindOf(account).fetchMedia(account, media, maxBytes),
    lookUp: (account, digits) => kindOf(account).lookUp(account, digits),
    profile: async (account, of) => (await kindOf(account).profile?.(account, of)) ?? null,
  };
}

const cannot = (what: string) => new Refused({ code: 'ERR_CONTENT_UNSUPPORTED', detail: what });
