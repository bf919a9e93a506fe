/** The draft counts as version 0 where two versions are chosen. */
export const DRAFT = 0;

/** Two versions by number. */
export interface Pair {
  from: number;
  to: number;
}
