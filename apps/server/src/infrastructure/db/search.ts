import { fold } from '@balcao/domain/text/fold';

/** `%`, `_` and `\` in the typed text are escaped and match literally. */
export const likePattern = (typed: string): string => `%${fold(typed.trim()).replace(/[\\%_]/g, '\\$&')}%`;

/** Folded form of the typed text, for prefix matches on a folded column. */
export const foldedPrefix = (typed: string): string => fold(typed.trim());
