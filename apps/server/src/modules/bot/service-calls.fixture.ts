import { expect } from 'vitest';
import { createAzureSpeech } from '../../gateways/ai/azure-speech.ts';
import { createTranscriber } from '../../gateways/ai/transcriber.ts';
import { botServicesOf, KEY, operations, startSimulator, textModelOf } from '../../gateways/simulator.fixture.ts';
import type { Caller } from '../../../test/users.ts';
import type { Bot } from './bot.fixture.ts';
import { startFlowServer } from './flows.fixture.ts';

export interface CallRow {
  id: string;
  kind: string;
  state: string;
  reason: string | null;
  attempts: number;
  request: unknown;
}
/** After the last message of a customer a model or bot is called. */
const DEBOUNCE_MS = 1600;

/** A server whose models, bots and receivers are simulated. */
export async function startServiceServer() {
  const simulator = await startSimulator();
  const service = await startFlowServer({
    reachesLoopback: true,
    env: { TRANSCRIPTION_URL: simulator.urls.openai },
    bots: botServicesOf(simulator),
    models: {
      textModel: textModelOf(simulator),
      transcriber: createTranscriber(operations()),
      speech: createAzureSpeech(operations()),
      defaultModel: () => 'gpt-standard',
      hasSandbox: false,
    },
  });
  const { server } = service;
  const rowsOf = async <Row extends object>(text: string, values: unknown[]) =>
    (await server.asOwner.query<Row>(text, values)).rows;
  let count = 0;

  async function created(caller: Caller, path: string, body: object): Promise<{ id: number }> {
    const answer = await caller.request('POST', path, body);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ id: number }>();
  }
  const createPrompt = (bot: Bot, fields: object = {}) =>
    created(bot.admin, '/prompt', {
      name: `Prompt número ${++count}`,
      prompt: 'Você atende a Ótica Boa Vista. Responda com gentileza e em poucas frases, sem prometer prazos.',
      queueId: bot.queues[0]!.id,
      provider: 'openai',
      model: 'gpt-standard',
      baseUrl: simulator.urls.openai,
      apiKey: KEY,
      ...fields,
    });
  const createIntegration = (bot: Bot, fields: object) =>
    created(bot.admin, '/queueIntegration', { name: `Integração ${++count}`, ...fields });
  async function linkConnection({ admin, connectionId }: Bot, links: object): Promise<void> {
    const answer = await admin.request('PUT', `/whatsapp/${connectionId}`, links);
    expect(answer.statusCode, answer.body).toBe(200);
  }
  /** A company whose connection answers with a prompt. */
  async function createPromptBot(fields: object = {}, settings: Record<string, string> = {}) {
    const bot = await service.createBot({ settings });
    const prompt = await createPrompt(bot, fields);
    await linkConnection(bot, { promptId: prompt.id });
    return { bot, prompt };
  }
  const callsOf = (companyId: number) =>
    rowsOf<CallRow>('select * from flow_calls where company_id = $1 order by created_at', [companyId]);

  return {
    ...service,
    simulator,
    createPrompt,
    createIntegration,
    linkConnection,
    createPromptBot,
    callsOf,
    rowsOf,
    /** Lets the pause after a message pass, and waits until every call is over. */
    async settle(): Promise<void> {
      await service.pass(DEBOUNCE_MS);
      await service.until(
        () =>
          rowsOf<{ calls: number; runs: number }>(
            `select (select count(*)::int from flow_calls where state in ('queued', 'calling') and not_before <= now()) as calls,
                    (select count(*)::int from flow_runs where wait in ('debounce', 'call')) as runs`,
            [],
          ),
        ([row]) => row!.calls + row!.runs === 0,
      );
    },
    async stop() {
      await server.stop();
      await simulator.stop();
    },
  };
}
export type ServiceServer = Awaited<ReturnType<typeof startServiceServer>>;
export { KEY };
