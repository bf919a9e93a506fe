import type { AutomaticOccasion } from '@balcao/contract/endpoints/templates';
import { isWindowOpen, needsWindow, type WindowReason } from '@balcao/domain/message/window';
import type { Clock } from '../../../infrastructure/clock.ts';
import type { OutboxRow } from '../../../infrastructure/db/schema/messages.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { Connections, FullConnection } from '../../connections/index.ts';
import type { Tickets } from '../../tickets/index.ts';
import { toColumns, type OutgoingContent } from '../content.ts';
import { messageRecordStore } from '../message-records.store.ts';
import { outboxStore, type ClaimedMessage, type ClaimedTicket } from './outbox.store.ts';
import { markFailed } from './outcome.ts';
import type { AutoMessages } from './auto-messages.ts';

interface Deps {
  clock: Clock;
  connections: Connections;
  tickets: Tickets;
  fallbackTemplate: AutoMessages['fallbackTemplate'];
}
/** At the time of sending: the content to send instead, `closed` when nothing may be sent, or that only agents may answer. */
export type WindowCheck = { replacement: OutgoingContent } | 'closed' | 'agents-only' | undefined;

/**
 * A message that waited for its connection may leave after the channel's reply window. An agent's message then fails with
 * that reason; an automatic message is replaced by the template of its occasion, if one is chosen.
 */
export function createReplyWindow({ clock, connections, tickets, fallbackTemplate }: Deps) {
  return {
    /** Whether the customer wrote recently enough on this connection. Always true on a channel without a window. */
    async isOpen(tx: Tx, ticket: ClaimedTicket, connection: FullConnection): Promise<boolean> {
      const hours = connections.windowHours(connection.provider, connection.channel);
      if (hours === null || isWindowOpen(hours, ticket.lastInboundAt, clock.now())) return true;
      // The ticket may have been closed meanwhile, and the customer may have written in a newer one.
      return isWindowOpen(hours, await tickets.inTx.lastInbound(tx, ticket), clock.now());
    },
    async check(
      tx: Tx,
      {
        row,
        message,
        ticket,
        connection,
      }: {
        row: OutboxRow;
        message: ClaimedMessage;
        ticket: ClaimedTicket;
        connection: FullConnection;
      },
    ): Promise<WindowCheck> {
      if (row.act !== 'send') return undefined;
      const { content, occasion } = row.payload as { content: OutgoingContent; occasion?: AutomaticOccasion };
      const hours = connections.windowHours(connection.provider, connection.channel);
      if (hours === null || !needsWindow(content.kind)) return undefined;
      if (isWindowOpen(hours, ticket.lastInboundAt, clock.now())) return undefined;
      // The ticket may have been closed meanwhile, and the customer may have written in a newer one.
      const lastInboundAt = await tickets.inTx.lastInbound(tx, ticket);
      if (isWindowOpen(hours, lastInboundAt, clock.now())) return undefined;
      const agentHours = connections.agentWindowHours(connection.provider, connection.channel);
      if (message.origin === 'agent' && isWindowOpen(agentHours, lastInboundAt, clock.now())) return 'agents-only';
      const fullTicket = occasion && (await tickets.inTx.findRow(tx, ticket.id));
      const fallback = fullTicket && (await fallbackTemplate(tx, fullTicket, occasion));
      if (fallback) {
        await messageRecordStore.update(tx, message.id, toColumns(fallback));
        await outboxStore.replacePayload(tx, row, { ...(row.payload as object), content: fallback });
      } else
        await markFailed(tx, row, {
          code: 'ERR_REPLY_WINDOW',
          detail: `more than ${hours} h since the customer wrote`,
        });
      if (message.origin === 'bot') await log(tx, ticket, fallback ? 'templateInstead' : 'windowShut');
      return fallback ? { replacement: fallback } : 'closed';
    },
  };

  function log(tx: Tx, { id, queueId }: ClaimedTicket, reason: WindowReason) {
    return tickets.inTx.appendLog(tx, id, [{ type: 'chatBot', userId: null, queueId, reason }]);
  }
}
export type ReplyWindow = ReturnType<typeof createReplyWindow>;
