import type { Actor } from '@balcao/domain/policy/actor';
import type { ContentKind } from '../../channels/port.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Tickets } from '../tickets/index.ts';
import type { Changing } from './changing.ts';
import { sayAgain } from './content.ts';
import { keepOutgoing } from './keeping.ts';
import type { SpeakingRoom } from './speaking.ts';

/** Refuses what the channel would not take. */
export type MayLeave = (tx: Tx, ticket: TicketRow, kind: ContentKind) => Promise<void>;

interface Needs {
  db: Db;
  clock: Clock;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  speaking: SpeakingRoom;
  reach: Changing['reach'];
  mayLeave: MayLeave;
}
/** Between two forwarded messages, so that they arrive as a person would send them. */
const FORWARD_GAP_MS = 900;

/** Passes messages on to another contact, over the connection they came by: all of them or none. */
export const createForwarding = (needs: Needs) => {
  const { db, clock, connections, contacts, tickets, speaking, reach, mayLeave } = needs;
  return (actor: Actor, ids: number[], contactId: number, signed: boolean) =>
    db.inCompany(actor.companyId, async (tx) => {
      const contact = found(await contacts.within(tx, contactId), 'ERR_NO_CONTACT_FOUND');
      if (!contact.isActive) refuse('ERR_CONTACT_BLOCKED');
      for (const [place, id] of ids.entries()) {
        const { message, ticket: source } = await reach(tx, actor, id);
        if (message.isPrivate || message.isDeleted) refuse('ERR_NO_MESSAGE_FOUND');
        if (message.mediaState !== 'ready') refuse('ERR_WAPP_DOWNLOAD_MEDIA');
        const content = sayAgain(message) ?? refuse('ERR_CONTENT_UNSUPPORTED');
        const connection =
          source.connectionId === null
            ? refuse('ERR_NO_WAPP_FOUND')
            : await connections.within(tx, source.connectionId);
        const target = await tickets.forForward(tx, actor, contact, connection, source.queueId);
        await mayLeave(tx, target, content.kind);
        const draft = {
          content: signed ? await speaking.signed(tx, content, actor.userId) : content,
          origin: 'agent' as const,
          userId: actor.userId,
          isForwarded: !message.fromMe,
          previewKey: message.previewKey ?? undefined,
          pauseMs: place < ids.length - 1 ? FORWARD_GAP_MS : undefined,
        };
        await keepOutgoing(tx, tickets, target, draft, clock.now());
      }
    });
};
