/** These refusals concern the person, the content or the time, not the account that sent. */
const otherCauses: ReadonlySet<string> = new Set([
  // WhatsApp limits the marketing that a person gets from all businesses together (131049, and the experiment 130472).
  'ERR_CHANNEL_HELD_BACK',
  'ERR_REPLY_WINDOW',
  'ERR_CONTENT_UNSUPPORTED',
]);

/** A refused message counts against the health of the account, also when the channel gave no reason. */
export const countsAgainstAccount = (code: string | undefined): boolean => code === undefined || !otherCauses.has(code);
