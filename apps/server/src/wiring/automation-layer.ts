import { createTicketTimers } from '../modules/ticket-timers/index.ts';
import type { IntegrationModule } from '../modules/integrations/index.ts';
import { buildBot } from './bot.ts';
import type { Infrastructure } from './shared-services.ts';

/** The bot, and the timers of tickets. */
export function buildAutomationLayer(
  { db, clock, isSendingHeld, onError }: Pick<Infrastructure, 'db' | 'clock' | 'isSendingHeld' | 'onError'>,
  lower: Omit<Parameters<typeof buildBot>[1], 'integrationCalls'> & {
    integrationModule: Pick<IntegrationModule, 'calls'>;
  },
) {
  const { connections, tickets, assignment } = lower;
  return {
    ...buildBot({ db, clock, isSendingHeld, onError }, { ...lower, integrationCalls: lower.integrationModule.calls }),
    ticketTimers: createTicketTimers({
      db,
      clock,
      connections,
      tickets,
      assignment,
      lanes: lower.lanes,
      sendAutoMessage: lower.autoMessages.sendText,
      onError,
    }),
  };
}
