import type { Sought } from '../../infrastructure/db/schema/privacy.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { erasureStore } from './erasures.store.ts';

interface Job {
  db: Db;
  companyId: number;
  sought: Sought;
  /** What arrived after this time belongs to a new contact. */
  before: Date;
  /** A transaction that holds the erasure's lock and saves the counts. */
  inErasure<T>(work: (tx: Tx) => Promise<{ counts: Record<string, number>; result: T }>): Promise<T | undefined>;
}
/** Rows that are searched per transaction; few of them concern one person. */
const WINDOW_SIZE = 2000;
/** Tables that may name a person without a reference to the contact, with the key before their first row. */
const sources = {
  signals: '0',
  history_messages: '0',
  quarantine: '0',
  idempotency_keys: '',
  event_log: '0',
} as const;

/** Erases a person from queues, logs and stored answers. Runs before the tickets lose their contact: rows name their ids. */
export async function eraseElsewhere({ db, companyId, sought, before, inErasure }: Job): Promise<void> {
  const { people: contactIds, names } = sought;
  const ticketIds = await db.readCompany(companyId, (tx) => erasureStore.ticketIds(tx, contactIds));
  for (const [source, first] of Object.entries(sources)) {
    let after: string | null = first;
    while (after !== null) {
      const window = { source, after, limit: WINDOW_SIZE };
      const next = await inErasure(async (tx) => {
        const erased = await erasureStore.eraseWindow(tx, { contactIds, ticketIds, names, before }, window);
        return { counts: { [source]: erased.removed }, result: erased.next };
      });
      after = next ?? null;
    }
  }
}
