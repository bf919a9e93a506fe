import type { Actor } from '@balcao/domain/policy/actor';
import type { ContentKind } from '../../../channels/port.ts';
import type { Clock } from '../../../infrastructure/clock.ts';
import type { TicketRow } from '../../../infrastructure/db/schema/tickets.ts';
import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../../infrastructure/app-error.ts';
import type { Connections } from '../../connections/index.ts';
import type { Contacts } from '../../contacts/index.ts';
import type { Tickets } from '../../tickets/index.ts';
import type { EditAndDelete } from './edit-and-delete.ts';
import { toSendable } from '../content.ts';
import { saveOutgoing } from './save-outgoing.ts';
import type { AutoMessages } from './auto-messages.ts';

/** Refuses content that the channel does not support or no longer accepts. */
export type AssertSendable = (tx: Tx, ticket: TicketRow, kind: ContentKind, origin: 'agent') => Promise<void>;

interface Deps {
  db: Db;
  clock: Clock;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  autoMessages: AutoMessages;
  getReadable: EditAndDelete['getReadable'];
  assertSendable: AssertSendable;
}
/** Gap between two forwarded messages, so that they arrive at a human pace. */
const FORWARD_GAP_MS = 900;

/** Forwards messages to another contact, over the connection they came from: all of them or none. */
export const createForward = (deps: Deps) => {
  const { db, clock, connections, contacts, tickets, autoMessages, getReadable, assertSendable } = deps;
  return (actor: Actor, ids: number[], contactId: number, signed: boolean) =>
    db.inCompany(actor.companyId, async (tx) => {
      const contact = assertFound(await contacts.inTx.find(tx, contactId), 'ERR_NO_CONTACT_FOUND');
      if (!contact.isActive) refuse('ERR_CONTACT_BLOCKED');
      for (const [index, id] of ids.entries()) {
        const { message, ticket: source } = await getReadable(tx, actor, id);
        if (message.isPrivate || message.isDeleted) refuse('ERR_NO_MESSAGE_FOUND');
        if (message.mediaState !== 'ready') refuse('ERR_WAPP_DOWNLOAD_MEDIA');
        const content = toSendable(message) ?? refuse('ERR_CONTENT_UNSUPPORTED');
        const connection =
          source.connectionId === null
            ? refuse('ERR_NO_WAPP_FOUND')
            : await connections.inTx.get(tx, source.connectionId);
        const target = await tickets.inTx.findOrOpenForForward(tx, actor, contact, connection, source.queueId);
        await assertSendable(tx, target, content.kind, 'agent');
        const draft = {
          content: signed ? await autoMessages.addSignature(tx, content, actor.userId) : content,
          origin: 'agent' as const,
          userId: actor.userId,
          isForwarded: !message.fromMe,
          previewKey: message.previewKey ?? undefined,
          pauseMs: index < ids.length - 1 ? FORWARD_GAP_MS : undefined,
        };
        await saveOutgoing(tx, tickets, target, draft, clock.now());
      }
    });
};
