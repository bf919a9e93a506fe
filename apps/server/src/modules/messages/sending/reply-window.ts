import type { AutomaticOccasion } from '@balcao/contract/endpoints/templates';
import { isWindowOpen, needsWindow, type WindowReason } from '@balcao/domain/message/window';
import type { Clock } from '../../../infrastructure/clock.ts';
import type { MessageRow, OutboxRow } from '../../../infrastructure/db/schema/messages.ts';
import type { TicketRow } from '../../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { Connections, FullConnection } from '../../connections/index.ts';
import type { Tickets } from '../../tickets/index.ts';
import { toColumns, type OutgoingContent } from '../content.ts';
import { messageStore } from '../messages.store.ts';
import { outboxStore } from './outbox.store.ts';
import { markFailed } from './outcome.ts';
import type { AutoMessages } from './auto-messages.ts';

interface Deps {
  clock: Clock;
  connections: Connections;
  tickets: Tickets;
  fallbackTemplate: AutoMessages['fallbackTemplate'];
}
/** At the moment of sending: what leaves instead, or that nothing may. */
export type WindowCheck = { replacement: OutgoingContent } | 'shut' | undefined;

/**
 * What waited while its connection was down may have waited past the channel's window. Whatever a person wrote is then
 * refused, with the reason; what the house says by itself leaves as a template where one was chosen for it.
 */
export function createReplyWindow({ clock, connections, tickets, fallbackTemplate }: Deps) {
  return {
    async check(
      tx: Tx,
      {
        row,
        message,
        ticket,
        connection,
      }: {
        row: OutboxRow;
        message: MessageRow;
        ticket: TicketRow;
        connection: FullConnection;
      },
    ): Promise<WindowCheck> {
      if (row.act !== 'send') return undefined;
      const { content, occasion } = row.payload as { content: OutgoingContent; occasion?: AutomaticOccasion };
      const hours = connections.windowHours(connection.provider, connection.channel);
      if (hours === null || !needsWindow(content.kind)) return undefined;
      if (isWindowOpen(hours, ticket.lastInboundAt, clock.now())) return undefined;
      // Of a ticket that was closed meanwhile: its customer may have written since, in another.
      if (isWindowOpen(hours, await tickets.lastInbound(tx, ticket), clock.now())) return undefined;
      const fallback = occasion && (await fallbackTemplate(tx, ticket, occasion));
      if (fallback) {
        await messageStore.update(tx, message.id, toColumns(fallback));
        await outboxStore.replacePayload(tx, row, { ...(row.payload as object), content: fallback });
      } else
        await markFailed(tx, row, {
          code: 'ERR_REPLY_WINDOW',
          detail: `more than ${hours} h since the customer wrote`,
        });
      if (message.origin === 'bot') await log(tx, ticket, fallback ? 'templateInstead' : 'windowShut');
      return fallback ? { replacement: fallback } : 'shut';
    },
  };

  function log(tx: Tx, { id, queueId }: TicketRow, reason: WindowReason) {
    return tickets.appendLog(tx, id, [{ type: 'chatBot', userId: null, queueId, reason }]);
  }
}
export type ReplyWindow = ReturnType<typeof createReplyWindow>;
