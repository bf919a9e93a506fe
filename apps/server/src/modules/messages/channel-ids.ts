/**
 * Ids of messages on a channel. Meta gives each message an id of its own. On WhatsApp by QR the app of the sender chooses it:
 * a customer can use an id of another conversation, of another member of a group, or of ours. The first message keeps its id;
 * further ones are stored under it with a number, which calls of the channel leave out.
 */

/** More messages with one id are set aside, for a person to decide. */
const MAX_SAME_ID = 20;

/** The ids under which messages with this id of the channel can be stored. */
export const storedIdsOf = (wid: string): string[] => [
  wid,
  ...Array.from({ length: MAX_SAME_ID - 1 }, (_, n) => `${wid}@${n + 2}`),
];

/** The id by which the channel knows a stored message. */
export const channelIdOf = (wid: string): string => wid.replace(/@\d+$/, '');
