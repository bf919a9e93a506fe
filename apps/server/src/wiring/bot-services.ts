import { createDialogflow } from '../gateways/bots/dialogflow.ts';
import { createFileFetcher } from '../gateways/bots/file-fetcher.ts';
import { createHttpCaller } from '../gateways/bots/http-caller.ts';
import type { BotServices } from '../gateways/bots/port.ts';
import { createTypebot } from '../gateways/bots/typebot.ts';
import { createWebhookSender } from '../gateways/bots/webhook-sender.ts';
import { createOperations } from '../gateways/service-request.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Infrastructure } from './shared-services.ts';

/** Opens external bots, receivers of webhooks and HTTP services. Companies enter all of their addresses. */
export function openBotServices(egress: Infrastructure['egress'], clock: Clock): BotServices {
  const users = createOperations(egress.users);
  return {
    typebot: createTypebot(users),
    dialogflow: createDialogflow(users, clock),
    webhooks: createWebhookSender(users, clock),
    http: createHttpCaller(users),
    files: createFileFetcher(users),
  };
}
