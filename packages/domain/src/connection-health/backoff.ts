/** How long is waited after what surely did not arrive. `random` is from 0 up to 1. */

const FIRST_WAIT_MS = 1000;
export const MAX_WAIT_MS = 5 * 60_000;

/** Growing by half and half again around its middle, so that those who failed together do not come back together. */
const spread = (ms: number, random: number): number => Math.round(ms * (0.75 + 0.5 * random));
const capped = (ms: number): number => Math.min(ms, MAX_WAIT_MS);

/** One message, after so many tries. */
export const messageWait = (tries: number, random: number): number =>
  capped(spread(capped(FIRST_WAIT_MS * 2 ** (tries - 1)), random));
/** One person on one account: channels ask for four times as long each time. */
export const pairWait = (tries: number, random: number): number =>
  capped(spread(capped(FIRST_WAIT_MS * 4 ** (tries - 1)), random));
/** The whole account, after so many refusals in a row. */
export const accountWait = (failures: number, random: number): number =>
  capped(spread(capped(2 * FIRST_WAIT_MS * 2 ** (failures - 1)), random));

/** What was asked for is kept to, and a little more, so that not all of them come at its very end. */
export const atLeast = (requested: number, wait: number, random: number): number =>
  requested > wait ? Math.round(requested * (1 + 0.1 * random)) : wait;
