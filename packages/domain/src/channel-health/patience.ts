/** How long is waited after what surely did not arrive. `random` is from 0 up to 1. */

const FIRST_WAIT_MS = 1000;
export const LONGEST_WAIT_MS = 5 * 60_000;

/** Growing by half and half again around its middle, so that those who failed together do not come back together. */
const spread = (ms: number, random: number): number => Math.round(ms * (0.75 + 0.5 * random));
const within = (ms: number): number => Math.min(ms, LONGEST_WAIT_MS);

/** One message, after so many tries. */
export const messageWait = (tries: number, random: number): number =>
  within(spread(within(FIRST_WAIT_MS * 2 ** (tries - 1)), random));
/** One person on one account: channels ask for four times as long each time. */
export const pairWait = (tries: number, random: number): number =>
  within(spread(within(FIRST_WAIT_MS * 4 ** (tries - 1)), random));
/** The whole account, after so many refusals in a row. */
export const accountWait = (strikes: number, random: number): number =>
  within(spread(within(2 * FIRST_WAIT_MS * 2 ** (strikes - 1)), random));

/** What was asked for is kept to, and a little more, so that not all of them come at its very end. */
export const noSoonerThan = (asked: number, wait: number, random: number): number =>
  asked > wait ? Math.round(asked * (1 + 0.1 * random)) : wait;
