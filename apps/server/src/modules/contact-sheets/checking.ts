import { setTimeout as pause } from 'node:timers/promises';
import { phoneKey } from '@balcao/domain/contact/phone';
import type { Clock } from '../../foundation/clock.ts';
import type { Db } from '../../foundation/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Tags } from '../tags/index.ts';
import { importStore } from './imports.store.ts';

interface Needs {
  db: Db;
  clock: Clock;
  contacts: Contacts;
  tags: Tags;
  connections: Connections;
}
export interface Checking {
  companyId: number;
  importId: number;
  /** The piece of the import, and how many of its people have been asked about. */
  firstRow: number;
  done: number;
}
/** Some at a time, with breaks: a channel that is asked faster takes it for an attack. */
const TOGETHER = 50;
const BETWEEN_MS = 250;
/** While no channel can be asked it is tried again so often, for so long. */
const AGAIN_MS = 10 * 60_000;
const GIVE_UP_MS = 24 * 3_600_000;
/** A million numbers take days; after a month nobody waits for them. */
const UNTIL_MS = 30 * GIVE_UP_MS;
/** How whoever has no account there can be found. */
const UNKNOWN_TAG = 'Número não encontrado';

/** Asks the channel about the numbers of an import, long after it: unpaced it would use up the channel's patience. */
export const createChecking = ({ db, clock, contacts, tags, connections }: Needs) => ({
  async run({ companyId, importId, firstRow, done }: Checking): Promise<void> {
    const work = await db.readCompany(companyId, async (tx) => {
      const row = await importStore.byId(tx, importId);
      if (!row || row.status !== 'done' || +clock.now() - +(row.finishedAt ?? 0) > UNTIL_MS) return undefined;
      const piece = await importStore.batchFrom(tx, importId, firstRow);
      if (!piece) return undefined;
      // Another piece than was asked for: none of it has been asked about.
      const from = piece.firstRow === firstRow ? done : 0;
      const people = await contacts.byIds(tx, piece.created.slice(from, from + TOGETHER));
      return { row, piece, from, people };
    });
    if (!work) return;
    const { row, piece, from, people } = work;
    const unknown: number[] = [];
    const spelled: { id: number; number: string }[] = [];
    for (const { id, number } of people) {
      const known = await connections.lookUp(companyId, number);
      if (known === 'unchecked') {
        if (+clock.now() - +row.finishedAt! < GIVE_UP_MS)
          await again({ firstRow: piece.firstRow, done: from }, AGAIN_MS);
        return;
      }
      if (known === 'unknown') unknown.push(id);
      else if (known.number !== number && phoneKey(known.number) === phoneKey(number))
        spelled.push({ id, number: known.number });
      await pause(BETWEEN_MS);
    }
    await db.inCompany(companyId, async (tx) => {
      await contacts.crowd.respell(tx, spelled);
      if (unknown.length > 0) {
        const tagId = (await tags.named(tx, [UNKNOWN_TAG], { userId: null, mayMake: 1 })).get(
          UNKNOWN_TAG.toLowerCase(),
        );
        await contacts.crowd.addTags(
          tx,
          unknown.map((id) => ({ id, tagId: tagId! })),
        );
      }
      if (unknown.length + spelled.length > 0) tx.emit({ is: 'contacts.changed' });
      const isOver = from + TOGETHER >= piece.created.length;
      const next = isOver
        ? { firstRow: piece.firstRow + 1, done: 0 }
        : { firstRow: piece.firstRow, done: from + TOGETHER };
      await tx.enqueue('contact-import.check', { companyId, importId, ...next });
    });

    async function again(place: { firstRow: number; done: number }, afterMs: number) {
      await db.inCompany(companyId, (tx) =>
        tx.enqueue(
          'contact-import.check',
          { companyId, importId, ...place },
          { after: new Date(Date.now() + afterMs) },
        ),
      );
    }
  },
});
