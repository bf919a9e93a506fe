/** Fake integrations for the tests of their screen. */
import type { Delivery, Integration } from '@balcao/contract/endpoints/integrations';
import { endpoints } from '@balcao/contract/endpoints/index';
import { fireEvent, screen } from '@testing-library/react';
import { anAdmin } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
// The screen, its panel and its dialogs are lazy; loading them here keeps the first test from waiting for them.
import './integration-dialog.tsx';
import './integration-panel.tsx';
import './integrations-page.tsx';
import './remove-integration.tsx';

export const unused = { connections: [], queues: [], options: [], flows: [] };
export const SECRET = 'whsec_3f8a1c5e7b9d2f4a6c8e0b1d';

export const anIntegration = (own: Partial<Integration> = {}): Integration => ({
  id: 4,
  name: 'Aviso de venda',
  type: 'webhook',
  projectName: '',
  serviceAccountEmail: null,
  language: 'pt-BR',
  urlN8N: 'https://erp.example.com/avisos',
  typebotSlug: '',
  typebotDelayMessage: 1000,
  typebotExpires: 1,
  typebotKeywordFinish: '',
  typebotKeywordRestart: '',
  typebotRestartMessage: '',
  typebotUnknownMessage: '',
  flowId: null,
  flow: null,
  headerName: '',
  hasHeaderValue: false,
  signingSecretLast4: 'x9Zk',
  breaker: { isOpen: false, until: null, lastReason: null },
  lastCall: null,
  usedBy: unused,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...own,
});

export const deliveryId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const aDelivery = (own: Partial<Delivery> = {}): Delivery => ({
  id: deliveryId(70),
  at: '2026-11-16T15:04:00.000Z',
  kind: 'webhook',
  event: 'message',
  ticketId: 12,
  state: 'done',
  attempts: 1,
  status: 200,
  reason: null,
  ms: 96,
  canResend: true,
  ...own,
});

/** Fake server that stores integrations for the duration of the test. */
export function withIntegrations(...rows: Integration[]) {
  answer(endpoints.integrations.list, ({ query }) => {
    const found = rows.filter(({ name }) => name.toLowerCase().includes(query.searchParam.toLowerCase()));
    const failing = found.filter(({ lastCall }) => lastCall?.reason);
    const queueIntegrations = query.failing === 'true' ? failing : found;
    return { queueIntegrations, count: queueIntegrations.length, hasMore: false, failingCount: failing.length };
  });
  answer(endpoints.integrations.show, ({ params }) => rows.find(({ id }) => id === params.id)!);
  answer(endpoints.flows.list, () => ({
    flows: [
      { id: 8, name: 'Boas-vindas', active: true },
      { id: 9, name: 'Antigo', active: false },
    ],
    count: 2,
    hasMore: false,
  }));
  const created = answer(endpoints.integrations.create, ({ body }) => {
    const { type, name } = body;
    const added = anIntegration({ id: 9, type, name });
    rows.unshift(added);
    const isSigned = type === 'n8n' || type === 'webhook';
    return { ...added, signingSecret: isSigned ? SECRET : null };
  });
  const updated = answer(endpoints.integrations.update, ({ params, body }) => {
    const at = rows.findIndex(({ id }) => id === params.id);
    rows[at] = { ...rows[at]!, name: body.name ?? rows[at]!.name };
    return { ...rows[at], signingSecret: null };
  });
  return { rows, created, updated };
}

export const open = (as = anAdmin()) => renderScreen('/queue-integration', { as });
type User = ReturnType<typeof open>['user'];
export async function startNew(user: User) {
  await user.click((await screen.findAllByRole('button', { name: 'Nova integração' }))[0]!);
  return screen.findByRole('dialog', { name: 'Nova integração' });
}
export async function startEditing(user: User, name: string) {
  await user.click(await screen.findByRole('button', { name: `Editar ${name}` }));
  return screen.findByRole('dialog', { name: `Editar ${name}` });
}
/** Sets the whole value at once; typing key by key is tested with the field components. */
export const write = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const save = () => screen.getByRole('button', { name: 'Salvar integração' });
export async function choose(user: User, field: RegExp | string, option: string) {
  await user.click(screen.getByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
}
