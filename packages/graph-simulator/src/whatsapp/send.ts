import type { CustomerProfile } from '../customer-actions.ts';
import type { ReceiptStatus } from '../control.ts';
import { GraphError } from '../errors.ts';
import { isRecord, textOf, type GraphRequest } from '../graph/graph-request.ts';
import type { Done, Host } from '../graph/host.ts';
import { newWamid } from '../ids.ts';
import {
  findCustomer,
  resolveCustomer,
  nowOf,
  PAIR_BURST,
  type AccountCustomer,
  type Message,
  type WhatsAppAccount,
  type SimulatorState,
} from '../state.ts';
import { checkMessage } from './validate.ts';
import { digitsOf, statusChange } from './webhook-payloads.ts';

const DAY_MS = 24 * 3_600_000;
const order: ReceiptStatus[] = ['sent', 'delivered', 'read', 'played'];

/** The error code of a later failure, or a message that is held back until its status decides. */
export type Later = number | 'held';

/** POST /{phone-number-id}/messages: a message, read mark or typing indicator. */
export function sendWhatsApp(host: Host, account: WhatsAppAccount, request: GraphRequest, later?: Later): Done {
  const { state } = host;
  const body = request.params;
  if (body['messaging_product'] !== 'whatsapp')
    throw new GraphError(100, {
      title: 'The parameter messaging_product is required.',
      details: 'The parameter messaging_product is required.',
    });
  if (body['status'] !== undefined) return markRead(state, body);
  if (account.config.isRegistered === false) throw new GraphError(133010);
  const to = recipientOf(account, body);
  const type = checkMessage(state, account, body);
  if (to.profile.id === digitsOf(account)) throw new GraphError(131021);
  enforceRateLimit(state, account, to);

  const correlation = textOf(body['biz_opaque_callback_data']);
  const atMs = nowOf(state);
  const message: Message = {
    id: newWamid(state.random, to.profile.id),
    accountId: account.id,
    profile: to.profile,
    isFromAccount: true,
    atMs,
    correlation,
    type,
  };
  state.messages.set(message.id, message);
  const isLate = account.hasWindow && type !== 'template' && (to.wroteAtMs === null || atMs - to.wroteAtMs > DAY_MS);
  const isHeld = later === 'held';
  const errorCode = (isHeld ? undefined : later) ?? (isLate ? 131047 : undefined);
  if (errorCode === undefined) {
    const context = isRecord(body['context']) ? textOf(body['context']['message_id']) : undefined;
    const delivery = {
      messageId: message.id,
      at: new Date(atMs).toISOString(),
      accountId: account.id,
      to: to.profile.id,
      type,
      body,
      ...(correlation !== undefined && { correlation }),
      ...(context !== undefined && { quotes: context }),
    };
    if (isHeld) state.held.set(message.id, delivery);
    else state.delivered.push(delivery);
  }
  if (!isHeld) sendStatuses(host, account, message, errorCode);
  return {
    reply: {
      messaging_product: 'whatsapp',
      contacts: [
        {
          input: textOf(body['to']) ?? textOf(body['recipient']),
          ...(!to.profile.hidesNumber && { wa_id: to.profile.id }),
          ...(to.profile.userId !== undefined && { user_id: to.profile.userId }),
        },
      ],
      messages: [
        {
          id: message.id,
          ...(type === 'template' && { message_status: isHeld ? 'held_for_quality_assessment' : 'accepted' }),
        },
      ],
    },
    messageId: message.id,
    correlation,
  };
}

/** Recipient of a call, as faults and the record of calls name it. */
export function whatsAppRecipient(account: WhatsAppAccount, params: Record<string, unknown>): string | undefined {
  const recipient = textOf(params['to']) ?? textOf(params['recipient']);
  return recipient === undefined
    ? undefined
    : (findCustomer(account, recipient)?.profile.id ?? recipient.replaceAll(/^\+/g, ''));
}

function recipientOf(account: WhatsAppAccount, body: Record<string, unknown>): AccountCustomer {
  const to = textOf(body['to']);
  const recipient = to ?? textOf(body['recipient']);
  if (recipient === undefined || recipient === '')
    throw new GraphError(100, { title: 'The parameter to is required.', details: 'The parameter to is required.' });
  const customer = findCustomer(account, recipient);
  if (customer) return customer;
  if (/^[A-Z]{2}\.\w+$/.test(recipient)) throw new GraphError(131026, { details: 'No person with this user id.' });
  if (!/^\+?[\d\s()-]{7,20}$/.test(recipient))
    throw new GraphError(131009, { details: 'Parameter to is not a valid phone number' });
  return resolveCustomer(account, { id: recipient.replaceAll(/\D/g, '') } satisfies CustomerProfile);
}

function markRead(state: SimulatorState, body: Record<string, unknown>): Done {
  const id = textOf(body['message_id']);
  if (id === undefined) throw new GraphError(100, { title: 'The parameter message_id is required.' });
  if (!state.messages.has(id)) throw new GraphError(131009, { details: 'Message id is not valid' });
  if (body['status'] !== 'read') throw new GraphError(100, { title: 'Param status must be one of {READ}' });
  return { reply: { success: true } };
}

/** Limits messages per second of the number and, after a burst, per customer. */
function enforceRateLimit(state: SimulatorState, account: WhatsAppAccount, to: AccountCustomer): void {
  const atMs = nowOf(state);
  const { throughput, pairEveryMs } = account.config;
  if (throughput !== undefined) {
    account.recent = account.recent.filter((sentAt) => atMs - sentAt < 1000);
    if (account.recent.length >= throughput) throw new GraphError(130429);
  }
  if (pairEveryMs !== undefined) {
    const { remaining, atMs: since } = to.pair;
    const now = Math.min(PAIR_BURST, remaining + (atMs - since) / pairEveryMs);
    if (now < 1) throw new GraphError(131056);
    to.pair = { remaining: now - 1, atMs };
  }
  account.recent.push(atMs);
}

function sendStatuses(host: Host, account: WhatsAppAccount, message: Message, errorCode: number | undefined): void {
  const { upTo, delayMs } = account.receipts;
  const statuses =
    errorCode === undefined ? order.slice(0, order.indexOf(upTo as ReceiptStatus) + 1) : (['failed'] as const);
  if (statuses.length === 0) return;
  host.later(delayMs, () => {
    for (const status of statuses) {
      const change = statusChange(
        host.state,
        account,
        message,
        status,
        errorCode === undefined ? undefined : { code: errorCode },
      );
      host.sendWebhook(account, { change }, message.profile.id);
    }
  });
}
