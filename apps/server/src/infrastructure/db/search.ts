import { fold } from '@balcao/domain/text/fold';
import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Matches the typed text anywhere in the column, ignoring accents and case. */
export const contains = (column: PgColumn, typed: string): SQL => sql`folded(${column}) like ${likePattern(typed)}`;

/** `%`, `_` and `\` in the typed text are escaped and match literally. */
export const likePattern = (typed: string): string => `%${fold(typed.trim()).replace(/[\\%_]/g, '\\$&')}%`;

/** Folded form of the typed text, for prefix matches on a folded column. */
export const foldedPrefix = (typed: string): string => fold(typed.trim());
