/** An open ticket beside another screen: its actions return to that screen instead of the inbox. */
import { useTicketsLive } from '../../entities/tickets/tickets.live.ts';
import { TicketActionsProvider } from './actions/provider.tsx';
import { useTypeAhead } from './composer/type-ahead.ts';
import { Conversation } from './conversation/conversation.tsx';

export function SideConversation({ uuid, base, onClose }: { uuid: string; base: string; onClose(): void }) {
  useTicketsLive();
  useTypeAhead(uuid);
  return (
    <TicketActionsProvider base={base}>
      <Conversation uuid={uuid} onBack={onClose} isSide />
    </TicketActionsProvider>
  );
}
