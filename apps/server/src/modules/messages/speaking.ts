import type { AutomaticOccasion } from '@balcao/contract/endpoints/templates';
import { fillIn, protocolOf, sign, type Speaking } from '@balcao/domain/message/variables';
import { isWindowOpen } from '@balcao/domain/message/window';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Tickets } from '../tickets/index.ts';
import type { OutContent } from './content.ts';
import { keepNote, keepOutgoing, type Perform } from './keeping.ts';
import { messageStore } from './messages.store.ts';
import { templateContent, type ChosenTemplate } from './templating.ts';

/** Older ones are read too when these are. */
const MOST_TOLD_READ = 100;

export interface SpeakingNeeds {
  clock: Clock;
  companies: Companies;
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  farewellOfUser(tx: Tx, userId: number): Promise<string>;
  nameOfUser(tx: Tx, userId: number): Promise<string>;
  /** What was chosen for this occasion, as long as the channel takes it. */
  templateFor(tx: Tx, connectionId: number, occasion: AutomaticOccasion): Promise<ChosenTemplate | undefined>;
  /** The bot forgets where it stood with this conversation. */
  endBot(tx: Tx, ticketId: number): Promise<void>;
}

/** What the house says by itself, and how any text is filled in before it leaves. */
export function createSpeaking(
  needs: SpeakingNeeds,
  tickets: () => Pick<Tickets, 'touch' | 'within' | 'set' | 'logged'>,
) {
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
  const filled = async (tx: Tx, ticket: TicketRow, text: string) =>
    text.includes('{{') ? fillIn(text, await about(tx, ticket)) : text;

  /** The words of a content, and no others: what a card says was chosen word by word. */
  async function eachText(content: OutContent, change: (text: string) => Promise<string>): Promise<OutContent> {
    if (content.kind === 'text') return { ...content, text: await change(content.text) };
    if (content.kind === 'media' && content.caption) return { ...content, caption: await change(content.caption) };
    return content;
  }
  const signed = (tx: Tx, content: OutContent, userId: number) =>
    eachText(content, async (text) => (text.trim() === '' ? text : sign(text, await nameOfUser(tx, userId))));
  /** As it leaves: variables filled in, and signed when somebody signs. */
  async function ready(tx: Tx, ticket: TicketRow, content: OutContent, signer: number | null): Promise<OutContent> {
    const spoken = await eachText(content, (text) => filled(tx, ticket, text));
    return signer === null ? spoken : signed(tx, spoken, signer);
  }

  /** May free text still be said here? Without a connection nothing is, so nothing stands in its way. */
  async function isOpen(tx: Tx, { connectionId, lastInboundAt }: TicketRow): Promise<boolean> {
    const connection = connectionId === null ? undefined : await connections.tryWithin(tx, connectionId);
    if (!connection) return true;
    return isWindowOpen(connections.windowHours(connection.provider, connection.channel), lastInboundAt, clock.now());
  }
  /** What was chosen to be said in the place of free text; undefined when nothing was, or it cannot be filled. */
  async function standIn(tx: Tx, ticket: TicketRow, occasion: AutomaticOccasion): Promise<OutContent | undefined> {
    if (ticket.connectionId === null) return undefined;
    const chosen = await needs.templateFor(tx, ticket.connectionId, occasion);
    if (!chosen) return undefined;
    const { content, filled: full } = templateContent(chosen.template, await filledValues(tx, ticket, chosen.values));
    return full.missing.length > 0 ? undefined : content;
  }
  /** Values may speak of the conversation; the text around them was approved as it is. */
  async function filledValues(tx: Tx, ticket: TicketRow, values: Readonly<Record<string, string>>) {
    const ready: Record<string, string> = {};
    for (const [key, value] of Object.entries(values)) ready[key] = await filled(tx, ticket, value);
    return ready;
  }

  /**
   * What the house answers by itself. A feature whose text is empty says nothing. Once the channel's window is shut it
   * says what was chosen for the occasion, or nothing; the history tells which. False when nothing was said.
   */
  async function answer(
    tx: Tx,
    ticket: TicketRow,
    template: string,
    quotedId: number | null = null,
    occasion?: AutomaticOccasion,
  ): Promise<boolean> {
    const text = await filled(tx, ticket, template);
    if (text.trim() === '') return false;
    let content: OutContent = { kind: 'text', text };
    if (!(await isOpen(tx, ticket))) {
      const instead = occasion && (await standIn(tx, ticket, occasion));
      const why = instead ? 'templateInstead' : 'windowShut';
      await tickets().logged(tx, ticket.id, [{ type: 'chatBot', userId: null, queueId: ticket.queueId, why }]);
      if (!instead) return false;
      content = instead;
    }
    const draft = { content, origin: 'bot' as const, userId: null, quotedId, occasion };
    await keepOutgoing(tx, tickets(), ticket, draft, clock.now());
    return true;
  }

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

  /** Does what a decision asked for, inside the transaction that keeps it. */
  const perform: Perform = async (tx, ticket, effects) => {
    for (const effect of effects) {
      switch (effect.effect) {
        case 'say':
          await answer(tx, ticket, await textOf(tx, ticket, effect.text), null, effect.text);
          break;
        case 'note': {
          const note = { content: { kind: 'text' as const, text: effect.text }, userId: effect.by };
          await keepNote(tx, tickets(), ticket, note, clock.now());
          break;
        }
        case 'mark-read': {
          const wids = await messageStore.markRead(tx, ticket.id);
          if (ticket.unread === 0 && wids.length === 0) break;
          await tickets().set(tx, ticket.id, { unread: 0 });
          tx.emit({
            is: 'ticket.read',
            ticketId: ticket.id,
            wids: wids.slice(-MOST_TOLD_READ),
            place: { status: ticket.status, userId: ticket.userId, queueId: ticket.queueId, isGroup: ticket.isGroup },
          });
          break;
        }
        case 'end-bot':
          await needs.endBot(tx, ticket.id);
          break;
      }
    }
  };
  return { ready, signed, answer, perform, standIn, filledValues };
}
export type SpeakingRoom = ReturnType<typeof createSpeaking>;
