import type { Signal } from '../../channels/port.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Db } from '../../foundation/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Incoming } from '../messages/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Tickets } from '../tickets/index.ts';

export type OldSignal = Extract<Signal, { is: 'message' }>;
export interface HistoryNeeds {
  db: Db;
  clock: Clock;
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  incoming: Pick<Incoming, 'knownAmong' | 'fillIn'>;
  failed(fault: unknown): void;
}

/** What the connection says of its import; while it is being gathered, when something was last heard. */
export const RUNNING = 'Running';
export const MAY_CLOSE = 'renderButtonCloseTickets';
