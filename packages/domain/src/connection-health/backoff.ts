/** Waiting times after a send that certainly failed. `random` is at least 0 and below 1. */

const FIRST_WAIT_MS = 1000;
export const MAX_WAIT_MS = 5 * 60_000;

/** Spreads the wait from 75 % to 125 %, so that sends that failed together are not retried together. */
const spread = (ms: number, random: number): number => Math.round(ms * (0.75 + 0.5 * random));
const capped = (ms: number): number => Math.min(ms, MAX_WAIT_MS);

/** Wait of one message after `tries` attempts. */
export const messageWait = (tries: number, random: number): number =>
  capped(spread(capped(FIRST_WAIT_MS * 2 ** (tries - 1)), random));
/** Wait of one contact on one account: channels require four times as long after each attempt. */
export const pairWait = (tries: number, random: number): number =>
  capped(spread(capped(FIRST_WAIT_MS * 4 ** (tries - 1)), random));
/** Wait of the whole account after `failures` refusals in a row. */
export const accountWait = (failures: number, random: number): number =>
  capped(spread(capped(2 * FIRST_WAIT_MS * 2 ** (failures - 1)), random));

/** At least the wait that the channel requested, plus up to 10 %, so that retries do not coincide. */
export const atLeast = (requested: number, wait: number, random: number): number =>
  requested > wait ? Math.round(requested * (1 + 0.1 * random)) : wait;
