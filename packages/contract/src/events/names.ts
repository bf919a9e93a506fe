import type { EventName, Topic } from './topics.ts';

// Apart from the topics themselves: whoever only listens needs no shapes.

export const eventName = <T extends Topic>(companyId: number, topic: T): EventName<T> =>
  `company-${companyId}-${topic}`;

export const HEARTBEAT_MS = 300_000;
