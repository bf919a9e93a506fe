import { HOUR_MS } from '../kit/durations.ts';

/** When the reply window closes; null if the channel has none. A contact that never wrote has not opened it: `openedAt`. */
export function windowEnd(hours: number | null, lastInboundAt: Date | null, openedAt: Date): Date | null {
  if (hours === null) return null;
  return lastInboundAt === null ? openedAt : new Date(+lastInboundAt + hours * HOUR_MS);
}

/** Whether free text can be sent now; the last millisecond is included. */
export const isWindowOpen = (hours: number | null, lastInboundAt: Date | null, now: Date): boolean =>
  hours === null || (lastInboundAt !== null && +now - +lastInboundAt <= hours * HOUR_MS);

/** Only templates are accepted outside the reply window; all other content is free text. */
export const needsWindow = (kind: string): boolean => kind !== 'template';

/** Why a message was not sent, or was sent as a template; stored in the ticket log. */
export const windowReasons = ['windowShut', 'templateInstead'] as const;
export type WindowReason = (typeof windowReasons)[number];
