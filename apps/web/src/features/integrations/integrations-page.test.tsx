import { endpoints } from '@balcao/contract/endpoints/index';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aConnection, anAdmin, anAgent } from '../../testing/fixtures.ts';
import { connect, receive } from '../../testing/render.tsx';
import { answer, refuse, refuseConflict } from '../../testing/server.ts';
import { anIntegration, open, unused, withIntegrations } from './integrations.fixture.ts';

const row = (name: RegExp) => screen.findByRole('row', { name });

describe('the list of integrations', () => {
  it('shows type, id, name and what uses each integration [M-276]', async () => {
    withIntegrations(
      anIntegration({
        usedBy: {
          connections: [{ id: 1, name: 'Matriz' }],
          queues: [{ id: 2, name: 'Suporte' }],
          options: [{ id: 5, name: 'Segunda via', queueId: 3, queueName: 'Financeiro' }],
          flows: [{ id: 7, name: 'Promo inverno' }],
        },
      }),
      anIntegration({ id: 9, name: 'Promo', type: 'typebot' }),
    );
    open();
    const first = await row(/Aviso de venda/);
    expect(within(first).getByText('Webhook · id 4')).toBeVisible();
    expect(
      within(first).getByText(
        'Conexão Matriz · Fila Suporte · Opção Segunda via da fila Financeiro · Fluxo Promo inverno',
      ),
    ).toBeVisible();
    const second = await row(/^Promo/);
    expect(within(second).getByText('Typebot · id 9')).toBeVisible();
    expect(within(second).getByText('Em nenhum lugar')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Integrações 2' })).toBeVisible();
  });

  it('says when a service is not called, why and until when', async () => {
    const until = new Date(Date.now() + 300_000).toISOString();
    withIntegrations(
      anIntegration({ breaker: { isOpen: true, until, lastReason: 'key' } }),
      anIntegration({ id: 5, name: 'ERP', breaker: { isOpen: false, until: null, lastReason: 'tooSlow' } }),
      anIntegration({ id: 6, name: 'Boas-vindas', type: 'flowbuilder' }),
      anIntegration({ id: 7, name: 'Estoque' }),
      anIntegration({ id: 8, name: 'Caixa', lastCall: { at: '2026-11-16T15:04:00.000Z', reason: null, ms: 1412 } }),
    );
    open();
    const paused = await row(/Aviso de venda/);
    expect(within(paused).getByText('Em pausa')).toBeVisible();
    expect(within(paused).getByText(/^Credencial recusada · tenta de novo às \d\d:\d\d$/)).toBeVisible();
    expect(screen.getByText(/^Aviso de venda falhou cinco vezes seguidas/)).toBeVisible();
    expect(within(await row(/ERP/)).getByText('Sem resposta a tempo')).toBeVisible();
    expect(within(await row(/Boas-vindas/)).getByText('Sem fluxo')).toBeVisible();
    expect(within(await row(/Estoque/)).getByText('Nenhuma chamada')).toBeVisible();
    expect(within(await row(/Caixa/)).getByText('1.412 ms')).toBeVisible();
  });

  it('says how long ago the last call was, also of a failed one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-17T15:00:00.000Z') });
    const called = (id: number, name: string, at: string, reason: 'key' | null = null) =>
      anIntegration({ id, name, lastCall: { at, reason, ms: 31 } });
    withIntegrations(
      called(5, 'Estoque', '2026-11-17T14:59:20.000Z'),
      called(6, 'Caixa', '2026-11-17T14:57:00.000Z'),
      called(7, 'Promo', '2026-11-17T12:59:00.000Z'),
      called(8, 'Antigo', '2026-11-16T21:02:00.000Z', 'key'),
      called(9, 'Arquivo', '2026-11-12T21:02:00.000Z'),
    );
    open();
    for (const [name, text] of [
      [/Estoque/, 'há 40 s'],
      [/Caixa/, 'há 3 min'],
      [/Promo/, 'há 2 h'],
      [/Antigo/, /^Credencial recusada · ontem, \d\d:02$/],
      [/Arquivo/, /^12\/11\/2026 \d\d:02$/],
    ] as const)
      expect(within(await row(name)).getByText(text)).toBeVisible();
    expect(within(await row(/Caixa/)).getByText('há 3 min')).toHaveAttribute(
      'title',
      expect.stringMatching(/^17\/11\/2026 \d\d:57$/),
    );
  });

  it('searches by name, and says when nothing is found [M-276]', async () => {
    withIntegrations(anIntegration(), anIntegration({ id: 5, name: 'ERP' }));
    const { user } = open();
    await row(/ERP/);
    await user.type(screen.getByRole('textbox', { name: 'Buscar integração' }), 'erp');
    await waitFor(() => expect(screen.queryByText('Aviso de venda')).not.toBeInTheDocument());
    await user.type(screen.getByRole('textbox', { name: 'Buscar integração' }), 'x');
    expect(await screen.findByText('Nada encontrado para “erpx”')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Limpar busca' }));
    expect(await row(/Aviso de venda/)).toBeVisible();
  });

  it('shows only those with errors on request, with their number', async () => {
    withIntegrations(
      anIntegration(),
      anIntegration({ id: 7, name: 'ERP', lastCall: { at: '2026-11-16T15:04:00.000Z', reason: 'down', ms: 90 } }),
    );
    const { user } = open();
    await row(/Aviso de venda/);
    await user.click(screen.getByRole('button', { name: 'Com erro 1' }));
    await waitFor(() => expect(screen.queryByText('Aviso de venda')).not.toBeInTheDocument());
    expect(await row(/ERP/)).toBeVisible();
    withIntegrations(anIntegration());
    await user.type(screen.getByRole('textbox', { name: 'Buscar integração' }), 'a');
    expect(await screen.findByText('Nenhuma integração com erro')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mostrar todas' }));
    expect(await row(/Aviso de venda/)).toBeVisible();
  });

  it('fetches the next page when its end is reached', async () => {
    const asked = answer(endpoints.integrations.list, ({ query }) => ({
      queueIntegrations: [anIntegration({ id: query.pageNumber, name: `Sistema ${query.pageNumber}` })],
      count: 2,
      hasMore: query.pageNumber === 1,
      failingCount: 0,
    }));
    const { container } = open();
    await row(/Sistema 1/);
    fireEvent.scroll(container.querySelector('[data-scroller]')!);
    expect(await row(/Sistema 2/)).toBeVisible();
    expect(asked.map(({ query }) => query.pageNumber)).toEqual([1, 2]);
  });

  it('invites to create the first one, and offers a retry after an error', async () => {
    answer(endpoints.integrations.list, () => refuse('ERR_BUSY'));
    const { user } = open();
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' }, { timeout: 5000 });
    withIntegrations();
    await user.click(retry);
    expect(await screen.findByText('Nenhuma integração')).toBeVisible();
  });

  it('follows what colleagues change', async () => {
    const { rows } = withIntegrations(anIntegration());
    open();
    await row(/Aviso de venda/);
    connect();
    rows[0] = anIntegration({ name: 'Aviso de compra' });
    receive('queueIntegration', { action: 'update', queueIntegration: rows[0] });
    expect(await row(/Aviso de compra/)).toBeVisible();
  });

  it('is denied to plain users [M-276]', async () => {
    open(anAgent());
    expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
  });

  it('sends companies whose plan has no integrations away with the text of the specification [M-276]', async () => {
    const admin = anAdmin();
    admin.company.plan.useIntegrations = false;
    open(admin);
    expect(
      await screen.findByText(
        'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.',
      ),
    ).toBeVisible();
  });
});

describe('deleting an integration [M-276]', () => {
  it('asks first, then deletes', async () => {
    const { rows } = withIntegrations(anIntegration());
    const removed = answer(endpoints.integrations.remove, () => void rows.splice(0));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Excluir Aviso de venda' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Excluir “Aviso de venda”?' }));
    await user.click(dialog.getByRole('button', { name: 'Excluir integração' }));
    expect(await screen.findByText('Integração excluída')).toBeVisible();
    expect(await screen.findByText('Nenhuma integração')).toBeVisible();
    expect(removed.map(({ params }) => params.id)).toEqual([4]);
  });

  it('names what uses it instead of deleting it', async () => {
    withIntegrations(anIntegration({ usedBy: { ...unused, queues: [{ id: 2, name: 'Suporte' }] } }));
    const removed = answer(endpoints.integrations.remove, () => undefined);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Excluir Aviso de venda' }));
    const dialog = within(await screen.findByRole('dialog', { name: '“Aviso de venda” está em uso' }));
    expect(dialog.getByText('Fila Suporte')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Excluir integração' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Entendi' }));
    expect(removed).toHaveLength(0);
  });

  it('names what began to use it meanwhile', async () => {
    withIntegrations(anIntegration());
    answer(endpoints.integrations.remove, () =>
      refuseConflict({ ...unused, connections: [{ id: aConnection().id, name: 'Matriz' }] }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Excluir Aviso de venda' }));
    await user.click(await screen.findByRole('button', { name: 'Excluir integração' }));
    const dialog = within(await screen.findByRole('dialog', { name: '“Aviso de venda” está em uso' }));
    expect(dialog.getByText('Conexão Matriz')).toBeVisible();
  });
});
