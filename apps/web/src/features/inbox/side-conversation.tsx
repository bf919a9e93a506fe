/** One open conversation beside another screen: what is done with it leads back there instead of to the inbox. */
import { useTicketsLive } from '../../entities/tickets/tickets.live.ts';
import { TicketActionsProvider } from './actions/provider.tsx';
import { Conversation } from './conversation/conversation.tsx';

export function SideConversation({ uuid, base, onClose }: { uuid: string; base: string; onClose(): void }) {
  useTicketsLive();
  return (
    <TicketActionsProvider base={base}>
      <Conversation uuid={uuid} onBack={onClose} isSide />
    </TicketActionsProvider>
  );
}
