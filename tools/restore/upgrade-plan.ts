import type { AppliedMigration, Migration } from '../../apps/server/src/infrastructure/db/migrate.ts';

/** Code before this migration does not read which code a migration lives with: it refuses every later one. */
const FIRST_WITH_WAY_BACK = 56;

/** What an upgrade would do to a database at this migration. */
export function planOf(
  available: readonly Migration[],
  applied: number,
  firstWithWayBack = FIRST_WITH_WAY_BACK,
): { lines: string[]; isReversible: boolean } {
  const due = available.filter(({ number }) => number > applied);
  return {
    lines: due.map(({ name, sql, isOutside }) => {
      const tables = isOutside ? [] : lockedTables(sql);
      const locks = tables.length === 0 ? 'locks no existing table' : `locks ${tables.join(', ')} for a moment`;
      return `${name}: ${locks}`;
    }),
    isReversible:
      due.length === 0 || (applied >= firstWithWayBack && due.every(({ oldestCode }) => oldestCode <= applied)),
  };
}

/** Why the migrations are not tried on a copy, and how to try them all the same; undefined if they are. */
export function untriedReason(facts: {
  isQuick: boolean;
  isDatabaseExternal: boolean;
  isBackupConfigured: boolean;
  hasBackup: boolean;
}): string | undefined {
  if (facts.isQuick) return 'NOT TRIED on a copy: --quick leaves that out.';
  if (facts.isDatabaseExternal)
    return 'NOT TRIED on a copy: the backups of DATABASE_URL are those of its owner. Restore one on another server and start this version there first.';
  if (!facts.isBackupConfigured)
    return 'NOT TRIED on a copy: nothing is backed up. Set BACKUP_DIR or BACKUP_BUCKET, restart the product and repeat this.';
  return facts.hasBackup
    ? undefined
    : 'NOT TRIED on a copy: there is no complete backup yet. npm run backup makes one; then repeat this.';
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
