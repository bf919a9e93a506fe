/** One open conversation beside another screen: what is done with it leads back there instead of to the inbox. */
import { useTicketsLive } from '../../entities/tickets/tickets.live.ts';
import { TicketActsProvider } from './acts/ticket-acts.tsx';
import { Conversation } from './conversation/conversation.tsx';

export function ConversationBeside({ uuid, base, onClose }: { uuid: string; base: string; onClose(): void }) {
  useTicketsLive();
  return (
    <TicketActsProvider base={base}>
      <Conversation uuid={uuid} onBack={onClose} isBeside />
    </TicketActsProvider>
  );
}
