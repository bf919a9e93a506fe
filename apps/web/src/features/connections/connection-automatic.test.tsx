import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aConnection, anAdmin } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { aTemplate } from '../../testing/templates.ts';

it('saves the chosen template with its values for an automatic text outside the 24-hour window', async () => {
  answer(endpoints.queues.list, () => []);
  answer(endpoints.connections.list, () => [aConnection({ id: 4, channel: 'whatsappapi' })]);
  answer(endpoints.connections.update, () => aConnection({ id: 4, channel: 'whatsappapi' }));
  answer(endpoints.templates.list, () => ({
    templates: [
      aTemplate({
        id: 11,
        whatsappId: 4,
        name: 'ate_logo',
        gaps: [
          { key: 'body.1', where: 'body', name: '1' },
          { key: 'body.2', where: 'body', name: '2' },
        ],
      }),
    ],
    count: 1,
    hasMore: false,
  }));
  answer(endpoints.templates.automatic, () => []);
  const set = answer(endpoints.templates.setAutomatic, () => ({ message: 'ok' }));
  const { user } = renderScreen('/connections', { as: anAdmin() });
  await user.click(await screen.findByRole('button', { name: 'Editar Matriz' }));
  await user.click(await screen.findByRole('tab', { name: 'Mensagens' }));
  await user.click(await screen.findByRole('combobox', { name: 'No lugar de: Despedida' }));
  await user.click(await screen.findByRole('option', { name: 'ate_logo (pt_BR)' }));
  expect(screen.getByLabelText(/^Despedida: \{\{1\}\}/)).toHaveValue('{{firstName}}');

  await user.click(screen.getByRole('tab', { name: 'Geral' }));
  await user.click(screen.getByRole('button', { name: 'Salvar conexão' }));
  expect(await screen.findByText('Obrigatório')).toBeVisible();
  expect(set).toHaveLength(0);
  await user.type(screen.getByLabelText(/^Despedida: \{\{2\}\}/), 'Ótica Boa Vista');
  await user.click(screen.getByRole('button', { name: 'Salvar conexão' }));
  await waitFor(() => expect(set).toHaveLength(1));
  expect(set[0]).toMatchObject({
    params: { connectionId: 4 },
    body: {
      templates: [
        { occasion: 'farewell', templateId: 11, values: { 'body.1': '{{firstName}}', 'body.2': 'Ótica Boa Vista' } },
      ],
    },
  });
});

it('previews the template with its values as the customer receives it [F-U36]', async () => {
  answer(endpoints.queues.list, () => []);
  answer(endpoints.connections.list, () => [aConnection({ id: 4, channel: 'whatsappapi' })]);
  const template = aTemplate({ id: 11, whatsappId: 4, buttons: [], gaps: aTemplate().gaps.slice(0, 2) });
  answer(endpoints.templates.list, () => ({ templates: [template], count: 1, hasMore: false }));
  const values = { 'body.1': '{{firstName}}', 'body.2': '' };
  answer(endpoints.templates.automatic, () => [{ occasion: 'farewell' as const, templateId: 11, values }]);
  const { user } = renderScreen('/connections', { as: anAdmin() });
  await user.click(await screen.findByRole('button', { name: 'Editar Matriz' }));
  await user.click(await screen.findByRole('tab', { name: 'Mensagens' }));
  const preview = async () => screen.findByRole('note', { name: 'Como chega ao cliente' });
  expect((await preview()).textContent).toMatch(/Boas notícias\sOlá Helena, seu pedido \{\{2\}\} está pronto\./);
  await user.type(screen.getByLabelText(/^Despedida: \{\{2\}\}/), '12 de Vendas');
  expect(await preview()).toHaveTextContent('Olá Helena, seu pedido 12 de Vendas está pronto. Ótica Boa Vista');
});

it('finds a template beyond the first page by typing, and names a stored one that is not on it', async () => {
  const all = Array.from({ length: 45 }, (_, n) =>
    aTemplate({ id: 100 + n, whatsappId: 4, name: `aviso_${100 + n}`, gaps: [] }),
  );
  answer(endpoints.queues.list, () => []);
  answer(endpoints.connections.list, () => [aConnection({ id: 4, channel: 'whatsappapi' })]);
  answer(endpoints.connections.update, () => aConnection({ id: 4, channel: 'whatsappapi' }));
  answer(endpoints.templates.list, ({ query }) => {
    const found = all
      .filter(({ name }) => name.includes(query.searchParam))
      .filter(({ id }) => query.templateId === undefined || id === query.templateId);
    return { templates: found.slice(0, 20), count: found.length, hasMore: found.length > 20 };
  });
  answer(endpoints.templates.automatic, () => [{ occasion: 'farewell' as const, templateId: 140, values: {} }]);
  const set = answer(endpoints.templates.setAutomatic, () => ({ message: 'ok' }));
  const { user } = renderScreen('/connections', { as: anAdmin() });
  await user.click(await screen.findByRole('button', { name: 'Editar Matriz' }));
  await user.click(await screen.findByRole('tab', { name: 'Mensagens' }));
  const field = await screen.findByRole('combobox', { name: 'No lugar de: Despedida' });
  await waitFor(() => expect(field).toHaveTextContent('aviso_140 (pt_BR)'));
  await user.click(field);
  expect(await screen.findByRole('option', { name: 'aviso_119 (pt_BR)' })).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'Buscar' }), '_144');
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['aviso_144 (pt_BR)']),
  );
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field).toHaveTextContent('aviso_144 (pt_BR)'));
  await user.click(screen.getByRole('button', { name: 'Salvar conexão' }));
  await waitFor(() => expect(set[0]?.body.templates).toEqual([{ occasion: 'farewell', templateId: 144, values: {} }]));
});
