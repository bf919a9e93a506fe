/** Meta's three channels behind one port; the account's kind selects the implementation. */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { SafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import type { TransferRate } from '../../infrastructure/transfer-rate.ts';
import { Refused, type Account, type Channel, type ChannelKind } from '../port.ts';
import { createUploadBudget, type UploadBudget } from '../upload-budget.ts';
import { abilities } from './abilities.ts';
import { createGraph, secretOf, type MetaApp } from './graph.ts';
import type { MetaKind } from './kind.ts';
import { createPages } from './pages/pages.ts';
import { splitByAccount } from './split-by-account.ts';
import { answerChallenge, isSignedBy, SIGNATURE_HEADER } from './signature.ts';
import { createCloud } from './whatsapp/cloud.ts';

export interface MetaDeps {
  /** May access loopback only when a simulator replaces the Graph API. */
  safeFetch: SafeFetch;
  graphUrl: string;
  version: string;
  app: MetaApp;
  /** Opens a stored file. */
  openFile(key: string): Promise<{ stream: Readable; bytes: number } | undefined>;
  /** Shared by all channels of this process. */
  uploads?: UploadBudget;
  /** How long to wait for the response to a send. */
  timeoutMs?: number;
  /** Least rate of files in both directions. */
  rate?: TransferRate;
}

export function createMetaChannel({ openFile, uploads = createUploadBudget(), ...deps }: MetaDeps): Channel {
  const { app, graphUrl } = deps;
  const graph = createGraph(deps);
  const pages = createPages({ graph, app, graphUrl, openFile, uploads });
  const kinds: Partial<Record<ChannelKind, MetaKind>> = {
    whatsappapi: createCloud({ graph, app, graphUrl, openFile, uploads }),
    facebook: pages,
    instagram: pages,
  };
  const kindOf = (account: Account): MetaKind => {
    const kind = kinds[account.kind];
    if (!kind) throw unsupported(account.kind);
    return kind;
  };

  return {
    abilities(kind) {
      if (kind === 'whatsapp') throw unsupported(kind);
      return abilities[kind];
    },
    newSecrets: () => ({
      webhookKey: randomBytes(24).toString('base64url'),
      verifyToken: randomBytes(24).toString('base64url'),
    }),
    isAuthentic: ({ headers, body }, account) => isSignedBy(body, headers[SIGNATURE_HEADER], secretOf(account, app)),
    accountSplitter: splitByAccount,
    handshake: (query, account) => answerChallenge(query, account.secrets['verifyToken'] || app.verifyToken),
    parse: (body, account) => kindOf(account).parse(body, account),

    async send(account, outgoing) {
      const kind = kindOf(account);
      const can = abilities[account.kind as keyof typeof abilities].contents;
      if (!can.includes(outgoing.content.kind)) throw unsupported(outgoing.content.kind);
      return kind.send(account, outgoing);
    },
    async edit(account, to, wid, text) {
      const { edit } = kindOf(account);
      if (!edit) throw unsupported('edit');
      await edit(account, to, wid, text);
    },
    async remove(account, to, wid) {
      const { remove } = kindOf(account);
      if (!remove) throw unsupported('remove');
      await remove(account, to, wid);
    },
    async markRead(account, to, wids) {
      await kindOf(account).markRead?.(account, to, wids);
    },
    async typing(account, to, wid) {
      await kindOf(account).typing?.(account, to, wid);
    },
    check: async (account) => (await kindOf(account).check?.(account)) ?? { finding: [] },
    async register(account, pin) {
      const { register } = kindOf(account);
      if (!register) throw unsupported('register');
      await register(account, pin);
    },
    templates: async (account) => (await kindOf(account).templates?.(account)) ?? [],
    fetchMedia: (account, media, maxBytes) => kindOf(account).fetchMedia(account, media, maxBytes),
    findNumber: (account, digits) => kindOf(account).findNumber(account, digits),
    profile: async (account, of) => (await kindOf(account).profile?.(account, of)) ?? null,
  };
}

const unsupported = (detail: string) => new Refused({ code: 'ERR_CONTENT_UNSUPPORTED', detail });
