import type { ChannelEvent } from '../../channels/port.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { IncomingMessages } from '../messages/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Tickets } from '../tickets/index.ts';

export type HistoryMessageEvent = Extract<ChannelEvent, { type: 'message' }>;
/** Answered by modules that are built later; bound in wiring/upward-calls.ts. */
export interface HistoryImportUpwardCalls {
  /** Sets aside a message that cannot be stored; a person decides about it. */
  quarantineMessage(tx: Tx, connectionId: number, event: HistoryMessageEvent, error: Error): Promise<void>;
}
export interface HistoryImportDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  incoming: Pick<IncomingMessages, 'findExisting' | 'fillPlaceholder'>;
  quarantineMessage: HistoryImportUpwardCalls['quarantineMessage'];
  onError(error: unknown): void;
}

/** Values of the connection's `importStatus`. While messages are collected it holds the time of the last event instead. */
export const RUNNING = 'Running';
export const CAN_CLOSE = 'renderButtonCloseTickets';
