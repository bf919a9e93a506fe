import type pg from 'pg';
import { pause } from './wait.ts';

export interface OutboxRow {
  id: string;
  state: string;
  /** Grows with each attempt. */
  fence: string;
}
interface Sample {
  /** By the clock of the database, in milliseconds. */
  at: number;
  rows: OutboxRow[];
}
/** A moment between two samples, with the open sends that were the same in both. */
export type OutboxMoment = Sample;

const EVERY_MS = 200;

/** Records the open sends of a company until `stop`. */
export function startOutboxSamples(database: Pick<pg.Pool, 'query'>, companyId: number) {
  const samples: Sample[] = [];
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      const found = await database
        .query<OutboxRow & { at: string }>(
          `select o.id::text, o.state, o.fence::text, extract(epoch from clock_timestamp()) * 1000 as at from outbox o
            where company_id = $1 and act = 'send' and state in ('queued', 'sending')`,
          [companyId],
        )
        .catch(() => undefined);
      const [first] = found?.rows ?? [];
      if (first) samples.push({ at: Number(first.at), rows: found!.rows });
      await pause(EVERY_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await work;
    },
    between(from: number, to: number): OutboxMoment[] {
      return samples.flatMap(({ at, rows }, n) => {
        const next = samples[n + 1];
        if (!next || at <= from || next.at >= to) return [];
        const later = new Set(next.rows.map(({ id, state, fence }) => `${id} ${state} ${fence}`));
        const same = rows.filter(({ id, state, fence }) => later.has(`${id} ${state} ${fence}`));
        return [{ at: Math.round((at + next.at) / 2), rows: same }];
      });
    },
  };
}
