import type { ConsentEntry, Erasure, PersonExport } from '@balcao/contract/endpoints/privacy';
import { maskNumber } from '@balcao/domain/contact/mask';
import type { ErasureRow } from '../../infrastructure/db/schema/privacy.ts';
import type { FullConsent } from './consents.store.ts';
import type { FullExport } from './exports.store.ts';

export const presentConsents = ({ rows, masked }: { rows: FullConsent[]; masked: boolean }): ConsentEntry[] =>
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

export const presentExport = (row: FullExport, sign: (key: string) => string): PersonExport => ({
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

export const presentErasure = (row: ErasureRow): Erasure => ({
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
