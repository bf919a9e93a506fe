/** Fake queues and actions for the tests of the queue screen. */
import { endpoints } from '@balcao/contract/endpoints/index';
import type { BotOption, Queue } from '@balcao/contract/endpoints/queues';
import { fireEvent, screen, within } from '@testing-library/react';
import { anAdmin, aQueue, aUser } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { withIntegrations } from '../../testing/integrations.ts';
// The screen is lazy; loading it here keeps the first test from waiting for it.
import { emptyOption } from './option-tree.ts';
import './queues-page.tsx';

export const suporte = aQueue({
  id: 2,
  name: 'Suporte',
  color: '#2f9e44',
  orderQueue: 1,
  greetingMessage: 'Olá! Como ajudamos?',
  ativarRoteador: true,
  tempoRoteador: 7,
});
export const vendas = aQueue({ id: 3, name: 'Vendas', color: '#1c7ed6', orderQueue: 2 });
export const anOption = (id: number, name: string, own: Partial<BotOption> = {}): BotOption => ({
  ...emptyOption,
  id,
  name,
  queueId: 2,
  chatbotId: null,
  user: null,
  options: [],
  ...own,
});

/** Fake server with these queues; changes are stored and published. */
export function withQueues(queues: Queue[], chatbots: BotOption[] = []) {
  answer(endpoints.queues.list, () => queues);
  answer(endpoints.queues.show, ({ params }) => ({ ...queues.find(({ id }) => id === params.id)!, chatbots }));
  answer(endpoints.fileLists.pick, () => [{ id: 5, name: 'Catálogos', message: 'Veja', userId: null, filesCount: 2 }]);
  answer(endpoints.flows.list, () => ({
    flows: [
      { id: 8, name: 'Orçamento', active: true },
      { id: 9, name: 'Antigo', active: false },
    ],
    count: 2,
    hasMore: false,
  }));
  withIntegrations();
  answer(endpoints.access.pickUsers, () => [
    aUser({ id: 4, name: 'Caio Andrade', queues: [{ id: 3, name: 'Vendas', color: '#1c7ed6' }] }),
    aUser({ id: 6, name: 'Rute Lacerda', queues: [{ id: 2, name: 'Suporte', color: '#2f9e44' }] }),
  ]);
  const created = answer(endpoints.queues.create, ({ body }) => {
    const added = aQueue({ id: 9, name: body.name, color: body.color });
    queues.push(added);
    return { ...added, chatbots: [] };
  });
  const updated = answer(endpoints.queues.update, ({ params, body }) => {
    const at = queues.findIndex(({ id }) => id === params.id);
    queues[at] = { ...queues[at]!, orderQueue: body.orderQueue ?? queues[at]!.orderQueue };
    return { ...queues[at], chatbots };
  });
  return { queues, created, updated };
}
export function open({ scheduleType = 'disabled', plan = {} }: { scheduleType?: string; plan?: object } = {}) {
  const admin = anAdmin();
  admin.company.companieSettings = [{ key: 'scheduleType', value: scheduleType }];
  admin.company.plan = { ...admin.company.plan, ...plan };
  return renderScreen('/queues', { as: admin });
}
type User = ReturnType<typeof open>['user'];
export async function edit(user: User, name = 'Suporte', tab?: string) {
  await user.click(await screen.findByRole('button', { name: `Editar ${name}` }));
  const dialog = await screen.findByRole('dialog', { name: `Editar ${name}` });
  await within(dialog).findByRole('tablist');
  if (tab) await user.click(within(dialog).getByRole('tab', { name: new RegExp(`^${tab}`) }));
  return dialog;
}
export async function startNew(user: User) {
  await user.click((await screen.findAllByRole('button', { name: 'Nova fila' }))[0]!);
  return screen.findByRole('dialog', { name: 'Nova fila' });
}
/** Sets the whole value at once; typing key by key is tested with the field components. */
export const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
export const save = () => screen.getByRole('button', { name: 'Salvar fila' });
export const tab = (name: RegExp) => screen.getByRole('tab', { name });
export const optionsOf = async (field: RegExp | string) => {
  const list = await screen.findByRole('listbox', { name: field });
  return within(list)
    .getAllByRole('option')
    .map((element) => element.textContent);
};
export async function choose(user: User, field: RegExp | string, option: string) {
  await user.click(screen.getByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
}
