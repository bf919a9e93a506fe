import { endpoints } from '@balcao/contract';
import type { sandbox } from '@balcao/contract/endpoints/sandbox';
import type { Actor } from '@balcao/domain/policy/actor';
import type { z } from 'zod';
import type { Peer } from '../../channels/port.ts';
import type { SandboxControl } from '../../channels/sandbox/port.ts';
import { handle } from '../../infrastructure/http/handle.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import type { Connections } from './connections.ts';

export interface SandboxDeps {
  connections: Connections;
  /** Undefined if the simulator is disabled. */
  control: SandboxControl | undefined;
  /** Advances the time of the connection's conversations; returns how many there are. */
  advanceTime(companyId: number, connectionId: number, minutes: number): Promise<number>;
  /** How the server processed the messages of this customer. */
  trace(of: { companyId: number; connectionId: number; peer: Peer }): Promise<z.input<typeof sandbox.trace.reply>>;
}

const MINUTES_PER_HOUR = 60;

export function sandboxRoutes({ connections, control, advanceTime, trace }: SandboxDeps) {
  const phones = (): SandboxControl => control ?? refuse('ERR_PROVIDER_UNAVAILABLE');
  /** Only a simulated connection of the caller's company is found. */
  async function accountOf(actor: Actor, id: number) {
    const connection = await connections.find(actor.companyId, id);
    if (connection?.provider !== 'sandbox') refuse('ERR_NO_WAPP_FOUND');
    return connections.accountOf(connection);
  }

  return handle('sandbox', endpoints.sandbox, {
    overview: async ({ actor, info }) => {
      if (!control) return { connections: [] };
      const simulated = (await connections.list(actor.companyId)).filter(({ provider }) => provider === 'sandbox');
      return {
        connections: await Promise.all(
          simulated.map(async (connection) => ({
            id: connection.id,
            name: connection.name,
            channel: connection.channel,
            status: connection.status,
            number: connection.number,
            qrcode: connection.qrcode,
            ...(await control.getAccountState(connections.accountOf(connection), info.language)),
          })),
        ),
      };
    },
    thread: async ({ actor, params, query, info }) =>
      phones().thread(await accountOf(actor, params.connectionId), params.customerId, {
        knows: query.knows,
        language: info.language,
      }),
    media: async ({ actor, params }) => phones().media(await accountOf(actor, params.connectionId), params.ref),
    act: async ({ actor, params, body }) => phones().act(await accountOf(actor, params.connectionId), body),
    newCustomer: async ({ actor, params, body, info }) =>
      phones().newCustomer(await accountOf(actor, params.connectionId), body, info.language),
    scripts: async ({ info }) => control?.scripts(info.language) ?? [],
    run: async ({ actor, params, body }) =>
      phones().run(await accountOf(actor, params.connectionId), params.scriptId, body.customerId),
    clock: async ({ actor, params: { connectionId }, body: { hours } }) => {
      const clock = await phones().advance(await accountOf(actor, connectionId), hours);
      // Our side of the conversations ages with the phones, so that both see the reply window close.
      if (hours > 0) await advanceTime(actor.companyId, connectionId, Math.round(hours * MINUTES_PER_HOUR));
      return clock;
    },
    pass: async ({ actor, params, body }) => {
      phones();
      await accountOf(actor, params.connectionId);
      return { conversations: await advanceTime(actor.companyId, params.connectionId, body.minutes) };
    },
    trace: async ({ actor, params }) => {
      const { connectionId, customerId } = params;
      const peer = await phones().peer(await accountOf(actor, connectionId), customerId);
      return trace({ companyId: actor.companyId, connectionId, peer });
    },
  });
}
