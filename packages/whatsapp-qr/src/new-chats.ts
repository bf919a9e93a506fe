/** Limits of new conversations: a block until a time (463), and the quota of a cycle. Existing conversations continue. */
import type { NewChatMessageCapInfo, ReachoutTimelockState } from 'baileys';
import type { WireItem } from './wire.ts';

export function timeLockItems(
  { isActive, enforcementType, timeEnforcementEnds }: ReachoutTimelockState,
  at: number,
): WireItem[] {
  const detail = enforcementType ?? '';
  if (!isActive) return [{ item: 'health', what: 'restored', detail, at }];
  return [{ item: 'health', what: 'restricted', detail, at, ...withEnd(timeEnforcementEnds) }];
}

export function newChatItems(
  { total_quota: total, used_quota: used, capping_status, cycle_end_timestamp }: NewChatMessageCapInfo,
  at: number,
): WireItem[] {
  const items: WireItem[] = [];
  if (isCount(total)) items.push({ item: 'new-chats', total, used: isCount(used) ? used : 0, at });
  if (String(capping_status) === 'CAPPED')
    items.push({
      item: 'health',
      what: 'restricted',
      detail: 'new conversations',
      at,
      ...withEnd(cycle_end_timestamp),
    });
  return items;
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** WhatsApp writes some times as text, in seconds. */
function withEnd(time: Date | string | undefined): { until?: number } {
  const seconds = Math.floor(time instanceof Date ? +time / 1000 : Number(time ?? Number.NaN));
  return seconds > 0 ? { until: seconds } : {};
}
