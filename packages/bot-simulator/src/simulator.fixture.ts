import { startBotSimulator } from './simulator.ts';

export const KEY = 'sk-teste-1234567890';
export const CONTROL_TOKEN = 'control';
export const webhook = { secret: 'segredo-do-webhook', header: { name: 'x-chave', value: 'combinada' } };
export const start = () => startBotSimulator({ key: KEY, webhook, controlToken: CONTROL_TOKEN });

export interface Answer {
  status: number;
  // The tests read whatever a service answers.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}
export async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const isJson = typeof body !== 'string' && !(body instanceof FormData) && !(body instanceof URLSearchParams);
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
    body: isJson ? JSON.stringify(body) : (body as string),
  });
  const text = await response.text();
  return { status: response.status, json: /^[[{]/.test(text) ? JSON.parse(text) : text };
}
