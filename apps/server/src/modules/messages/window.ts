import type { AutomaticOccasion } from '@balcao/contract/endpoints/templates';
import { isWindowOpen, needsWindow, type WindowWhy } from '@balcao/domain/message/window';
import type { Clock } from '../../foundation/clock.ts';
import type { MessageRow, OutboxRow } from '../../foundation/db/schema/messages.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { Tickets } from '../tickets/index.ts';
import { tellOf, type OutContent } from './content.ts';
import { messageStore } from './messages.store.ts';
import { outboxStore } from './outbox.store.ts';
import { giveUp } from './outcome.ts';
import type { SpeakingRoom } from './speaking.ts';

interface Needs {
  clock: Clock;
  connections: Connections;
  tickets: Tickets;
  standIn: SpeakingRoom['standIn'];
}
/** At the moment of sending: what leaves instead, or that nothing may. */
export type AtTheDoor = { leaves: OutContent } | 'shut' | undefined;

/**
 * What waited while its connection was down may have waited past the channel's window. Whatever a person wrote is then
 * refused, with the reason; what the house says by itself leaves as a template where one was chosen for it.
 */
export function createWindow({ clock, connections, tickets, standIn }: Needs) {
  return {
    async look(
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
    ): Promise<AtTheDoor> {
      if (row.act !== 'send') return undefined;
      const { content, occasion } = row.payload as { content: OutContent; occasion?: AutomaticOccasion };
      const hours = connections.windowHours(connection.provider, connection.channel);
      if (hours === null || !needsWindow(content.kind)) return undefined;
      if (isWindowOpen(hours, ticket.lastInboundAt, clock.now())) return undefined;
      // Of a ticket that was closed meanwhile: its customer may have written since, in another.
      if (isWindowOpen(hours, await tickets.lastInbound(tx, ticket), clock.now())) return undefined;
      const instead = occasion && (await standIn(tx, ticket, occasion));
      if (instead) {
        await messageStore.update(tx, message.id, tellOf(instead));
        await outboxStore.rephrase(tx, row, { ...(row.payload as object), content: instead });
      } else
        await giveUp(tx, row, { code: 'ERR_REPLY_WINDOW', detail: `more than ${hours} h since the customer wrote` });
      if (message.origin === 'bot') await log(tx, ticket, instead ? 'templateInstead' : 'windowShut');
      return instead ? { leaves: instead } : 'shut';
    },
  };

  function log(tx: Tx, { id, queueId }: TicketRow, why: WindowWhy) {
    return tickets.logged(tx, id, [{ type: 'chatBot', userId: null, queueId, why }]);
  }
}
export type Window = ReturnType<typeof createWindow>;
