/** What the rows of a tab and of a search result have in common. */
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';
import { useDensity, type Density } from '../../../lib/density.ts';
import { formatDate } from '../../../lib/format.ts';
import { useCan, useSession } from '../../../lib/session.tsx';
import { usePhone } from '../../../lib/narrow.ts';
import { useMinute } from './minute.ts';
import type { RowHandlers } from './ticket-row.tsx';

export interface RowsState {
  openUuid: string | undefined;
  /** The row that Tab leads to; the first one if it is not among the rows. */
  activeId: number | null;
  picked: ReadonlyMap<number, Ticket> | null;
  on: RowHandlers;
}

export function useRowProps(tickets: readonly Ticket[], { openUuid, activeId, picked, on }: RowsState) {
  const { timeZone } = useSession().user.company;
  const canSeeAgent = useCan('ticket.see-agent');
  const phone = usePhone();
  const [density] = useDensity();
  const today = formatDate(useMinute(), timeZone);
  const firstTab = tickets.some(({ id }) => id === activeId) ? activeId : tickets[0]?.id;
  return {
    timeZone,
    today,
    /** Changes when the rows get other heights. */
    layout: `${phone} ${density}`,
    heightOf: (ticket: Ticket) => heightOf(ticket, phone, density),
    propsOf: (ticket: Ticket) => ({
      ticket,
      isOpen: ticket.uuid === openUuid,
      isActive: ticket.id === firstTab,
      isPicked: picked && picked.has(ticket.id),
      on,
      timeZone,
      today,
      canSeeAgent,
    }),
  };
}

/** Row heights of the design: accepting needs a taller second line. */
function heightOf({ status }: Ticket, phone: boolean, density: Density): number {
  const waits = status === 'pending' || status === 'lgpd';
  if (phone) return waits ? 100 : 89;
  return (waits ? 84 : 80) - (density === 'compact' ? 6 : 0);
}
