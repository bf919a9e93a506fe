const HOUR_MS = 3_600_000;

/** When a channel stops taking free text; null where it always does. Who never wrote has opened no window. */
export function windowEnd(hours: number | null, lastInboundAt: Date | null, openedAt: Date): Date | null {
  if (hours === null) return null;
  return lastInboundAt === null ? openedAt : new Date(+lastInboundAt + hours * HOUR_MS);
}

/** May free text be sent at this moment? Until the very end it may. */
export const isWindowOpen = (hours: number | null, lastInboundAt: Date | null, now: Date): boolean =>
  hours === null || (lastInboundAt !== null && +now - +lastInboundAt <= hours * HOUR_MS);

/** Approved beforehand, it is taken at any time; everything else is free text, whatever it looks like. */
export const needsWindow = (kind: string): boolean => kind !== 'template';

/** Why the house kept silent, or spoke in words it was lent: words of the product, for the history. */
export const windowReasons = ['windowShut', 'templateInstead'] as const;
export type WindowReason = (typeof windowReasons)[number];
