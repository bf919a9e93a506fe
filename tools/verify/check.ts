/**
 * Invariants of every database of the product, whatever was killed while it was written. Each check is one statement
 * that returns the rows that break its rule; `$1` is the number of seconds after which idle work counts as stuck.
 */
export interface Check {
  name: string;
  /** The rule, as printed when it is broken. */
  rule: string;
  text: string;
  /** Needs `$1`. */
  takesStuckSeconds?: true;
}
