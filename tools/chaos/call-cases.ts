/** Flows that call a service: HTTP, a model, a bot and a receiver of webhooks, all of the simulator. */
import { startBotSimulator, type BotSimulator } from '../../packages/bot-simulator/src/simulator.ts';
import type { FlowNode, NodeData } from '../../packages/domain/src/flow/document.ts';
import { newNode } from '../../packages/domain/src/flow/new-node.ts';
import type { Company } from './companies.ts';
import type { Environment } from './environment.ts';
import { docOf, publish, text } from './flow-cases.ts';
import type { Node } from './nodes.ts';

export const callKinds = ['get', 'post', 'model', 'bot', 'webhook'] as const;
export type CallKind = (typeof callKinds)[number];
export const phraseOf = (kind: CallKind): string => `quero ${kind}`;
/** How the answer begins that a customer sees once. */
export const answerOf: Record<CallKind, string> = {
  get: 'Depois de get',
  post: 'Depois de post',
  model: 'Você escreveu:',
  bot: 'Olá,',
  webhook: 'Depois de webhook',
};

const KEY = 'sk-of-a-play';
const HEADER = { name: 'x-chave', value: 'key-of-a-play' };
/** Named in requests, so that those of one customer can be counted. */
const WHO = '{{name}}';

/** Publishes one flow for each kind of call, and starts the services that they call. */
export async function publishCalls(
  environment: Environment,
  company: Company,
  { node, port }: { node: Node; port: number },
): Promise<BotSimulator> {
  const url = `http://127.0.0.1:${port}`;
  const post = async <Reply>(path: string, body: unknown): Promise<Reply> => {
    const answer = await environment.request(company, node, 'POST', path, body);
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Reply;
  };
  const queue = await post<{ id: number }>('/queue', { name: 'Pessoas', color: '#112233' });
  const prompt = await post<{ id: number }>('/prompt', {
    name: 'Prompt da prova',
    prompt: 'Responda com gentileza e em poucas frases a quem procura a loja.',
    provider: 'openai',
    model: 'gpt-standard',
    baseUrl: `${url}/openai/v1`,
    apiKey: KEY,
    queueId: queue.id,
  });
  const receiver = await post<{ id: number; signingSecret: string }>('/queueIntegration', {
    type: 'webhook',
    name: 'Receptor da prova',
    urlN8N: `${url}/webhook`,
    headerName: HEADER.name,
    headerValue: HEADER.value,
  });
  const nodes: Record<CallKind, FlowNode> = {
    get: service('http', { url: `${url}/http/echo/a?who=${WHO}` }),
    post: service('http', { method: 'POST', url: `${url}/http/echo/a`, body: JSON.stringify({ who: WHO }) }),
    model: service('openai', { promptId: prompt.id }),
    bot: service('typebot', { name: 'Bot', url: `${url}/typebot`, slug: 'atendimento', delayMs: 0 }),
    webhook: service('webhook', { integrationId: receiver.id }),
  };
  for (const kind of callKinds) {
    const doc = docOf([nodes[kind], text('last', `Depois de ${kind}`)], { failuresToHuman: true });
    await publish(environment.owner, company.id, `Chamada ${kind}`, doc, phraseOf(kind));
  }
  return startBotSimulator({
    key: KEY,
    webhook: { secret: receiver.signingSecret, header: HEADER },
    controlToken: 'control-of-a-play',
    port,
  });
}

function service<Type extends 'http' | 'openai' | 'typebot' | 'webhook'>(type: Type, data: Partial<NodeData[Type]>) {
  const node = newNode(type, 'service', { x: 0, y: 0 });
  return { ...node, data: { ...node.data, ...data } } as FlowNode;
}
