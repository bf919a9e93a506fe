import { assertFound } from '../../infrastructure/app-error.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { ScheduleRow } from '../../infrastructure/db/schema/schedules.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { Tickets } from '../tickets/index.ts';
import type { DueSchedule } from './advance-schedules.ts';

export interface ScheduleTicketDeps {
  connections: Connections;
  tickets: Tickets;
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
}

/** The tickets in which scheduled messages are sent. */
export function createScheduleTickets(deps: ScheduleTicketDeps) {
  const { connections, tickets } = deps;

  /**
   * The chosen connection, else the contact's, else the default one. A connection that is down keeps its messages until it
   * is connected again; the contact does not know another number.
   */
  function createConnectionChoice(tx: Tx) {
    const chosen = new Map<number, FullConnection>();
    return async ({ connectionId }: ScheduleRow, contact: ContactRow): Promise<FullConnection> => {
      if (connectionId === null)
        return assertFound(await connections.inTx.preferred(tx, contact.connectionId), 'ERR_NO_DEF_WAPP_FOUND');
      const known =
        chosen.get(connectionId) ?? assertFound(await connections.inTx.find(tx, connectionId), 'ERR_NO_WAPP_FOUND');
      chosen.set(connectionId, known);
      return known;
    };
  }

  /** The ticket of each schedule, in their order. */
  return async function openTickets(tx: Tx, due: DueSchedule[], contactsById: ReadonlyMap<number, ContactRow>) {
    const connectionOf = createConnectionChoice(tx);
    const targets: { schedule: ScheduleRow; contact: ContactRow; connection: FullConnection }[] = [];
    for (const { schedule } of due) {
      const contact = contactsById.get(schedule.contactId)!;
      targets.push({ schedule, contact, connection: await connectionOf(schedule, contact) });
    }
    // All of them first and in one order, so that two transactions do not deadlock.
    const pairs = targets.map(({ contact, connection }) => ({ contactId: contact.id, connectionId: connection.id }));
    await tickets.inTx.lockLive(tx, pairs);
    const unlisted = new Map<number, Map<number, TicketRow>>();
    const silent = targets.filter(({ schedule }) => !schedule.opensTicket);
    for (const [connectionId, of] of Map.groupBy(silent, ({ connection }) => connection.id)) {
      const people = [...new Map(of.map(({ contact }) => [contact.id, contact])).values()];
      unlisted.set(connectionId, await tickets.inTx.findLiveOrUnlistedOf(tx, people, of[0]!.connection));
    }
    const opened: { ticket: TicketRow; isNew: boolean }[] = [];
    for (const { schedule, contact, connection } of targets) {
      const { opensTicket, ticketUserId: userId, queueId } = schedule;
      if (!opensTicket) {
        opened.push({ ticket: unlisted.get(connection.id)!.get(contact.id)!, isNew: false });
        continue;
      }
      const [existingQueueId = null] = queueId === null ? [] : await deps.existingQueueIds(tx, [queueId]);
      const target = { userId, queueId: existingQueueId };
      opened.push(await tickets.inTx.findOrOpenForSending(tx, contact, connection, target));
    }
    return opened;
  };
}
