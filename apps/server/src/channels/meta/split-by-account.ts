/** One delivery of Meta's may speak of many accounts: what belongs to whom, decided by the ids it names and nothing else. */
import { z } from 'zod';
import type { Account, AccountSplitter } from '../port.ts';

export const splitByAccount: AccountSplitter = {
  aliasesOf: ({ kind, secrets }) => {
    if (kind === 'facebook') return named('facebook', secrets['pageId']);
    if (kind === 'instagram') return named('instagram', secrets['igId']);
    // What is told of the business account itself (templates, limits) names no number.
    return [...named('whatsappapi', secrets['phoneNumberId']), ...named('waba', secrets['wabaId'])];
  },
  isSameApp: (account, other) => appOf(account) === appOf(other),
  split,
};
const appOf = ({ secrets }: Account): string => secrets['appSecret'] ?? '';
const named = (kind: string, id: string | undefined): string[] => (id ? [`${kind}:${id}`] : []);

/** As little as is needed to know whose it is; everything else is handed on as it came. */
const Id = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[\w.-]{1,100}$/));
const Envelope = z.object({ object: z.string(), entry: z.array(z.unknown()).min(1) });
const Entry = z.object({ id: Id });
const Changes = z.object({ changes: z.array(z.unknown()).min(1) });
const OfNumber = z.object({ value: z.object({ metadata: z.object({ phone_number_id: Id }) }) });

/** A piece of the delivery that belongs to one account whole: an entry, or in WhatsApp one change of an entry. */
interface AccountPart {
  name: string;
  /** Pieces of the same entry stay in one. */
  of: number;
  entry: unknown;
  change?: unknown;
}

function split(body: Buffer): { name: string; body: Buffer }[] {
  // The decoder takes a byte order mark away; a body that is no JSON throws here, and only here.
  const text = new TextDecoder().decode(body);
  const names = new Set(partsOf(JSON.parse(text)).map(({ name }) => name));
  // Everything is one account's: the very bytes are handed on.
  if (names.size === 1) return [{ name: [...names][0]!, body }];
  const payload: unknown = JSON.parse(text, exactly);
  const parts = Map.groupBy(partsOf(payload), ({ name }) => name);
  const { object } = payload as { object: string };
  return [...parts].map(([name, own]) => ({
    name,
    body: Buffer.from(JSON.stringify({ object, entry: entriesOf(own) })),
  }));
}

function partsOf(payload: unknown): AccountPart[] {
  const envelope = Envelope.safeParse(payload);
  // Whatever it is, it is somebody's or nobody's as a whole.
  if (!envelope.success) return [{ name: '', of: 0, entry: payload }];
  const { object, entry: entries } = envelope.data;
  return entries.flatMap((entry, of): AccountPart[] => {
    const id = Entry.safeParse(entry).data?.id;
    if (object === 'page') return [{ name: nameOf('facebook', id), of, entry }];
    if (object === 'instagram') return [{ name: nameOf('instagram', id), of, entry }];
    if (object !== 'whatsapp_business_account') return [{ name: '', of, entry }];
    const changes = Changes.safeParse(entry).data?.changes;
    if (!changes) return [{ name: nameOf('waba', id), of, entry }];
    return changes.map((change) => {
      const number = OfNumber.safeParse(change).data?.value.metadata.phone_number_id;
      return { name: number === undefined ? nameOf('waba', id) : nameOf('whatsappapi', number), of, entry, change };
    });
  });
}
const nameOf = (kind: string, id: string | undefined): string => (id === undefined ? '' : `${kind}:${id}`);

/** Of an entry that is divided only its own id and hour go along: the rest could be a neighbour's. */
function entriesOf(parts: AccountPart[]): unknown[] {
  return [...Map.groupBy(parts, ({ of }) => of).values()].map((own) => {
    const [{ entry, change }] = own as [AccountPart];
    if (change === undefined) return entry;
    const { id, time } = entry as { id: unknown; time: unknown };
    return { id, ...(time !== undefined && { time }), changes: own.map((part) => part.change) };
  });
}

const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
/** A number that ours cannot hold is written again digit by digit. */
const exactly = (_: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' && source !== undefined && String(value) !== source ? rawJSON(source) : value;
