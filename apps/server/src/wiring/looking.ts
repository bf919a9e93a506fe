import type { Actor } from '@balcao/domain/policy/actor';
import type { MessageRow } from '../foundation/db/schema/messages.ts';
import type { Tx } from '../foundation/db/tx.ts';
import type { FoundConversation } from '../foundation/realtime/conversations.ts';
import { Refusal } from '../foundation/refusal.ts';
import type { Access } from '../modules/access/index.ts';
import type { Connections } from '../modules/connections/index.ts';
import type { Contacts } from '../modules/contacts/index.ts';
import { hiddenIn, showMessagesWithin, type Messages } from '../modules/messages/index.ts';
import type { Settings } from '../modules/settings/index.ts';
import { showTicketsWithin, type Tickets } from '../modules/tickets/index.ts';

const LARGEST_ID = 2_147_483_647;

/** The conversation somebody wants to look at, found by the rule that shows the ticket itself. */
export const looking =
  ({ tickets, access }: { tickets: Tickets; access: Access }) =>
  async (actor: Actor, ticket: string): Promise<FoundConversation | undefined> => {
    const isId = /^\d+$/.test(ticket);
    if (isId && Number(ticket) > LARGEST_ID) return undefined;
    try {
      const { id, uuid } = await (isId ? tickets.show(actor, Number(ticket)) : tickets.showByUuid(actor, ticket));
      const user = await access.users.show(actor.companyId, actor.userId);
      return user && { id, uuid, name: user.name };
    } catch (fault) {
      if (fault instanceof Refusal) return undefined;
      throw fault;
    }
  };

interface Sights {
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  messages: Messages;
  sign(key: string): string;
}
/** A reaction that was taken back is told to nobody. */
const isNews = ({ fromMe, isPrivate, mediaType, body }: MessageRow): boolean =>
  !fromMe && !isPrivate && !(mediaType === 'reactionMessage' && body === '');
/** A customer's message with its ticket, as the company's people see them; nothing when it is ours. */
export const lookAtMessage =
  ({ settings, connections, contacts, tickets, messages, sign }: Sights) =>
  async (tx: Tx, messageId: number) => {
    const [row] = await messages.manyWithin(tx, [messageId]);
    const ticketRow = row && isNews(row) ? await tickets.tryWithin(tx, row.ticketId) : undefined;
    if (!row || !ticketRow) return undefined;
    const hidden = await hiddenIn(tx, settings);
    const [message] = await showMessagesWithin({ settings, sign })(tx, [row], hidden);
    const [ticket] = await showTicketsWithin({ contacts, connections, sign })(tx, [ticketRow], hidden.hidesNumbers);
    return { message: message!, ticket: ticket! };
  };
