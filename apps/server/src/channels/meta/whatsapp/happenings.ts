/** What the Cloud API tells besides messages: what became of ours, calls, new names of people, complaints. */
import { z } from 'zod';
import type { Content, Signal } from '../../port.ts';
import { faultOf, GraphError } from '../faults.ts';
import { EARLIER_PART, scopeOf, words } from '../words.ts';
import { momentOf, nobody, puzzling } from '../../puzzle.ts';
import { someone, type Place } from './messages.ts';
import { peerOf, peopleOf } from './people.ts';
import * as wire from './wire-format.ts';

export function readStatus(told: unknown, place: Place): Signal[] {
  const parsed = wire.Status.safeParse(told);
  if (!parsed.success) return [puzzling(told, statusName(told), place.mark, someone(told, place))];
  const { id, status, type, timestamp, recipient_id, recipient_user_id, biz_opaque_callback_data, errors } =
    parsed.data;
  // What became of the customer's payment, not of our message.
  if (type === 'payment') return [puzzling(told, `payment.${status}`, place.mark, someone(told, place))];
  const peer = peerOf({ userId: recipient_user_id, ...recipient_id }, place.people, place.account);
  const failed = errors?.[0];
  const whole = EARLIER_PART.exec(biz_opaque_callback_data ?? '')?.[1];
  // What became of the last part became of all; that an earlier one got lost is told of the whole, by our name for it.
  if (whole !== undefined && status !== 'failed') return [];
  const correlation = whole ?? biz_opaque_callback_data;
  return [
    {
      is: 'receipt',
      ...(whole === undefined && { wid: id }),
      ...(correlation && { correlation }),
      peer: peer ?? nobody(scopeOf(place.account)),
      told: status,
      at: momentOf(timestamp),
      ...(status === 'failed' && {
        fault: failed ? faultOf(failed) : { code: 'ERR_CHANNEL_REFUSED', detail: 'failed without a reason' },
      }),
    },
  ];
}
const statusName = (told: unknown) => {
  const { status } = z.object({ status: words }).safeParse(told).data ?? {};
  return status ? `status.${status}` : 'status';
};

/** Calls are not taken here. When one is over it is told once; that it rings is nothing to keep. */
export function readCall(told: unknown, place: Place): Signal[] {
  const parsed = wire.Call.safeParse(told);
  if (!parsed.success) return [puzzling(told, 'call', place.mark, someone(told, place))];
  const { id, event, timestamp, direction, duration, from, from_user_id, to } = parsed.data;
  if (event !== 'terminate') return [];
  const fromMe = direction === 'BUSINESS_INITIATED';
  const peer = peerOf(fromMe ? { ...to } : { userId: from_user_id, ...from }, place.people, place.account);
  const content: Content = { kind: 'call', isVideo: false, outcome: duration > 0 ? 'ended' : 'missed' };
  return [{ is: 'message', wid: id, peer: peer ?? someone(told, place), fromMe, at: momentOf(timestamp), content }];
}

export function readUserId(told: unknown, place: Place): Signal[] {
  const parsed = wire.UserIdUpdate.safeParse(told);
  if (!parsed.success) return [puzzling(told, 'user_id_update', place.mark, someone(told, place))];
  const { wa_id, timestamp, user_id } = parsed.data;
  const from = peerOf({ userId: user_id.previous }, peopleOf([]), place.account)!;
  const peer = peerOf({ phone: wa_id, userId: user_id.current }, place.people, place.account)!;
  return [{ is: 'renumbered', from, peer, at: momentOf(timestamp) }];
}

/** The channel complains about the account as a whole. */
export function readError(told: unknown, place: Place): Signal[] {
  const error = GraphError.safeParse(told).data;
  const fault = error && faultOf(error);
  if (fault?.code === 'ERR_CHANNEL_RESTRICTED' || fault?.code === 'ERR_CHANNEL_SPAM')
    return [{ is: 'health', what: 'restricted', detail: fault.detail, at: place.at }];
  return [puzzling(told, `error.${error?.code ?? ''}`, place.mark, nobody(scopeOf(place.account)))];
}
