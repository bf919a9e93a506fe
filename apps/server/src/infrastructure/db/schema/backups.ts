import { bigint, boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

// Backups, drills, nodes and the state after a restore; none of these tables belongs to a company.

const at = (name: string) => timestamp(name, { withTimezone: true });

export const backups = pgTable('backups', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text(),
  state: text().notNull().default('requested'),
  requestedAt: at('requested_at').notNull().defaultNow(),
  startedAt: at('started_at'),
  endedAt: at('ended_at'),
  bytes: bigint({ mode: 'number' }),
  fault: text().notNull().default(''),
});

export const drills = pgTable('drills', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  backupName: text('backup_name').notNull(),
  state: text().notNull().default('running'),
  startedAt: at('started_at').notNull().defaultNow(),
  endedAt: at('ended_at'),
  fault: text().notNull().default(''),
});

export const nodes = pgTable('nodes', {
  name: text().primaryKey(),
  version: text().notNull(),
  role: text().notNull(),
  schemaNumber: integer('schema_number').notNull(),
  startedAt: at('started_at').notNull().defaultNow(),
  seenAt: at('seen_at').notNull().defaultNow(),
  stoppedAt: at('stopped_at'),
});

export const erasedFiles = pgTable('erased_files', {
  storageKey: text('storage_key').primaryKey(),
  erasedAt: at('erased_at').notNull().defaultNow(),
});

export const fileCopiesUnused = pgTable('file_copies_unused', {
  storageKey: text('storage_key').primaryKey(),
  since: at('since').notNull().defaultNow(),
});

export const restoredState = pgTable('restored_state', {
  singleton: boolean().primaryKey().default(true),
  restoredAt: at('restored_at').notNull().defaultNow(),
  restoredTo: at('restored_to').notNull(),
  confirmedAt: at('confirmed_at'),
  confirmedBy: text('confirmed_by'),
  sendingAt: at('sending_at'),
});
