import type { LogEntry } from '@balcao/domain/ticket/ticket';
import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import type { Turn } from '@balcao/domain/bot/dialog';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { assignmentOf, type Tickets } from '../tickets/index.ts';
import {
  dialogAfter,
  isBotTicket,
  isSameDialog,
  isSameTicket,
  isWaitingIn,
  type ConsentQuestion,
} from './bot-state.ts';
import { dialogStore, NO_DIALOG, type Dialog } from './dialogs.store.ts';

/** New state of a ticket that is not written yet. */
interface Change {
  from: TicketAssignment;
  ticket: TicketRow;
  dialog: Dialog;
  isDialogChanged: boolean;
  logEntries: LogEntry[];
}

/** Dialogs and ticket changes of one transaction; `save` writes the changes of all tickets together. */
export async function createDialogBatch(tx: Tx, tickets: Tickets, lockedTickets: Iterable<TicketRow>) {
  const botTicketIds = [...lockedTickets].filter(isBotTicket).map(({ id }) => id);
  const dialogs = await dialogStore.load(tx, botTicketIds);
  const changes = new Map<number, Change>();
  return {
    async dialogOf({ id, messageSeq }: TicketRow): Promise<Dialog> {
      const cached = dialogs.get(id);
      if (cached) return cached;
      // A ticket that was opened for this message has no dialog.
      const loaded = messageSeq === 0 ? NO_DIALOG : ((await dialogStore.load(tx, [id])).get(id) ?? NO_DIALOG);
      dialogs.set(id, loaded);
      return loaded;
    },
    end: (ticketId: number) => void dialogs.delete(ticketId),

    record(before: TicketRow, next: TicketRow, dialog: Dialog, turn: Turn, question: ConsentQuestion): void {
      const updated = dialogAfter(turn, question);
      const isDialogChanged = !isSameDialog(dialog, updated);
      const isSame = !isDialogChanged && turn.logEntries.length === 0 && isSameTicket(before, next);
      if (isSame && +(updated.repliedAt ?? 0) === +(dialog.repliedAt ?? 0)) return;
      dialogs.set(next.id, updated);
      const earlier = changes.get(next.id);
      const { userId, queueId } = next;
      changes.set(next.id, {
        from: earlier?.from ?? assignmentOf(before),
        ticket: next,
        dialog: updated,
        isDialogChanged: isDialogChanged || (earlier?.isDialogChanged ?? false),
        logEntries: [
          ...(earlier?.logEntries ?? []),
          ...turn.logEntries.map(({ type, reason }): LogEntry => ({ type, reason, userId, queueId })),
        ],
      });
    },

    changedTicketIds: () => [...changes.keys()],
    /** Tickets of this batch that now wait in the queue, without the given one. */
    countWaiting: (queueId: number, exceptTicketId: number) =>
      [...changes.values()].filter(({ ticket }) => isWaitingIn(ticket, queueId) && ticket.id !== exceptTicketId).length,

    async save(): Promise<void> {
      if (changes.size === 0) return;
      const all = [...changes.values()];
      changes.clear();
      await tickets.inTx.applyBotTurns(
        tx,
        all.map(({ from, ticket, dialog, logEntries }) => ({ from, ticket, logEntries, repliedAt: dialog.repliedAt })),
      );
      await dialogStore.save(
        tx,
        all.flatMap(({ ticket, dialog, isDialogChanged }) =>
          isDialogChanged ? [{ ticketId: ticket.id, ...dialog }] : [],
        ),
      );
    },
  };
}
export type DialogBatch = Awaited<ReturnType<typeof createDialogBatch>>;
