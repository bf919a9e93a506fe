/** Splits a delivery of Meta's by account, using only the ids in the payload. */
import { z } from 'zod';
import type { Account, AccountSplitter } from '../port.ts';
import { filledList } from './field-parsers.ts';

export const splitByAccount: AccountSplitter = {
  aliasesOf: ({ kind, secrets }) => {
    if (kind === 'facebook') return named('facebook', secrets['pageId']);
    if (kind === 'instagram') return named('instagram', secrets['igId']);
    // Updates of the business account itself (templates, limits) name no number.
    return [...named('whatsappapi', secrets['phoneNumberId']), ...named('waba', secrets['wabaId'])];
  },
  isSameApp: (account, other) => appOf(account) === appOf(other),
  split,
};
const appOf = ({ secrets }: Account): string => secrets['appSecret'] ?? '';
const named = (kind: string, id: string | undefined): string[] => (id ? [`${kind}:${id}`] : []);

/** Only the fields that identify the account; everything else is passed on unchanged. */
const Id = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[\w.-]{1,100}$/));
const Envelope = z.object({ object: z.string(), entry: filledList });
const Entry = z.object({ id: Id });
const Changes = z.object({ changes: filledList });
const OfNumber = z.object({ value: z.object({ metadata: z.object({ phone_number_id: Id }) }) });

/** Part of a delivery that belongs to one account: an entry or, for WhatsApp, one change of an entry. */
interface AccountPart {
  name: string;
  /** Parts of the same entry stay together. */
  entryIndex: number;
  entry: unknown;
  change?: unknown;
}

function split(body: Buffer): { name: string; body: Buffer }[] {
  // The decoder removes a byte order mark. A body that is not JSON throws only here.
  const text = new TextDecoder().decode(body);
  const names = new Set(partsOf(JSON.parse(text)).map(({ name }) => name));
  // One account only: the original bytes are passed on.
  if (names.size === 1) return [{ name: [...names][0]!, body }];
  const payload: unknown = JSON.parse(text, preserveNumber);
  const parts = Map.groupBy(partsOf(payload), ({ name }) => name);
  const { object } = payload as { object: string };
  return [...parts].map(([name, own]) => ({
    name,
    body: Buffer.from(JSON.stringify({ object, entry: entriesOf(own) })),
  }));
}

function partsOf(payload: unknown): AccountPart[] {
  const envelope = Envelope.safeParse(payload);
  // An unknown envelope cannot be split.
  if (!envelope.success) return [{ name: '', entryIndex: 0, entry: payload }];
  const { object, entry: entries } = envelope.data;
  return entries.flatMap((entry, entryIndex): AccountPart[] => {
    const id = Entry.safeParse(entry).data?.id;
    if (object === 'page') return [{ name: nameOf('facebook', id), entryIndex, entry }];
    if (object === 'instagram') return [{ name: nameOf('instagram', id), entryIndex, entry }];
    if (object !== 'whatsapp_business_account') return [{ name: '', entryIndex, entry }];
    const changes = Changes.safeParse(entry).data?.changes;
    if (!changes) return [{ name: nameOf('waba', id), entryIndex, entry }];
    return changes.map((change) => {
      const number = OfNumber.safeParse(change).data?.value.metadata.phone_number_id;
      const name = number === undefined ? nameOf('waba', id) : nameOf('whatsappapi', number);
      return { name, entryIndex, entry, change };
    });
  });
}
const nameOf = (kind: string, id: string | undefined): string => (id === undefined ? '' : `${kind}:${id}`);

/** A split entry keeps only its id and time: other fields could belong to another account. */
function entriesOf(parts: AccountPart[]): unknown[] {
  return [...Map.groupBy(parts, ({ entryIndex }) => entryIndex).values()].map((own) => {
    const [{ entry, change }] = own as [AccountPart];
    if (change === undefined) return entry;
    const { id, time } = entry as { id: unknown; time: unknown };
    return { id, ...(time !== undefined && { time }), changes: own.map((part) => part.change) };
  });
}

const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
/** Keeps the digits of numbers that a double cannot represent. */
const preserveNumber = (_: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' && source !== undefined && String(value) !== source ? rawJSON(source) : value;
