import type { Tx } from '../../infrastructure/db/tx.ts';
import { storable } from './queued-events.store.ts';

/** Why something was set aside. `database`: the database failed for hours, always at this event. */
export type QuarantineReason = 'unreadable' | 'too-many-items' | 'keys' | 'failed' | 'database';
/** A whole payload, with the number of its events that were processed, or one event as it is stored. */
export type QuarantinedContent = { body: string; parsedEvents?: number } | object;

/** A parser's error may quote half a payload. */
const MAX_ERROR_LENGTH = 1000;

export const quarantineStore = {
  /** The error may quote characters that Postgres cannot store; the row must be stored anyway. */
  add: (
    tx: Tx,
    row: { connectionId: number; kind: string; content: QuarantinedContent; reason: QuarantineReason; error: string },
  ) =>
    tx.query(add, [
      tx.companyId,
      row.connectionId,
      row.kind,
      JSON.stringify(row.content),
      storable(row.error).slice(0, MAX_ERROR_LENGTH),
      row.reason,
    ]),
};

const add = {
  name: 'quarantine.add',
  text: `insert into quarantine (company_id, connection_id, kind, content, fault, reason)
         values ($1, $2, $3, $4::jsonb, $5, $6)`,
};
