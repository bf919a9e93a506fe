import { endpoints } from '@balcao/contract';
import type { ConsentEntry, Erasure, PersonExport } from '@balcao/contract/endpoints/privacy';
import { maskNumber } from '@balcao/domain/contact/mask';
import type { ErasureRow } from '../../foundation/db/schema/privacy.ts';
import { handle } from '../../foundation/http/handle.ts';
import type { FullConsent } from './consents.store.ts';
import type { FullExport } from './exports.store.ts';
import type { Privacy } from './privacy.ts';

/** `sign` makes an address that holds for about an hour. */
export const privacyRoutes = (privacy: Privacy, sign: (key: string) => string) =>
  handle('privacy', endpoints.privacy, {
    consents: async ({ actor, params }) => showConsents(await privacy.consents(actor, params.id)),
    withdraw: async ({ actor, params, body }) => showConsents(await privacy.withdraw(actor, params.id, body.reason)),
    exports: async ({ actor, params }) => (await privacy.exports(actor, params.id)).map((row) => showExport(row, sign)),
    makeExport: async ({ actor, params }) => showExport(await privacy.makeExport(actor, params.id), sign),
    erase: async ({ actor, params, body }) => showErasure(await privacy.erase(actor, params.id, body.name)),
    erasures: async ({ actor, query }) => {
      const { rows, ...page } = await privacy.erasures(actor, query.pageNumber);
      return { erasures: rows.map(showErasure), ...page };
    },
    erasure: async ({ actor, params }) => showErasure(await privacy.erasure(actor, params.id)),
  });

const showConsents = ({ rows, masked }: { rows: FullConsent[]; masked: boolean }): ConsentEntry[] =>
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

const showExport = (row: FullExport, sign: (key: string) => string): PersonExport => ({
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

const showErasure = (row: ErasureRow): Erasure => ({
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
