/** Parses items other than messages: statuses, calls, changes of user ids, errors of the account. */
import { z } from 'zod';
import type { Content, ChannelEvent } from '../../port.ts';
import { faultOf, GraphError } from '../faults.ts';
import { EARLIER_PART, scopeOf, optionalText } from '../field-parsers.ts';
import { isoFromSeconds, anonymousPeer, unrecognized } from '../../unrecognized.ts';
import { guessPeer, type ParseContext } from './messages.ts';
import { peerOf, indexContacts } from './identities.ts';
import * as wire from './wire-format.ts';

export function parseStatus(raw: unknown, context: ParseContext): ChannelEvent[] {
  const parsed = wire.Status.safeParse(raw);
  if (!parsed.success) return [unrecognized(raw, statusName(raw), context.itemKey, guessPeer(raw, context))];
  const { id, status, type, timestamp, recipient_id, recipient_user_id, biz_opaque_callback_data, errors } =
    parsed.data;
  // Status of the customer's payment, not of our message.
  if (type === 'payment') return [unrecognized(raw, `payment.${status}`, context.itemKey, guessPeer(raw, context))];
  const peer = peerOf({ userId: recipient_user_id, ...recipient_id }, context.contacts, context.account);
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
      peer: peer ?? anonymousPeer(scopeOf(context.account)),
      status,
      at: isoFromSeconds(timestamp),
      ...(status === 'failed' && {
        fault: failed ? faultOf(failed) : { code: 'ERR_CHANNEL_REFUSED', detail: 'failed without a reason' },
      }),
    },
  ];
}
const statusName = (raw: unknown) => {
  const { status } = z.object({ status: optionalText }).safeParse(raw).data ?? {};
  return status ? `status.${status}` : 'status';
};

/** Calls cannot be answered here. Each call becomes one message when it has ended. */
export function parseCall(raw: unknown, context: ParseContext): ChannelEvent[] {
  const parsed = wire.Call.safeParse(raw);
  if (!parsed.success) return [unrecognized(raw, 'call', context.itemKey, guessPeer(raw, context))];
  const { id, event, timestamp, direction, duration, from, from_user_id, to } = parsed.data;
  if (event !== 'terminate') return [];
  const fromMe = direction === 'BUSINESS_INITIATED';
  const peer = peerOf(fromMe ? { ...to } : { userId: from_user_id, ...from }, context.contacts, context.account);
  const content: Content = { kind: 'call', isVideo: false, outcome: duration > 0 ? 'ended' : 'missed' };
  return [
    { type: 'message', wid: id, peer: peer ?? guessPeer(raw, context), fromMe, at: isoFromSeconds(timestamp), content },
  ];
}

export function parseUserIdUpdate(raw: unknown, context: ParseContext): ChannelEvent[] {
  const parsed = wire.UserIdUpdate.safeParse(raw);
  if (!parsed.success) return [unrecognized(raw, 'user_id_update', context.itemKey, guessPeer(raw, context))];
  const { wa_id, timestamp, user_id } = parsed.data;
  const from = peerOf({ userId: user_id.previous }, indexContacts([]), context.account)!;
  const peer = peerOf({ phone: wa_id, userId: user_id.current }, context.contacts, context.account)!;
  return [{ type: 'renumbered', from, peer, at: isoFromSeconds(timestamp) }];
}

/** An error about the whole account. */
export function parseError(raw: unknown, context: ParseContext): ChannelEvent[] {
  const error = GraphError.safeParse(raw).data;
  const fault = error && faultOf(error);
  if (fault?.code === 'ERR_CHANNEL_RESTRICTED' || fault?.code === 'ERR_CHANNEL_SPAM')
    return [{ type: 'health', update: 'restricted', detail: fault.detail, at: context.at }];
  return [unrecognized(raw, `error.${error?.code ?? ''}`, context.itemKey, anonymousPeer(scopeOf(context.account)))];
}
