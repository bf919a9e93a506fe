/** Coexistence: parses the message history of the phone, which arrives in chunks. */
import { phoneKey } from '@balcao/domain/contact/phone';
import { z } from 'zod';
import type { ChannelEvent } from '../../port.ts';
import { key, optional } from '../field-parsers.ts';
import { logged } from '../../unrecognized.ts';
import { parseMessage, type ParseContext } from './messages.ts';
import { indexContacts, type PeerIds } from './identities.ts';
import * as wire from './wire-format.ts';

const percent = z.coerce.number().min(0).max(100).catch(0);
const HistoryChunk = z.object({
  metadata: z.object({ progress: percent }).optional().catch(undefined),
  threads: z.array(z.unknown()).optional(),
  errors: z.array(z.unknown()).optional().catch(undefined),
});
/** The thread of a contact without a number or a business-scoped id has the user name instead. */
const UserName = key.transform((value) => ({ username: value.replace(/^@/, '') }));
const Thread = z.object({
  id: optional(z.union([wire.PhoneOrUserId, UserName])),
  messages: z.array(z.unknown()),
  /** Other ids of the same contact. */
  context: optional(z.object({ ...wire.Contact.shape, username: optional(key) })),
});
const HistoryMessage = z.object({
  from: optional(wire.PhoneOrUserId),
  history_context: optional(z.object({ from_me: optional(z.boolean()) })),
});

export function* parseHistory(raw: unknown, parseContext: ParseContext): Generator<ChannelEvent> {
  const chunk = HistoryChunk.safeParse(raw);
  if (!chunk.success || (!chunk.data.threads && !chunk.data.metadata && !chunk.data.errors))
    return yield logged('history', { at: parseContext.at });
  const { metadata, threads = [], errors } = chunk.data;
  for (const [index, thread] of threads.entries())
    yield* parseThread(thread, { ...parseContext, itemKey: `${parseContext.itemKey}.${index}` });
  // The business declined to share the history, so it is complete.
  const progress = metadata?.progress ?? (errors && errors.length > 0 ? 100 : undefined);
  if (progress !== undefined) yield { type: 'history', progress };
}

function* parseThread(raw: unknown, parseContext: ParseContext): Generator<ChannelEvent> {
  const thread = Thread.safeParse(raw);
  if (!thread.success) return yield logged('history.thread', { at: parseContext.at });
  const { id: given, messages, context } = thread.data;
  const { phone, userId, username }: PeerIds & { username?: string } = given ?? {};
  const described = parseContext.contacts;
  const contactInfo =
    phone !== undefined
      ? described.byPhone.get(phoneKey(phone))
      : userId === undefined
        ? undefined
        : described.byId.get(userId);
  const contact: wire.Contact = {
    wa_id: phone ?? context?.wa_id ?? contactInfo?.wa_id,
    user_id: userId ?? context?.user_id ?? contactInfo?.user_id,
    profile: {
      name: contactInfo?.profile?.name,
      username: context?.username ?? context?.profile?.username ?? contactInfo?.profile?.username ?? username,
    },
  };
  const contacts = indexContacts([contact]);
  const peerIds = [contact.wa_id && phoneKey(contact.wa_id), contact.user_id];
  for (const [index, message] of messages.entries()) {
    const { from, history_context } = HistoryMessage.safeParse(message).data ?? {};
    // A sender that is not the contact of the thread, by any id, is the account itself.
    const fromMe = history_context?.from_me ?? (from !== undefined && !peerIds.includes(idOf(from)));
    yield* parseMessage(
      message,
      { ...parseContext, contacts, isHistory: true, itemKey: `${parseContext.itemKey}.${index}` },
      fromMe,
      { phone, userId },
    );
  }
}
const idOf = (id: wire.PhoneOrUserId): string => ('phone' in id ? phoneKey(id.phone) : id.userId);
