import type { EventKind, EventOf, TicketAssignment } from '@balcao/domain/events/catalogue';
import type { Modules } from '../modules.ts';
import type { AudienceMessage } from './message-builders.ts';
import type { PanelWatchers } from './panel-rooms.ts';
import type { Audience } from './rooms.ts';

type PanelBuilders = { [K in EventKind]?: (event: EventOf<K>, companyId: number) => Promise<AudienceMessage[]> };
type QueueOfTicket = Pick<TicketAssignment, 'queueId' | 'isGroup'>;

const VIEWERS: Audience[] = [{ panel: 'viewers' }];
const RELOAD: AudienceMessage = { topic: 'livePanel', to: VIEWERS, payload: { action: 'reload' } };
/** Who sees a ticket of this queue on the panel. */
const viewersOf = ({ queueId, isGroup }: QueueOfTicket): Audience[] => [
  { panel: 'all' },
  ...(queueId === null ? [] : [{ panel: { queue: queueId, isGroup } }]),
];
const removal = (ticketId: number, to: Audience[]): AudienceMessage => ({
  topic: 'livePanel',
  to,
  payload: { action: 'delete', ticketId },
});

/** Messages of the live panel, besides those of the same events for other screens. The current state is sent. */
export function panelMessages({ livePanel }: Modules, watchers: PanelWatchers) {
  async function changed(
    companyId: number,
    ticketId: number,
    from: QueueOfTicket | null,
    to: QueueOfTicket,
  ): Promise<AudienceMessage[]> {
    const ticket = await livePanel.find(companyId, ticketId);
    if (!ticket) return [removal(ticketId, [...viewersOf(to), ...(from ? viewersOf(from) : [])])];
    // Without content for those whose queue it has left.
    const left = from && from.queueId !== ticket.queueId && from.queueId !== null ? [{ panel: queueOf(from) }] : [];
    return [
      ...(left.length > 0 ? [removal(ticketId, left)] : []),
      { topic: 'livePanel', to: viewersOf(ticket), payload: { action: 'update', ticket } },
    ];
  }
  const queueOf = ({ queueId, isGroup }: QueueOfTicket) => ({ queue: queueId!, isGroup });
  const agentChanged = async ({ userId }: { userId: number }, companyId: number): Promise<AudienceMessage[]> => {
    const agent = await livePanel.findAgent(companyId, userId);
    return agent ? [{ topic: 'livePanel', to: VIEWERS, payload: { action: 'update', agent } }] : [];
  };
  const reload = async () => [RELOAD];
  const assigned = ({ ticketId, assignment }: { ticketId: number; assignment: TicketAssignment }, companyId: number) =>
    changed(companyId, ticketId, null, assignment);

  const builders: PanelBuilders = {
    'ticket.changed': ({ ticketId, from, to }, companyId) => changed(companyId, ticketId, from, to),
    'ticket.removed': async ({ ticketId, from }) => [removal(ticketId, viewersOf(from))],
    'ticket.read': assigned,
    'message.stored': assigned,
    'message.changed': assigned,
    'contact.saved': async ({ contactId }, companyId) =>
      (await livePanel.ofContact(companyId, contactId)).map((ticket) => ({
        topic: 'livePanel',
        to: viewersOf(ticket),
        payload: { action: 'update', ticket },
      })),
    'contacts.changed': reload,
    'user.saved': agentChanged,
    'user.presence-changed': agentChanged,
    'user.removed': async ({ userId }) => [{ topic: 'livePanel', to: VIEWERS, payload: { action: 'delete', userId } }],
    'queue.saved': reload,
    'queue.removed': reload,
    'connection.saved': reload,
    'setting.saved': reload,
  };
  return async (event: EventOf<EventKind>, companyId: number): Promise<AudienceMessage[]> => {
    if (!watchers.isWatched(companyId)) return [];
    const build = builders[event.type] as
      | ((event: EventOf<EventKind>, companyId: number) => Promise<AudienceMessage[]>)
      | undefined;
    return build ? build(event, companyId) : [];
  };
}
