import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/server.ts';
import { aDelivery, anIntegration, deliveryId, open, withIntegrations } from './integrations.fixture.ts';

async function openPanel(user: ReturnType<typeof open>['user'], name: string, tab?: string) {
  await user.click(await screen.findByRole('button', { name: `Testar ${name}` }));
  const panel = await screen.findByRole('complementary', { name });
  if (tab) await user.click(within(panel).getByRole('tab', { name: tab }));
  return within(panel);
}

describe('testing an integration', () => {
  it('shows what a bot replies, its choices and the duration', async () => {
    withIntegrations(anIntegration({ id: 9, name: 'Promo', type: 'typebot' }));
    const tested = answer(endpoints.integrations.test, () => ({
      outcome: 'done' as const,
      reason: null,
      status: null,
      replies: [
        { type: 'text' as const, text: 'Qual armação?' },
        { type: 'image' as const, text: 'https://cdn.example.com/armacao.png' },
      ],
      choices: ['Redonda', 'Quadrada'],
      ms: 1688,
    }));
    const { user } = open();
    const panel = await openPanel(user, 'Promo');
    const message = panel.getByRole('textbox', { name: 'Mensagem do cliente' });
    expect(message).toHaveValue('Olá');
    await user.clear(message);
    await user.type(message, 'quero óculos{Enter}');
    const replies = within(await panel.findByRole('list', { name: 'O bot respondeu' }));
    expect(replies.getByText('Qual armação?')).toBeVisible();
    expect(replies.getByRole('link', { name: 'https://cdn.example.com/armacao.png' })).toBeVisible();
    expect(within(panel.getByRole('list', { name: 'Opções oferecidas' })).getByText('Quadrada')).toBeVisible();
    expect(panel.getByText('Deu certo')).toBeVisible();
    expect(panel.getByText('1.688 ms')).toBeVisible();
    expect(tested[0]).toMatchObject({ params: { id: 9 }, body: { text: 'quero óculos' } });
  });

  it('shows the status of the receiver of a webhook', async () => {
    withIntegrations(anIntegration());
    answer(endpoints.integrations.test, () => ({
      outcome: 'done' as const,
      reason: null,
      status: 204,
      replies: [],
      choices: [],
      ms: 96,
    }));
    const { user } = open();
    const panel = await openPanel(user, 'Aviso de venda');
    expect(panel.getByText('https://erp.example.com/avisos')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Testar' }));
    expect(await panel.findByText('HTTP 204 · 96 ms')).toBeVisible();
    expect(panel.getByText('O sistema recebeu o evento.')).toBeVisible();
  });

  it('says in words why it failed and what to do', async () => {
    withIntegrations(anIntegration());
    answer(endpoints.integrations.test, () => ({
      outcome: 'failed' as const,
      reason: 'key' as const,
      status: 401,
      replies: [],
      choices: [],
      ms: 80,
    }));
    const { user } = open();
    const panel = await openPanel(user, 'Aviso de venda');
    await user.click(panel.getByRole('button', { name: 'Testar' }));
    expect(await panel.findByText('Credencial recusada.')).toBeVisible();
    expect(panel.getByText(/Edite a integração e informe uma que seja válida/)).toBeVisible();
    expect(panel.getByText('HTTP 401 · 80 ms')).toBeVisible();
  });

  it('opens the simulator of the flow that an integration starts', async () => {
    withIntegrations(
      anIntegration({
        id: 11,
        name: 'Recepção',
        type: 'flowbuilder',
        flowId: 8,
        flow: { id: 8, name: 'Boas-vindas' },
        signingSecretLast4: null,
      }),
    );
    answer(endpoints.flows.draft, () => refuse('ERR_NO_FLOW_FOUND'));
    const { user, router } = open();
    const panel = await openPanel(user, 'Recepção');
    expect(panel.queryByRole('tab', { name: 'Entregas' })).not.toBeInTheDocument();
    await user.click(panel.getByRole('button', { name: 'Testar o fluxo Boas-vindas' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/flowbuilder/8'));
    expect(router.state.location.search).toEqual({ view: 'try' });
  });

  it('closes with Escape and gives the focus back to the button that opened it', async () => {
    withIntegrations(anIntegration());
    const { user } = open();
    await openPanel(user, 'Aviso de venda');
    expect(screen.getByRole('heading', { name: 'Aviso de venda' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Testar Aviso de venda' })).toHaveFocus();
  });

  it('says when the integration was deleted meanwhile', async () => {
    withIntegrations(anIntegration());
    answer(endpoints.integrations.show, () => refuse('ERR_NO_DIALOG_FOUND'));
    const { user } = open();
    const panel = await openPanel(user, 'Aviso de venda');
    expect(await panel.findByText('Esta integração não existe mais.', {}, { timeout: 5000 })).toBeVisible();
  });
});

const perHour = Array.from({ length: 24 }, (_, hour) => hour);
const lastDay = { calls: 0, done: 0, p95Ms: null, perHour: perHour.map(() => 0) };

describe('the deliveries of an integration', () => {
  it('show state, attempts, status, duration and the reason in words', async () => {
    withIntegrations(anIntegration());
    answer(endpoints.integrations.deliveries, () => ({
      deliveries: [
        aDelivery({ id: deliveryId(72), state: 'failed', attempts: 3, status: 500, reason: 'down', ms: 1210 }),
        aDelivery({ id: deliveryId(71), state: 'unknown', status: null, ms: null, canResend: false }),
        aDelivery(),
      ],
      hasMore: false,
      lastDay: { calls: 1082, done: 1079, p95Ms: 640, perHour },
    }));
    const { user } = open();
    const panel = await openPanel(user, 'Aviso de venda', 'Entregas');
    const [failed, unsure, done] = within(await panel.findByRole('list', { name: 'Entregas' })).getAllByRole(
      'listitem',
    );
    expect(within(failed!).getByText('Falhou')).toBeVisible();
    expect(within(failed!).getByText('message')).toBeVisible();
    expect(within(failed!).getByText('3 tentativas · HTTP 500 · 1.210 ms')).toBeVisible();
    expect(within(failed!).getByText('Erro no serviço.')).toBeVisible();
    expect(within(failed!).getByText(/Veja os registros dele e teste de novo/)).toBeVisible();
    expect(within(unsure!).getByText('Sem confirmação')).toBeVisible();
    expect(within(unsure!).queryByRole('button', { name: /^Reenviar/ })).not.toBeInTheDocument();
    expect(within(done!).getByText('Entregue')).toBeVisible();
    expect(within(done!).getByText('1 tentativa · HTTP 200 · 96 ms')).toBeVisible();
    const day = within(panel.getByRole('region', { name: 'Últimas 24 horas' }));
    for (const figure of ['1.082', '99,7 %', '640 ms']) expect(day.getByText(figure)).toBeVisible();
    expect(day.getByRole('img', { name: /^Chamadas por hora, .*: 0, 1, 2, 3,.* 22, 23$/ })).toBeVisible();
  });

  it('are the calls of a bot, which are not sent again', async () => {
    withIntegrations(anIntegration({ id: 9, name: 'Promo', type: 'typebot' }));
    const call = { kind: 'bot' as const, canResend: false, status: null };
    answer(endpoints.integrations.deliveries, () => ({ deliveries: [aDelivery(call)], hasMore: false, lastDay }));
    const { user } = open();
    const panel = await openPanel(user, 'Promo', 'Chamadas');
    const [row] = within(await panel.findByRole('list', { name: 'Chamadas' })).getAllByRole('listitem');
    expect(within(row!).getByText('Respondida')).toBeVisible();
    expect(within(row!).getByText('1 tentativa · 96 ms')).toBeVisible();
    expect(within(row!).queryByRole('button', { name: /^Reenviar/ })).not.toBeInTheDocument();
    expect(panel.queryByRole('region', { name: 'Últimas 24 horas' })).not.toBeInTheDocument();
  });

  it('are sent again on request', async () => {
    withIntegrations(anIntegration());
    const deliveries = [aDelivery({ state: 'failed', reason: 'unreachable', status: null })];
    answer(endpoints.integrations.deliveries, () => ({ deliveries, hasMore: false, lastDay }));
    const resent = answer(
      endpoints.integrations.resend,
      () => (deliveries[0] = aDelivery({ state: 'queued', canResend: false, status: null, ms: null })),
    );
    const { user } = open();
    const panel = await openPanel(user, 'Aviso de venda', 'Entregas');
    await user.click(await panel.findByRole('button', { name: /^Reenviar a entrega de/ }));
    expect(await screen.findByText('A entrega será enviada de novo, com o mesmo identificador')).toBeVisible();
    expect(await panel.findByText('Aguardando')).toBeVisible();
    expect(resent.map(({ params }) => params)).toEqual([{ id: 4, deliveryId: deliveryId(70) }]);
  });

  it('are fetched page by page', async () => {
    withIntegrations(anIntegration());
    const asked = answer(endpoints.integrations.deliveries, ({ query }) =>
      query.before === undefined
        ? { deliveries: [aDelivery({ id: deliveryId(71) }), aDelivery()], hasMore: true, lastDay }
        : { deliveries: [aDelivery({ id: deliveryId(69), event: 'test' })], hasMore: false, lastDay },
    );
    const { user } = open();
    const panel = await openPanel(user, 'Aviso de venda', 'Entregas');
    await user.click(await panel.findByRole('button', { name: 'Mostrar mais' }));
    expect(await panel.findByText('test')).toBeVisible();
    expect(panel.queryByRole('button', { name: 'Mostrar mais' })).not.toBeInTheDocument();
    expect(asked.map(({ query }) => query.before)).toEqual([undefined, deliveryId(70)]);
  });

  it('are invited to come when there is none', async () => {
    withIntegrations(anIntegration());
    answer(endpoints.integrations.deliveries, () => ({ deliveries: [], hasMore: false, lastDay }));
    const { user } = open();
    const panel = await openPanel(user, 'Aviso de venda', 'Entregas');
    expect(await panel.findByText('Nenhuma entrega')).toBeVisible();
  });
});
