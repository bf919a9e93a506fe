import { opinionsOf } from '../dashboard/index.ts';
import type { ScoreCount } from './report-rows.store.ts';

/** The ratings that one agent was given. */
interface RatedAgent extends ReturnType<typeof opinionsOf> {
  id: number;
  /** Undefined for a user who no longer exists. */
  name: string | undefined;
  count: number;
  mean: number;
}

/** Counts by score from 0 to 10: of all rows, and of each agent, by name. Rows without an agent count only for all. */
export function ratingsOf(counts: readonly ScoreCount[], nameOf: (userId: number) => string | undefined) {
  const scoresOf = (rows: readonly ScoreCount[]) =>
    Array.from({ length: 11 }, (_, score) => rows.reduce((sum, row) => sum + (row.score === score ? row.n : 0), 0));
  const ids = [...new Set(counts.flatMap(({ userId }) => userId ?? []))];
  const agents = ids.map((id): RatedAgent => {
    const scores = scoresOf(counts.filter(({ userId }) => userId === id));
    const count = scores.reduce((sum, n) => sum + n, 0);
    const mean = scores.reduce((sum, n, score) => sum + n * score, 0) / count;
    return { id, name: nameOf(id), count, mean, ...opinionsOf(scores) };
  });
  return {
    scores: scoresOf(counts),
    agents: agents.toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? '') || a.id - b.id),
  };
}
