import type { BotControl } from './control.ts';

/** The control of a simulator in another process. */
export function connectControl(url: string, token: string): BotControl {
  const call = async (method: string, args: unknown[]) => {
    const response = await fetch(`${url}/_control/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(args),
    });
    const { value, error } = (await response.json()) as { value?: unknown; error?: string };
    if (!response.ok) throw new Error(error);
    return value ?? undefined;
  };
  return new Proxy({} as BotControl, {
    get:
      (_, method) =>
      (...args: unknown[]) =>
        call(String(method), args),
  });
}
