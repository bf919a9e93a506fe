/** Coexistence: parses the message history of the phone, which arrives in chunks. */
import { phoneKey } from '@balcao/domain/contact/phone';
import { z } from 'zod';
import type { ChannelEvent } from '../../port.ts';
import { name, optional, scopeOf } from '../field-parsers.ts';
import { anonymousPeer, unrecognized } from '../../unrecognized.ts';
import { parseMessage, type ParseContext } from './messages.ts';
import { indexContacts } from './identities.ts';
import * as wire from './wire-format.ts';

const percent = z.coerce.number().min(0).max(100).catch(0);
const HistoryChunk = z.object({
  metadata: z.object({ progress: percent }).optional().catch(undefined),
  threads: z.array(z.unknown()).optional(),
  errors: z.array(z.unknown()).optional().catch(undefined),
});
const Thread = z.object({
  id: wire.PhoneOrUserId,
  messages: z.array(z.unknown()),
  /** Other ids of the same contact. */
  context: optional(z.object({ ...wire.Contact.shape, username: optional(name) })),
});
const HistoryMessage = z.object({
  from: optional(wire.PhoneOrUserId),
  history_context: optional(z.object({ from_me: optional(z.boolean()) })),
});

export function* parseHistory(raw: unknown, parseContext: ParseContext): Generator<ChannelEvent> {
  const chunk = HistoryChunk.safeParse(raw);
  if (!chunk.success || (!chunk.data.threads && !chunk.data.metadata && !chunk.data.errors))
    return yield unrecognized(raw, 'history', parseContext.itemKey, anonymousPeer(scopeOf(parseContext.account)));
  const { metadata, threads = [], errors } = chunk.data;
  for (const [index, thread] of threads.entries())
    yield* parseThread(thread, { ...parseContext, itemKey: `${parseContext.itemKey}.${index}` });
  // The business declined to share the history, so it is complete.
  const progress = metadata?.progress ?? (errors && errors.length > 0 ? 100 : undefined);
  if (progress !== undefined) yield { type: 'history', progress };
}

function* parseThread(raw: unknown, parseContext: ParseContext): Generator<ChannelEvent> {
  const thread = Thread.safeParse(raw);
  if (!thread.success)
    return yield unrecognized(
      raw,
      'history.thread',
      parseContext.itemKey,
      anonymousPeer(scopeOf(parseContext.account)),
    );
  const { id, messages, context } = thread.data;
  const contactInfo =
    'phone' in id ? parseContext.contacts.byPhone.get(phoneKey(id.phone)) : parseContext.contacts.byId.get(id.userId);
  const contact: wire.Contact = {
    wa_id: 'phone' in id ? id.phone : (context?.wa_id ?? contactInfo?.wa_id),
    user_id: 'userId' in id ? id.userId : (context?.user_id ?? contactInfo?.user_id),
    profile: { name: contactInfo?.profile?.name, username: context?.username ?? contactInfo?.profile?.username },
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
      id,
    );
  }
}
const idOf = (id: wire.PhoneOrUserId): string => ('phone' in id ? phoneKey(id.phone) : id.userId);
