import { fold } from '@balcao/domain/text/fold';
import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Finds the typed words anywhere in the column, whatever the accents and capitals. */
export const contains = (column: PgColumn, typed: string): SQL => sql`folded(${column}) like ${likePattern(typed)}`;

/** `%`, `_` and `\` are text when a person types them. */
export const likePattern = (typed: string): string => `%${fold(typed.trim()).replace(/[\\%_]/g, '\\$&')}%`;

/** How a folded text begins when it begins with the typed words. */
export const foldedPrefix = (typed: string): string => fold(typed.trim());
