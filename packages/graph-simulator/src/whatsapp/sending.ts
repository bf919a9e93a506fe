import type { Person } from '../acts.ts';
import type { Told } from '../control.ts';
import { GraphError } from '../errors.ts';
import { isRecord, textOf, type Asked } from '../graph/asked.ts';
import type { Done, Host } from '../graph/host.ts';
import { newWamid } from '../ids.ts';
import {
  knownTo,
  meet,
  nowOf,
  PAIR_BURST,
  type Known,
  type Message,
  type WhatsAppAccount,
  type World,
} from '../world.ts';
import { checkMessage } from './checking.ts';
import { digitsOf, statusChange } from './telling.ts';

const DAY_MS = 24 * 3_600_000;
const order: Told[] = ['sent', 'delivered', 'read', 'played'];

/** POST /{phone-number-id}/messages: a message, a read mark or a typing sign. `failing` is how it fails later, if it does. */
export function sendWhatsApp(host: Host, account: WhatsAppAccount, asked: Asked, failing?: number): Done {
  const { world } = host;
  const body = asked.params;
  if (body['messaging_product'] !== 'whatsapp')
    throw new GraphError(100, {
      title: 'The parameter messaging_product is required.',
      details: 'The parameter messaging_product is required.',
    });
  if (body['status'] !== undefined) return markRead(world, body);
  if (account.given.isRegistered === false) throw new GraphError(133010);
  const to = recipientOf(account, body);
  const type = checkMessage(world, account, body);
  if (to.person.id === digitsOf(account)) throw new GraphError(131021);
  keepPace(world, account, to);

  const correlation = textOf(body['biz_opaque_callback_data']);
  const atMs = nowOf(world);
  const message: Message = {
    id: newWamid(world.random, to.person.id),
    accountId: account.id,
    person: to.person,
    isOurs: true,
    atMs,
    correlation,
    type,
  };
  world.messages.set(message.id, message);
  const isLate = account.hasWindow && type !== 'template' && (to.wroteAtMs === null || atMs - to.wroteAtMs > DAY_MS);
  const fault = failing ?? (isLate ? 131047 : undefined);
  if (fault === undefined) {
    const context = isRecord(body['context']) ? textOf(body['context']['message_id']) : undefined;
    world.reached.push({
      messageId: message.id,
      at: new Date(atMs).toISOString(),
      accountId: account.id,
      to: to.person.id,
      type,
      body,
      ...(correlation !== undefined && { correlation }),
      ...(context !== undefined && { quotes: context }),
    });
  }
  tellStatuses(host, account, message, fault);
  return {
    reply: {
      messaging_product: 'whatsapp',
      contacts: [
        {
          input: textOf(body['to']) ?? textOf(body['recipient']),
          ...(!to.person.hidesNumber && { wa_id: to.person.id }),
          ...(to.person.userId !== undefined && { user_id: to.person.userId }),
        },
      ],
      messages: [{ id: message.id, ...(type === 'template' && { message_status: 'accepted' }) }],
    },
    messageId: message.id,
    correlation,
  };
}

/** Whom a call is for, as the journal and mishaps name them. */
export function whatsAppRecipient(account: WhatsAppAccount, params: Record<string, unknown>): string | undefined {
  const given = textOf(params['to']) ?? textOf(params['recipient']);
  return given === undefined ? undefined : (knownTo(account, given)?.person.id ?? given.replaceAll(/^\+/g, ''));
}

function recipientOf(account: WhatsAppAccount, body: Record<string, unknown>): Known {
  const to = textOf(body['to']);
  const given = to ?? textOf(body['recipient']);
  if (given === undefined || given === '')
    throw new GraphError(100, { title: 'The parameter to is required.', details: 'The parameter to is required.' });
  const known = knownTo(account, given);
  if (known) return known;
  if (/^[A-Z]{2}\.\w+$/.test(given)) throw new GraphError(131026, { details: 'No person with this user id.' });
  if (!/^\+?[\d\s()-]{7,20}$/.test(given))
    throw new GraphError(131009, { details: 'Parameter to is not a valid phone number' });
  return meet(account, { id: given.replaceAll(/\D/g, '') } satisfies Person);
}

function markRead(world: World, body: Record<string, unknown>): Done {
  const id = textOf(body['message_id']);
  if (id === undefined) throw new GraphError(100, { title: 'The parameter message_id is required.' });
  if (!world.messages.has(id)) throw new GraphError(131009, { details: 'Message id is not valid' });
  if (body['status'] !== 'read') throw new GraphError(100, { title: 'Param status must be one of {READ}' });
  return { reply: { success: true } };
}

/** So many a second for the number, and to one person one in a while after a burst. */
function keepPace(world: World, account: WhatsAppAccount, to: Known): void {
  const atMs = nowOf(world);
  const { throughput, pairEveryMs } = account.given;
  if (throughput !== undefined) {
    account.recent = account.recent.filter((one) => atMs - one < 1000);
    if (account.recent.length >= throughput) throw new GraphError(130429);
  }
  if (pairEveryMs !== undefined) {
    const { left, atMs: since } = to.pair;
    const now = Math.min(PAIR_BURST, left + (atMs - since) / pairEveryMs);
    if (now < 1) throw new GraphError(131056);
    to.pair = { left: now - 1, atMs };
  }
  account.recent.push(atMs);
}

function tellStatuses(host: Host, account: WhatsAppAccount, message: Message, fault: number | undefined): void {
  const { upTo, delayMs } = account.telling;
  const told = fault === undefined ? order.slice(0, order.indexOf(upTo as Told) + 1) : (['failed'] as const);
  if (told.length === 0) return;
  host.later(delayMs, () => {
    for (const one of told) {
      const change = statusChange(host.world, account, message, one, fault === undefined ? undefined : { code: fault });
      host.tell(account, { change }, message.person.id);
    }
  });
}
