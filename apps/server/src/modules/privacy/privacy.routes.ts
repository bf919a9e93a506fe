import { endpoints } from '@balcao/contract';
import type { ConsentEntry, Erasure, PersonExport } from '@balcao/contract/endpoints/privacy';
import { maskNumber } from '@balcao/domain/contact/mask';
import type { ErasureRow } from '../../infrastructure/db/schema/privacy.ts';
import { handle } from '../../infrastructure/http/handle.ts';
import type { FullConsent } from './consents.store.ts';
import type { FullExport } from './exports.store.ts';
import type { Privacy } from './privacy.ts';

/** `sign` makes an address that holds for about an hour. */
export const privacyRoutes = (privacy: Privacy, sign: (key: string) => string) =>
  handle('privacy', endpoints.privacy, {
    consents: async ({ actor, params }) => presentConsents(await privacy.consents(actor, params.id)),
    withdraw: async ({ actor, params, body }) => presentConsents(await privacy.withdraw(actor, params.id, body.reason)),
    exports: async ({ actor, params }) =>
      (await privacy.exports(actor, params.id)).map((row) => presentExport(row, sign)),
    makeExport: async ({ actor, params }) => presentExport(await privacy.requestExport(actor, params.id), sign),
    erase: async ({ actor, params, body }) => presentErasure(await privacy.erase(actor, params.id, body.name)),
    erasures: async ({ actor, query }) => {
      const { rows, ...page } = await privacy.erasures(actor, query.pageNumber);
      return { erasures: rows.map(presentErasure), ...page };
    },
    erasure: async ({ actor, params }) => presentErasure(await privacy.erasure(actor, params.id)),
  });

const presentConsents = ({ rows, masked }: { rows: FullConsent[]; masked: boolean }): ConsentEntry[] =>
  rows.map((row) => ({
    id: row.id,
    act: row.act,
    askedText: row.askedText,
    askedLink: row.askedLink,
    askedHash: row.askedHash.toString('hex'),
    answerText: row.answerText,
    ticketId: row.ticketId,
    messageId: row.messageId === null ? null : Number(row.messageId),
    connection: row.connectionName ?? '',
    identity: masked && row.identityValue !== '' ? maskNumber(row.identityValue) : row.identityValue,
    user: row.userId === null ? null : { id: row.userId, name: row.userName ?? '' },
    at: row.at.toISOString(),
  }));

const presentExport = (row: FullExport, sign: (key: string) => string): PersonExport => ({
  id: row.id,
  state: row.state,
  done: row.done,
  total: row.total,
  bytes: row.bytes,
  url: row.fileKey === null ? null : sign(row.fileKey),
  createdAt: row.createdAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  user: row.userId === null ? null : { id: row.userId, name: row.userName ?? '' },
});

const presentErasure = (row: ErasureRow): Erasure => ({
  id: row.id,
  contactId: row.contactId,
  state: row.state,
  done: row.done,
  total: row.total,
  counts: row.counts,
  askedAt: row.askedAt.toISOString(),
  doneAt: row.doneAt?.toISOString() ?? null,
  user: { id: row.userId, name: row.userName },
  hash: row.hash,
});
