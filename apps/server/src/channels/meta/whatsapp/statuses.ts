/** Parses items other than messages: statuses, calls, changes of user ids, errors of the account. */
import type { Content, ChannelEvent, Receipt } from '../../port.ts';
import { faultOf, GraphError } from '../faults.ts';
import { EARLIER_PART, scopeOf } from '../field-parsers.ts';
import { isoFromSeconds, anonymousPeer, labelIn, logged, plainLabel } from '../../unrecognized.ts';
import { guessPeer, type ParseContext } from './messages.ts';
import { peerOf, indexContacts } from './identities.ts';
import * as wire from './wire-format.ts';

const receipts: readonly string[] = ['held', 'sent', 'delivered', 'read', 'played', 'failed'] satisfies Receipt[];
/** Meta observes a new template, or a portfolio, before it delivers. */
export const HELD = 'held_for_quality_assessment';
const isReceipt = (status: string): status is Receipt => receipts.includes(status);

/** A status is about a message and never a message itself. Those that are not receipts are added to its history. */
export function parseStatus(raw: unknown, context: ParseContext): ChannelEvent[] {
  const parsed = wire.Status.safeParse(raw);
  if (!parsed.success) return [logged(`status.${labelIn(raw, 'status')}`, { at: context.at })];
  const { id, type, timestamp, recipient_id, recipient_user_id, biz_opaque_callback_data, errors } = parsed.data;
  const status = parsed.data.status === HELD ? 'held' : parsed.data.status;
  const at = isoFromSeconds(timestamp);
  if (type === 'call') return [logged(['call', plainLabel(status)].join('.'), { at })];
  const peer =
    peerOf({ userId: recipient_user_id, ...recipient_id }, context.contacts, context.account) ??
    anonymousPeer(scopeOf(context.account));
  // A status of the customer's payment is not one of our message.
  if (!isReceipt(status) || type === 'payment')
    return [
      // The customer removed a message of its own.
      ...(status === 'deleted' ? [{ type: 'removed' as const, wid: id, peer, fromMe: false, at }] : []),
      {
        type: 'reported',
        wid: id,
        ...(biz_opaque_callback_data && { correlation: biz_opaque_callback_data }),
        peer,
        label: type === 'payment' ? `payment.${plainLabel(status)}` : plainLabel(status),
        detail: (errors?.[0] ? faultOf(errors[0]).detail : '').slice(0, 500),
        at,
      },
    ];
  const failed = errors?.[0];
  const parentCorrelation = EARLIER_PART.exec(biz_opaque_callback_data ?? '')?.[1];
  // The status of the last part counts for all. A failed earlier part fails the whole message, by its correlation.
  if (parentCorrelation !== undefined && status !== 'failed') return [];
  const correlation = parentCorrelation ?? biz_opaque_callback_data;
  return [
    {
      type: 'receipt',
      ...(parentCorrelation === undefined && { wid: id }),
      ...(correlation && { correlation }),
      peer,
      status,
      at,
      ...(status === 'failed' && {
        fault: failed ? faultOf(failed) : { code: 'ERR_CHANNEL_REFUSED', detail: 'failed without a reason' },
      }),
    },
  ];
}
/** Calls cannot be answered here. Each call becomes one message when it has ended. */
export function parseCall(raw: unknown, context: ParseContext): ChannelEvent[] {
  const parsed = wire.Call.safeParse(raw);
  if (!parsed.success) return [logged('call', { at: context.at })];
  const { id, event, timestamp, direction, duration, from, from_user_id, to } = parsed.data;
  if (event !== 'terminate') return [];
  const fromMe = direction === 'BUSINESS_INITIATED';
  const peer = peerOf(fromMe ? { ...to } : { userId: from_user_id, ...from }, context.contacts, context.account);
  const caller = peer ?? guessPeer(raw, context);
  const at = isoFromSeconds(timestamp);
  if (!caller) return [logged('call', { at })];
  const content: Content = { kind: 'call', isVideo: false, outcome: duration > 0 ? 'ended' : 'missed' };
  return [{ type: 'message', wid: id, peer: caller, fromMe, at, content }];
}

export function parseUserIdUpdate(raw: unknown, context: ParseContext): ChannelEvent[] {
  const parsed = wire.UserIdUpdate.safeParse(raw);
  if (!parsed.success) return [logged('user_id_update', { at: context.at })];
  const { wa_id, timestamp, user_id } = parsed.data;
  const from = peerOf({ userId: user_id.previous }, indexContacts([]), context.account)!;
  const peer = peerOf({ phone: wa_id, userId: user_id.current }, context.contacts, context.account)!;
  return [{ type: 'renumbered', from, peer, at: isoFromSeconds(timestamp) }];
}

/** The customer chose in WhatsApp itself whether this number may send marketing messages. */
export function parsePreference(raw: unknown, context: ParseContext): ChannelEvent[] {
  const parsed = wire.Preference.safeParse(raw);
  if (!parsed.success) return [logged('user_preferences', { at: context.at })];
  const { wa_id, user_id, category, value, timestamp } = parsed.data;
  const at = isoFromSeconds(timestamp);
  const peer = peerOf({ phone: wa_id, userId: user_id }, context.contacts, context.account);
  if (!peer || category !== 'marketing_messages' || (value !== 'stop' && value !== 'resume'))
    return [logged('user_preferences', { detail: [category, value].map(plainLabel).join(' · '), at })];
  return [{ type: 'preference', peer, wantsMarketing: value === 'resume', at }];
}

/** An error about the whole account. */
export function parseError(raw: unknown, context: ParseContext): ChannelEvent[] {
  const error = GraphError.safeParse(raw).data;
  const fault = error && faultOf(error);
  if (fault?.code === 'ERR_CHANNEL_RESTRICTED' || fault?.code === 'ERR_CHANNEL_SPAM')
    return [{ type: 'health', update: 'restricted', detail: fault.detail, at: context.at }];
  return [logged(`error.${error?.code ?? ''}`, { detail: fault?.detail ?? '', at: context.at })];
}
