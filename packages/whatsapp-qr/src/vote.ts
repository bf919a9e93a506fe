/** Votes are sealed with a secret that the poll was sent with. */
import type { decryptPollVote } from 'baileys';
import type { WaLibrary } from './wa-socket.ts';

/** Undefined when it was sealed for others. */
export const voteOpener =
  (open: typeof decryptPollVote): NonNullable<WaLibrary['openVote']> =>
  (vote, { id, secret, creator, voter }) => {
    try {
      const opened = open(vote as Parameters<typeof decryptPollVote>[0], {
        pollMsgId: id,
        pollEncKey: secret,
        pollCreatorJid: creator,
        voterJid: voter,
      });
      return opened.selectedOptions ?? [];
    } catch {
      return undefined;
    }
  };
