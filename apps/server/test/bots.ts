import { ServiceError, type BotServices, type BotTurn, type ExternalBot } from '../src/gateways/bots/port.ts';

/** A service account that the bots of the test accept. Its key belongs to no account. */
export const SERVICE_ACCOUNT = JSON.stringify({
  type: 'service_account',
  client_email: 'bot@teste.gserviceaccount.com',
});

/** Bots that answer without network; everything else is out of reach. */
export function createTestBots(): BotServices {
  const bot: ExternalBot<unknown> = { start: async (_, session) => answer(session), next: async (_, s) => answer(s) };
  const refuse = () => Promise.reject(new ServiceError('refused', 'address'));
  return {
    typebot: bot,
    dialogflow: { ...bot, emailOf: (text) => (text === SERVICE_ACCOUNT ? 'bot@teste.gserviceaccount.com' : undefined) },
    webhooks: { deliver: refuse },
    http: { call: refuse },
    files: { fetch: refuse },
  };
}
const answer = (session: BotTurn['session']): BotTurn => ({ replies: [{ type: 'text', text: 'Olá!' }], session });
