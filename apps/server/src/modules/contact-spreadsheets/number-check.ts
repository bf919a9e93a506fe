import { setTimeout as pause } from 'node:timers/promises';
import { phoneKey } from '@balcao/domain/contact/phone';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Tags } from '../tags/index.ts';
import { importStore } from './imports.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  contacts: Contacts;
  tags: Tags;
  connections: Connections;
}
export interface NumberCheckJob {
  companyId: number;
  importId: number;
  /** The piece of the import, and how many of its people have been asked about. */
  firstRow: number;
  done: number;
}
/** Some at a time, with breaks: a channel that is asked faster takes it for an attack. */
const BATCH_SIZE = 50;
const DELAY_MS = 250;
/** While no channel can be asked it is tried again so often, for so long. */
const RETRY_MS = 10 * 60_000;
const GIVE_UP_MS = 24 * 3_600_000;
/** A million numbers take days; after a month nobody waits for them. */
const UNTIL_MS = 30 * GIVE_UP_MS;
/** How whoever has no account there can be found. */
const UNKNOWN_TAG = 'Número não encontrado';

/** Asks the channel about the numbers of an import, long after it: unpaced it would use up the channel's patience. */
export const createNumberCheck = ({ db, clock, contacts, tags, connections }: Deps) => ({
  async run({ companyId, importId, firstRow, done }: NumberCheckJob): Promise<void> {
    const work = await db.readCompany(companyId, async (tx) => {
      const row = await importStore.byId(tx, importId);
      if (!row || row.status !== 'done' || +clock.now() - +(row.finishedAt ?? 0) > UNTIL_MS) return undefined;
      const batch = await importStore.batchFrom(tx, importId, firstRow);
      if (!batch) return undefined;
      // Another piece than was asked for: none of it has been asked about.
      const from = batch.firstRow === firstRow ? done : 0;
      const batchContacts = await contacts.byIds(tx, batch.created.slice(from, from + BATCH_SIZE));
      return { row, batch, from, batchContacts };
    });
    if (!work) return;
    const { row, batch, from, batchContacts } = work;
    const unknown: number[] = [];
    const corrected: { id: number; number: string }[] = [];
    for (const { id, number } of batchContacts) {
      const lookup = await connections.checkNumber(companyId, number);
      if (lookup === 'unchecked') {
        if (+clock.now() - +row.finishedAt! < GIVE_UP_MS)
          await retryLater({ firstRow: batch.firstRow, done: from }, RETRY_MS);
        return;
      }
      if (lookup === 'unknown') unknown.push(id);
      else if (lookup.number !== number && phoneKey(lookup.number) === phoneKey(number))
        corrected.push({ id, number: lookup.number });
      await pause(DELAY_MS);
    }
    await db.inCompany(companyId, async (tx) => {
      await contacts.bulk.updateNumbers(tx, corrected);
      if (unknown.length > 0) {
        const tagId = (await tags.resolveByNames(tx, [UNKNOWN_TAG], { userId: null, maxNewTags: 1 })).get(
          UNKNOWN_TAG.toLowerCase(),
        );
        await contacts.bulk.addTags(
          tx,
          unknown.map((id) => ({ id, tagId: tagId! })),
        );
      }
      if (unknown.length + corrected.length > 0) tx.emit({ type: 'contacts.changed' });
      const isOver = from + BATCH_SIZE >= batch.created.length;
      const next = isOver
        ? { firstRow: batch.firstRow + 1, done: 0 }
        : { firstRow: batch.firstRow, done: from + BATCH_SIZE };
      await tx.enqueue('contact-import.check', { companyId, importId, ...next });
    });

    async function retryLater(position: { firstRow: number; done: number }, afterMs: number) {
      await db.inCompany(companyId, (tx) =>
        tx.enqueue(
          'contact-import.check',
          { companyId, importId, ...position },
          { after: new Date(Date.now() + afterMs) },
        ),
      );
    }
  },
});
