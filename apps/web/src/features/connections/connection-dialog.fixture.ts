/** Fake connections and actions for the tests of the connection dialog. */
import type { SessionUser } from '@balcao/contract/endpoints/access';
import type { Connection } from '@balcao/contract/endpoints/connections';
import { endpoints } from '@balcao/contract/endpoints/index';
import { fireEvent, screen } from '@testing-library/react';
import { aConnection, anAdmin, aQueue } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { withIntegrations } from '../../testing/integrations.ts';
// The screen is lazy; loading it here keeps the first test from waiting for it.
import './connections-page.tsx';

export const TOKEN = 'Ab3dEf6hIj9lMn2pQr5tUv8xYz1BcD';

export function open(connections: Connection[] = [], as: SessionUser = anAdmin()) {
  answer(endpoints.queues.list, () => [
    aQueue({ id: 2, name: 'Suporte' }),
    aQueue({ id: 3, name: 'Vendas', color: '#2f9e44' }),
  ]);
  withIntegrations();
  answer(endpoints.prompts.list, () => ({ prompts: [{ id: 5, name: 'Vendedora' }], count: 1, hasMore: false }));
  answer(endpoints.connections.list, () => connections);
  const created = answer(endpoints.connections.create, ({ body }) => {
    const newConnection = aConnection({
      id: 9,
      name: body.name,
      channel: body.channel,
      provider: body.provider,
      status: 'OPENING',
    });
    connections.push(newConnection);
    return { ...newConnection, token: TOKEN };
  });
  const updated = answer(endpoints.connections.update, ({ params }) => connections.find(({ id }) => id === params.id)!);
  const { user } = renderScreen('/connections', { as });
  return { user, created, updated, connections };
}
type User = ReturnType<typeof open>['user'];

export async function startNew(user: User, channel = 'WhatsApp') {
  await user.click((await screen.findAllByRole('button', { name: 'Nova conexão' }))[0]!);
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${channel}`) }));
  return screen.findByRole('dialog', { name: `Nova conexão · ${channel}` });
}
export async function startEditing(user: User, name = 'Matriz') {
  await user.click(await screen.findByRole('button', { name: `Editar ${name}` }));
  return screen.findByRole('dialog', { name: `Editar ${name}` });
}
export const save = () => screen.getByRole('button', { name: 'Salvar conexão' });
export const tab = (name: string) => screen.getByRole('tab', { name });
export const withSettings = (settings: Record<string, string>, plan = {}): SessionUser => {
  const admin = anAdmin();
  const companieSettings = Object.entries(settings).map(([key, value]) => ({ key, value }));
  return {
    ...admin,
    company: { ...admin.company, companieSettings, plan: { ...admin.company.plan, ...plan } },
  };
};

/** Sets the whole value at once; typing key by key is tested with the field components. */
export const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
export const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
