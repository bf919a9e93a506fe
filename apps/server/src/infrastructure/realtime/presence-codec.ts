import { z } from 'zod';

/** NOTIFY takes 8,000 bytes. */
const MAX_BYTES = 7_000;
/** Among the conversations that nodes tell each other of: the company's hall. */
export const COMPANY_WIDE = 0;

/** A company, a conversation of it, and everyone of the speaking node who is there: id, name, whether writing. */
const PresenceEntry = z.tuple([
  z.number().int().positive(),
  z.number().int().nonnegative(),
  z.array(z.tuple([z.number().int().positive(), z.string(), z.union([z.literal(0), z.literal(1)])])),
]);
const PresenceMessage = z.object({ from: z.string().max(64), entries: z.array(PresenceEntry) });
export type PresenceEntry = z.infer<typeof PresenceEntry>;

/** What one node has to say, in as few words as fit. */
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

/** Undefined for what another version said. */
export function decodePresence(text: string): z.infer<typeof PresenceMessage> | undefined {
  try {
    return PresenceMessage.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
