/** Coexistence: what was said on the phone before the account was linked, in pieces. */
import { phoneKey } from '@balcao/domain/contact/phone';
import { z } from 'zod';
import type { Signal } from '../../port.ts';
import { name, perhaps, scopeOf } from '../words.ts';
import { nobody, puzzling } from '../../puzzle.ts';
import { readMessage, type Place } from './messages.ts';
import { peopleOf } from './people.ts';
import * as wire from './wire-format.ts';

const percent = z.coerce.number().min(0).max(100).catch(0);
const Piece = z.object({
  metadata: z.object({ progress: percent }).optional().catch(undefined),
  threads: z.array(z.unknown()).optional(),
  errors: z.array(z.unknown()).optional().catch(undefined),
});
const Thread = z.object({
  id: wire.Somebody,
  messages: z.array(z.unknown()),
  /** The same person under other names. */
  context: perhaps(z.object({ ...wire.Contact.shape, username: perhaps(name) })),
});
const Said = z.object({
  from: perhaps(wire.Somebody),
  history_context: perhaps(z.object({ from_me: perhaps(z.boolean()) })),
});

export function readHistory(told: unknown, place: Place): Signal[] {
  const piece = Piece.safeParse(told);
  if (!piece.success || (!piece.data.threads && !piece.data.metadata && !piece.data.errors))
    return [puzzling(told, 'history', place.mark, nobody(scopeOf(place.account)))];
  const { metadata, threads = [], errors } = piece.data;
  const messages = threads.flatMap((one, index) => readThread(one, { ...place, mark: `${place.mark}.${index}` }));
  // Whoever did not want to share it has told all there is to tell.
  const progress = metadata?.progress ?? (errors && errors.length > 0 ? 100 : undefined);
  return [...messages, ...(progress === undefined ? [] : [{ is: 'history' as const, progress }])];
}

function readThread(told: unknown, place: Place): Signal[] {
  const thread = Thread.safeParse(told);
  if (!thread.success) return [puzzling(told, 'history.thread', place.mark, nobody(scopeOf(place.account)))];
  const { id, messages, context } = thread.data;
  const known = 'phone' in id ? place.people.byPhone.get(phoneKey(id.phone)) : place.people.byId.get(id.userId);
  const contact: wire.Contact = {
    wa_id: 'phone' in id ? id.phone : (context?.wa_id ?? known?.wa_id),
    user_id: 'userId' in id ? id.userId : (context?.user_id ?? known?.user_id),
    profile: { name: known?.profile?.name, username: context?.username ?? known?.profile?.username },
  };
  const people = peopleOf([contact]);
  const ends = [contact.wa_id && phoneKey(contact.wa_id), contact.user_id];
  return messages.flatMap((message, index) => {
    const { from, history_context } = Said.safeParse(message).data ?? {};
    // Whoever is not the other end of the thread, by any name, is the account itself.
    const fromMe = history_context?.from_me ?? (from !== undefined && !ends.includes(nameOf(from)));
    return readMessage(message, { ...place, people, isHistory: true, mark: `${place.mark}.${index}` }, fromMe, id);
  });
}
const nameOf = (one: wire.Somebody): string => ('phone' in one ? phoneKey(one.phone) : one.userId);
