import type { EventName, Topic } from './topics.ts';

// Separate from topics.ts, so that a subscriber does not load the schemas.

export const eventName = <T extends Topic>(companyId: number, topic: T): EventName<T> =>
  `company-${companyId}-${topic}`;

export const HEARTBEAT_MS = 300_000;
