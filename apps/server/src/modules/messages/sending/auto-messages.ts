import type { AutomaticOccasion } from '@balcao/contract/endpoints/templates';
import { maskName } from '@balcao/domain/contact/mask';
import { renderVariables, protocolOf, sign, type MessageVariables } from '@balcao/domain/message/variables';
import { isWindowOpen } from '@balcao/domain/message/window';
import type { TicketEffect } from '@balcao/domain/ticket/ticket';
import type { TicketRow } from '../../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { Clock } from '../../../infrastructure/clock.ts';
import type { Companies } from '../../companies/index.ts';
import type { Connections } from '../../connections/index.ts';
import type { Contacts } from '../../contacts/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Tickets } from '../../tickets/index.ts';
import type { OutgoingContent } from '../content.ts';
import { saveInternalNote, saveOutgoing, type PerformEffects } from './save-outgoing.ts';
import { emitRead } from '../message-events.ts';
import { messageStore } from '../messages.store.ts';
import { templateContent, type ChosenTemplate } from './template-content.ts';

export interface AutoMessageDeps {
  clock: Clock;
  companies: Companies;
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  tickets: Pick<Tickets, 'inTx'>;
  farewellOfUser(tx: Tx, userId: number): Promise<string>;
  nameOfUser(tx: Tx, userId: number): Promise<string>;
  /** The template chosen for this occasion, if the channel accepts it. */
  templateFor(tx: Tx, connectionId: number, occasion: AutomaticOccasion): Promise<ChosenTemplate | undefined>;
  /** Ends the bot dialog of the ticket. */
  endBot(tx: Tx, ticket: TicketRow): Promise<void>;
}

/** Automatic messages, and the variables and signature of all outgoing texts. */
export function createAutoMessages(deps: AutoMessageDeps) {
  const { clock, companies, settings, connections, contacts, tickets, farewellOfUser, nameOfUser } = deps;

  async function loadVariables(tx: Tx, ticket: TicketRow): Promise<MessageVariables> {
    const fullTicket = await tickets.inTx.get(tx, ticket.id);
    const { company } = await companies.inTx.get(tx);
    const name = (await contacts.inTx.find(tx, ticket.contactId))?.name ?? '';
    return {
      // A contact without a name has its number as name, and agents see what was sent.
      contactName: (await contacts.inTx.hidesNumbers(tx)) ? maskName(name) : name,
      userName: fullTicket.user?.name ?? '',
      queueName: fullTicket.queue?.name ?? '',
      connectionName: fullTicket.connection?.name ?? '',
      ticketId: ticket.id,
      protocol: protocolOf(ticket.id, ticket.createdAt, company.timeZone),
      timeZone: company.timeZone,
      now: clock.now(),
    };
  }
  const renderText = async (tx: Tx, ticket: TicketRow, text: string) =>
    text.includes('{{') ? renderVariables(text, await loadVariables(tx, ticket)) : text;

  const addSignature = (tx: Tx, content: OutgoingContent, userId: number) =>
    mapText(content, async (text) => (text.trim() === '' ? text : sign(text, await nameOfUser(tx, userId))));
  /** Fills in variables and adds the signature of `signer`. */
  async function render(
    tx: Tx,
    ticket: TicketRow,
    content: OutgoingContent,
    signer: number | null,
  ): Promise<OutgoingContent> {
    const rendered = await mapText(content, (text) => renderText(tx, ticket, text));
    return signer === null ? rendered : addSignature(tx, rendered, signer);
  }

  /** Whether the reply window is open. True without a connection, because then nothing is sent. */
  async function canSendFreeText(tx: Tx, { connectionId, lastInboundAt }: TicketRow): Promise<boolean> {
    const connection = connectionId === null ? undefined : await connections.inTx.find(tx, connectionId);
    if (!connection) return true;
    return isWindowOpen(connections.windowHours(connection.provider, connection.channel), lastInboundAt, clock.now());
  }
  /** The template that replaces free text; undefined when none is chosen or a placeholder has no value. */
  async function fallbackTemplate(
    tx: Tx,
    ticket: TicketRow,
    occasion: AutomaticOccasion,
  ): Promise<OutgoingContent | undefined> {
    if (ticket.connectionId === null) return undefined;
    const chosen = await deps.templateFor(tx, ticket.connectionId, occasion);
    if (!chosen) return undefined;
    const { content, filled: filledTemplate } = templateContent(
      chosen.template,
      await renderValues(tx, ticket, chosen.values),
    );
    return filledTemplate.missing.length > 0 ? undefined : content;
  }
  /** Fills in variables in the placeholder values; the approved text around them stays unchanged. */
  async function renderValues(tx: Tx, ticket: TicketRow, values: Readonly<Record<string, string>>) {
    const rendered: Record<string, string> = {};
    for (const [key, value] of Object.entries(values)) rendered[key] = await renderText(tx, ticket, value);
    return rendered;
  }

  /**
   * Sends an automatic text; an empty text is not sent. After the reply window it sends the template of the occasion, or
   * nothing, and logs which. While another app controls the conversation, or the company is inactive or overdue, nothing is sent.
   * False when nothing was sent.
   */
  async function sendText(
    tx: Tx,
    ticket: TicketRow,
    template: string,
    quotedId: number | null = null,
    occasion?: AutomaticOccasion,
  ): Promise<boolean> {
    if (ticket.standbySince !== null) return false;
    const text = await renderText(tx, ticket, template);
    if (text.trim() === '' || (await companies.inTx.isSilent(tx))) return false;
    let content: OutgoingContent = { kind: 'text', text };
    if (!(await canSendFreeText(tx, ticket))) {
      const fallback = occasion && (await fallbackTemplate(tx, ticket, occasion));
      const reason = fallback ? 'templateInstead' : 'windowShut';
      await tickets.inTx.appendLog(tx, ticket.id, [{ type: 'chatBot', userId: null, queueId: ticket.queueId, reason }]);
      if (!fallback) return false;
      content = fallback;
    }
    const draft = { content, origin: 'bot' as const, userId: null, quotedId, occasion };
    await saveOutgoing(tx, tickets, ticket, draft, clock.now());
    return true;
  }

  async function textOf(
    tx: Tx,
    ticket: TicketRow,
    kind: 'greeting' | 'farewell' | 'transfer' | 'rating',
  ): Promise<string> {
    const connection = ticket.connectionId === null ? undefined : await connections.inTx.find(tx, ticket.connectionId);
    switch (kind) {
      case 'greeting':
        return String(await settings.get(tx, 'greetingAcceptedMessage'));
      case 'transfer': {
        const fullTicket = await tickets.inTx.get(tx, ticket.id);
        return String(await settings.get(tx, 'transferMessage')).replaceAll(
          '${queue.name}',
          () => fullTicket.queue?.name ?? '',
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

  async function markRead(tx: Tx, ticket: TicketRow): Promise<void> {
    const wids = await messageStore.markRead(tx, ticket.id);
    if (ticket.unread === 0 && wids.length === 0) return;
    await tickets.inTx.set(tx, ticket.id, { unread: 0 });
    emitRead(tx, ticket, wids);
  }

  async function performOne(tx: Tx, ticket: TicketRow, effect: TicketEffect): Promise<void> {
    switch (effect.type) {
      case 'send-text':
        await sendText(tx, ticket, await textOf(tx, ticket, effect.text), null, effect.text);
        break;
      case 'note': {
        const note = { content: { kind: 'text' as const, text: effect.text }, userId: effect.by };
        await saveInternalNote(tx, tickets, ticket, note, clock.now());
        break;
      }
      case 'mark-read':
        await markRead(tx, ticket);
        break;
      case 'end-bot':
        await deps.endBot(tx, ticket);
        break;
    }
  }
  /** Performs the effects of a ticket decision in the transaction that saves the decision. */
  const perform: PerformEffects = async (tx, ticket, effects) => {
    // Reading and the end of the bot are independent of each other and share a round trip.
    const isSilent = ({ type }: TicketEffect) => type === 'mark-read' || type === 'end-bot';
    await Promise.all(effects.filter(isSilent).map((effect) => performOne(tx, ticket, effect)));
    for (const effect of effects) if (!isSilent(effect)) await performOne(tx, ticket, effect);
  };
  return { render, addSignature, sendText, perform, fallbackTemplate, renderValues };
}

/** Changes the text or caption. Cards stay as they are: their texts are final. */
async function mapText(content: OutgoingContent, change: (text: string) => Promise<string>): Promise<OutgoingContent> {
  if (content.kind === 'text') return { ...content, text: await change(content.text) };
  if (content.kind === 'media' && content.caption) return { ...content, caption: await change(content.caption) };
  return content;
}

export type AutoMessages = ReturnType<typeof createAutoMessages>;
