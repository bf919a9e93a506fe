import { startBotSimulator } from '@balcao/bot-simulator/simulator';
import type { Integration, IntegrationTested, SavedIntegration } from '@balcao/contract/endpoints/integrations';
import { expect } from 'vitest';
import { createFileFetcher } from '../../gateways/bots/file-fetcher.ts';
import { createOperations } from '../../gateways/service-request.ts';
import { botServicesOf } from '../../gateways/simulator.fixture.ts';
import { createSafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import type { Caller } from '../../../test/users.ts';

export const HEADER = { name: 'x-chave', value: 'canario-do-cabecalho' };
/** Secret of the simulator; integrations have secrets of their own. */
const webhook = { secret: 'segredo-do-simulador', header: HEADER };
export const startReceiver = (secret: string) =>
  startBotSimulator({ key: 'sk', webhook: { ...webhook, secret }, controlToken: 'control' });

interface Options {
  logTo?: (line: string) => void;
  env?: Record<string, string>;
  /** Files are loaded as in production: not from this machine. */
  guardsFiles?: boolean;
}
/** A server whose bots are those of the simulator. */
export async function startIntegrationServer({ guardsFiles = false, ...more }: Options = {}) {
  const simulator = await startReceiver(webhook.secret);
  const bots = botServicesOf(simulator);
  if (guardsFiles) bots.files = createFileFetcher(createOperations(createSafeFetch()));
  const service = await startConnectedServer({}, { ...more, bots });
  return {
    ...service,
    simulator,
    async stop() {
      await service.server.stop();
      await simulator.stop();
    },
  };
}
export type IntegrationServer = Awaited<ReturnType<typeof startIntegrationServer>>;

let count = 0;
export async function createIntegration(caller: Caller, fields: object): Promise<SavedIntegration> {
  const answer = await caller.request('POST', '/queueIntegration', { name: `Integração ${++count}`, ...fields });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<SavedIntegration>();
}
export const typebot = ({ simulator }: IntegrationServer, slug = 'atendimento') => ({
  type: 'typebot',
  urlN8N: simulator.urls.typebot,
  typebotSlug: slug,
});
export const dialogflow = ({ simulator }: IntegrationServer, more: object = {}) => ({
  type: 'dialogflow',
  projectName: simulator.google.project,
  jsonContent: JSON.stringify({ ...simulator.google.serviceAccount, ...more }),
});
export const testOf = async (caller: Caller, { id }: Pick<Integration, 'id'>, text?: string) => {
  const answer = await caller.request('POST', `/queueIntegration/${id}/test`, text === undefined ? {} : { text });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<IntegrationTested>();
};
export const errorOf = (answer: { statusCode: number; json(): { error: string; code?: string } }) => [
  answer.statusCode,
  answer.json().code ?? answer.json().error,
];
