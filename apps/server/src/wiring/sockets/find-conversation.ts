import type { Actor } from '@balcao/domain/policy/actor';
import type { MessageRow } from '../../infrastructure/db/schema/messages.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { ConversationRef } from './conversations.ts';
import { AppError } from '../../infrastructure/app-error.ts';
import type { Access } from '../../modules/access/index.ts';
import type { Connections } from '../../modules/connections/index.ts';
import type { Contacts } from '../../modules/contacts/index.ts';
import { maskingRules, loadMessageViews, type Messages } from '../../modules/messages/index.ts';
import type { Settings } from '../../modules/settings/index.ts';
import { loadTicketViews, type Tickets } from '../../modules/tickets/index.ts';

const MAX_ID = 2_147_483_647;

/** Finds the conversation that an actor opens, with the permission check of the ticket endpoint. */
export const findConversation =
  ({ tickets, access }: { tickets: Tickets; access: Access }) =>
  async (actor: Actor, ticket: string): Promise<ConversationRef | undefined> => {
    const isId = /^\d+$/.test(ticket);
    if ((isId && Number(ticket) > MAX_ID) || actor.overdue) return undefined;
    try {
      const { id, uuid } = await (isId ? tickets.get(actor, Number(ticket)) : tickets.getByUuid(actor, ticket));
      const user = await access.users.find(actor.companyId, actor.userId);
      return user && { id, uuid, name: user.name };
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };

interface PreviewDeps {
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  messages: Messages;
  sign(key: string): string;
}
/** A removed reaction (empty body) causes no notification. */
const isCustomerMessage = ({ fromMe, isPrivate, mediaType, body }: MessageRow): boolean =>
  !fromMe && !isPrivate && !(mediaType === 'reactionMessage' && body === '');
/** Loads a customer's message with its ticket as agents see them; undefined for messages of the company. */
export const loadMessagePreview =
  ({ settings, connections, contacts, tickets, messages, sign }: PreviewDeps) =>
  async (tx: Tx, messageId: number) => {
    const [row] = await messages.inTx.load(tx, [messageId]);
    const ticketRow = row && isCustomerMessage(row) ? await tickets.inTx.find(tx, row.ticketId) : undefined;
    if (!row || !ticketRow) return undefined;
    const hidden = await maskingRules(tx, settings);
    const [message] = await loadMessageViews({ settings, sign })(tx, [row], hidden);
    const [ticket] = await loadTicketViews({ contacts, connections, sign })(tx, [ticketRow], hidden.hidesNumbers);
    return { message: message!, ticket: ticket! };
  };
