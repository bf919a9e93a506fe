import type { StoredMail } from '@balcao/contract/endpoints/mails';
import type { Mails } from './mails.ts';

type Stored = Awaited<ReturnType<Mails['stored']>>[number];

/** A mail that another secret sealed cannot be shown and is left out. */
export const presentStoredMail = ({ id, kind, address, createdAt, letter }: Stored): StoredMail[] =>
  letter ? [{ id, kind, to: address, ...letter, createdAt: createdAt.toISOString() }] : [];
