import { DAY_MS } from '../kit/durations.ts';

const SPAM = 'ERR_CHANNEL_SPAM';
/** The channel refused a message because it blocks new conversations (463) or bulk sending (131048) of the account. */
const blockCodes: ReadonlySet<string> = new Set(['ERR_CHANNEL_RESTRICTED', SPAM]);
export const isBlock = (code: string): boolean => blockCodes.has(code);
/** The cause that screens name besides the block itself; the text of the other code fits official accounts only. */
export const blockDetail = (code: string): string => (code === SPAM ? code : '');

/** A refusal names no end: without a report of the channel a block is expected to last this long. */
export const EXPECTED_BLOCK_MS = DAY_MS;
