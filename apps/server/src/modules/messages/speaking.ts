import { fillIn, protocolOf, sign, type Speaking } from '@balcao/domain/message/variables';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Tickets } from '../tickets/index.ts';
import { keepNote, keepOutgoing, type Perform } from './keeping.ts';
import { messageStore } from './messages.store.ts';

export interface SpeakingNeeds {
  clock: Clock;
  companies: Companies;
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  farewellOfUser(tx: Tx, userId: number): Promise<string>;
  nameOfUser(tx: Tx, userId: number): Promise<string>;
}

/** What the house says by itself, and how any text is filled in before it leaves. */
export function createSpeaking(needs: SpeakingNeeds, tickets: () => Pick<Tickets, 'touch' | 'within' | 'set'>) {
  const { clock, companies, settings, connections, contacts, farewellOfUser, nameOfUser } = needs;

  async function about(tx: Tx, ticket: TicketRow): Promise<Speaking> {
    const full = await tickets().within(tx, ticket.id);
    const { company } = await companies.within(tx);
    return {
      contactName: (await contacts.within(tx, ticket.contactId))?.name ?? '',
      userName: full.user?.name ?? '',
      queueName: full.queue?.name ?? '',
      connectionName: full.connection?.name ?? '',
      ticketId: ticket.id,
      protocol: protocolOf(ticket.id, ticket.createdAt, company.timeZone),
      timeZone: company.timeZone,
      now: clock.now(),
    };
  }
  const filled = async (tx: Tx, ticket: TicketRow, text: string, signer: number | null = null) => {
    const words = text.includes('{{') ? fillIn(text, await about(tx, ticket)) : text;
    return signer === null ? words : sign(words, await nameOfUser(tx, signer));
  };

  async function textOf(
    tx: Tx,
    ticket: TicketRow,
    what: 'greeting' | 'farewell' | 'transfer' | 'rating',
  ): Promise<string> {
    const connection = ticket.connectionId === null ? undefined : await connections.tryWithin(tx, ticket.connectionId);
    switch (what) {
      case 'greeting':
        return String(await settings.one(tx, 'greetingAcceptedMessage'));
      case 'transfer': {
        const full = await tickets().within(tx, ticket.id);
        return String(await settings.one(tx, 'transferMessage')).replaceAll(
          '${queue.name}',
          () => full.queue?.name ?? '',
        );
      }
      case 'rating':
        return connection?.ratingMessage ?? '';
      case 'farewell': {
        const own = ticket.userId === null ? '' : await farewellOfUser(tx, ticket.userId);
        return own.trim() === '' ? (connection?.farewellMessage ?? '') : own;
      }
    }
  }

  /** Does what a decision asked for, inside the transaction that keeps it. A feature whose text is empty says nothing. */
  const perform: Perform = async (tx, ticket, effects) => {
    for (const effect of effects) {
      switch (effect.effect) {
        case 'say': {
          const text = await filled(tx, ticket, await textOf(tx, ticket, effect.text));
          if (text.trim() !== '')
            await keepOutgoing(
              tx,
              tickets(),
              ticket,
              { content: { kind: 'text', text }, origin: 'bot', userId: null },
              clock.now(),
            );
          break;
        }
        case 'note':
          await keepNote(tx, tickets(), ticket, { text: effect.text, userId: effect.by }, clock.now());
          break;
        case 'mark-read': {
          const wids = await messageStore.markRead(tx, ticket.id);
          if (ticket.unread === 0 && wids.length === 0) break;
          await tickets().set(tx, ticket.id, { unread: 0 });
          tx.emit({
            is: 'ticket.read',
            ticketId: ticket.id,
            place: { status: ticket.status, userId: ticket.userId, queueId: ticket.queueId, isGroup: ticket.isGroup },
          });
          break;
        }
        case 'end-bot':
          break;
      }
    }
  };
  return { filled, perform };
}
export type SpeakingRoom = ReturnType<typeof createSpeaking>;
