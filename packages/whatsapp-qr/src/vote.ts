/** Decrypts poll votes with the secret that was sent with the poll. */
import type { decryptPollVote } from 'baileys';
import type { WaLibrary } from './wa-socket.ts';

/** Undefined when the vote is encrypted for another creator or voter. */
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
