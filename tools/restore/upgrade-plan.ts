import type { AppliedMigration, Migration } from '../../apps/server/src/infrastructure/db/migrate.ts';

/** What an upgrade would do to a database at this migration. */
export function planOf(available: readonly Migration[], applied: number): { lines: string[]; isReversible: boolean } {
  const due = available.filter(({ number }) => number > applied);
  return {
    lines: due.map(({ name, sql, isOutside }) => {
      const tables = isOutside ? [] : lockedTables(sql);
      const locks = tables.length === 0 ? 'locks no existing table' : `locks ${tables.join(', ')} for a moment`;
      return `${name}: ${locks}`;
    }),
    isReversible: due.every(({ oldestCode }) => oldestCode <= applied),
  };
}

/** How long a migration took on the restored copy, and which tables could not be written to meanwhile. */
export function trialLine({ name, ms, lockedTables }: AppliedMigration): string {
  const locks = lockedTables.length === 0 ? 'no existing table was locked' : `locked ${lockedTables.join(', ')}`;
  return `${name}: ${Math.round(ms)} ms on the copy, ${locks}`;
}

/** Existing tables that statements of this text change. */
function lockedTables(sql: string): string[] {
  const created = new Set([...sql.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, name]) => name));
  const changed = [
    ...sql.matchAll(/alter table (?:only )?(?:if exists )?(\w+)/gi),
    ...sql.matchAll(/create (?:unique )?index (?!concurrently)(?:if not exists )?\w+\s+on (\w+)/gi),
    ...sql.matchAll(/create (?:or replace )?trigger \w+[^;]*? on (\w+)/gi),
    ...sql.matchAll(/drop table (?:if exists )?(\w+)/gi),
  ].map(([, name]) => name!);
  return [...new Set(changed)].filter((name) => !created.has(name)).sort();
}
