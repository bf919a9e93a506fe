import { z } from 'zod';

/** `NOTIFY` accepts payloads up to 8,000 bytes. */
const MAX_BYTES = 7_000;
/** In place of a subject: the entry lists the online users of the company. */
export const COMPANY_WIDE = 0;
/** What is viewed: a ticket by its id, a flow by its negated id. */
export const flowSubject = (flowId: number): number => -flowId;

/** Company id, subject, and the viewers on the sending node: user id, name, 1 while typing. */
const PresenceEntry = z.tuple([
  z.number().int().positive(),
  z.number().int(),
  z.array(z.tuple([z.number().int().positive(), z.string(), z.union([z.literal(0), z.literal(1)])])),
]);
const PresenceMessage = z.object({ from: z.string().max(64), entries: z.array(PresenceEntry) });
export type PresenceEntry = z.infer<typeof PresenceEntry>;

/** Encodes the entries of one node into as few messages as possible. */
export function encodePresence(from: string, entries: Iterable<PresenceEntry>): string[] {
  const messages: string[] = [];
  let batch: PresenceEntry[] = [];
  let bytes = 0;
  const end = () => {
    if (batch.length > 0) messages.push(JSON.stringify({ from, entries: batch }));
    [batch, bytes] = [[], 0];
  };
  for (const entry of entries) {
    const size = Buffer.byteLength(JSON.stringify(entry));
    if (bytes + size > MAX_BYTES) end();
    batch.push(entry);
    bytes += size;
  }
  end();
  return messages;
}

/** Undefined for a message of another version. */
export function decodePresence(text: string): z.infer<typeof PresenceMessage> | undefined {
  try {
    return PresenceMessage.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
