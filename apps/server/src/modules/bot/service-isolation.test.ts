import type { BotSimulator } from '@balcao/bot-simulator/simulator';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startSimulator } from '../../gateways/simulator.fixture.ts';
import { startServiceServer, type ServiceServer } from './service-calls.fixture.ts';

let service: ServiceServer;
/** The services of another company. */
let foreign: BotSimulator;
beforeAll(async () => {
  [service, foreign] = await Promise.all([startServiceServer(), startSimulator()]);
});
beforeEach(() => Promise.all([service.simulator.control.reset(), foreign.control.reset()]));
afterAll(() => Promise.all([service.stop(), foreign.stop()]));

type Bot = Awaited<ReturnType<ServiceServer['createBot']>>;
/** Every kind of service that conversations call, linked to the connection of the company. */
const links: Record<string, (bot: Bot, of: BotSimulator) => Promise<object>> = {
  'the model': async (bot, { urls }) => ({ promptId: (await service.createPrompt(bot, { baseUrl: urls.openai })).id }),
  Typebot: async (bot, { urls }) => {
    const fields = { type: 'typebot', urlN8N: urls.typebot, typebotSlug: 'atendimento', typebotDelayMessage: 0 };
    return { integrationId: (await service.createIntegration(bot, fields)).id };
  },
  'the webhook': async (bot, { urls }) => ({
    integrationId: (await service.createIntegration(bot, { type: 'n8n', urlN8N: urls.webhook })).id,
  }),
};

it.each(Object.keys(links))('%s of a company gets the conversations of that company only [TI-16]', async (kind) => {
  const [own, other] = [await service.createBot(), await service.createBot()];
  await service.linkConnection(own, await links[kind]!(own, service.simulator));
  await service.linkConnection(other, await links[kind]!(other, foreign));
  const received = async (of: BotSimulator) =>
    JSON.stringify([await of.control.received(), await of.control.deliveries()]);
  const talk = async (bot: Bot, text: string) => {
    await service.createCustomer(bot).send(text);
    await service.settle();
  };
  await talk(own, 'canário da empresa');
  expect(await received(service.simulator)).not.toBe('[[],[]]');
  expect(await received(foreign)).toBe('[[],[]]');

  await service.simulator.control.reset();
  await talk(other, 'canário da outra');
  expect(await received(foreign)).not.toBe('[[],[]]');
  expect(await received(service.simulator)).toBe('[[],[]]');
});
