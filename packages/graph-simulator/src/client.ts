import type { GraphControl } from './control.ts';
import { remoteNames } from './control-routes.ts';
import { customerOf } from './customers.ts';

/** The control of a simulator that runs in another process. */
export function connectControl(url: string, token: string): GraphControl {
  const call =
    (name: string) =>
    async (...args: unknown[]): Promise<unknown> => {
      const answer = await fetch(`${url}/_control/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(args),
      });
      const result = (await answer.json()) as { value?: unknown; error?: string };
      if (!answer.ok) throw new Error(result.error ?? `The simulator answered ${answer.status}.`);
      return result.value ?? undefined;
    };
  const remote = Object.fromEntries(remoteNames.map((name) => [name, call(name)])) as unknown as Omit<
    GraphControl,
    'customer'
  >;
  return {
    ...remote,
    customer: (kind, accountId, profile) => customerOf(remote.performAction, kind, accountId, profile),
  };
}
