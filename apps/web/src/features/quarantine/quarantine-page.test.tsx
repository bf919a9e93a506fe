import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { QuarantinedItem } from '../../entities/quarantine/quarantine.api.ts';
import { aConnection, anAdmin, anAgent } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

const anItem = (own: Partial<QuarantinedItem> = {}): QuarantinedItem => ({
  id: 7,
  at: '2026-07-23T12:18:00.000Z',
  whatsappId: 1,
  connectionName: 'Matriz',
  kind: 'message',
  reason: 'failed',
  contactName: 'Helena Prado',
  excerpt: 'Vocês abrem no sábado?',
  ...own,
});
/** A server with these items, newest first. */
function withItems(...items: QuarantinedItem[]) {
  const requests = answer(endpoints.quarantine.list, ({ query }) => ({
    items: items.filter(({ whatsappId }) => query.connectionId === undefined || whatsappId === query.connectionId),
    hasMore: false,
    count: items.length,
  }));
  return { items, requests };
}
const rowOf = async (text: string) => (await screen.findByText(text)).closest<HTMLElement>('tr')!;

describe('messages that were not processed', () => {
  it('are shown with reason, connection and excerpt, and the menu shows their number [F-H1]', async () => {
    withItems(
      anItem(),
      anItem({ id: 6, kind: 'delivery', reason: 'too-many-items', contactName: '', connectionName: '', excerpt: '' }),
    );
    renderScreen('/quarantine', { as: anAdmin() });
    const message = within(await rowOf('Mensagem de Helena Prado'));
    expect(message.getByText('Vocês abrem no sábado?')).toBeVisible();
    expect(message.getByText('O processamento falhou várias vezes.')).toBeVisible();
    expect(message.getByText('Matriz')).toBeVisible();
    const payload = within(await rowOf('Pacote do canal'));
    expect(payload.getByText('O pacote tem mais itens do que um canal envia.')).toBeVisible();
    expect(payload.getByText('(sem texto)')).toBeVisible();
    expect(payload.getByText('(excluída)')).toBeVisible();
    expect(await screen.findAllByText('2 mensagens não foram processadas')).not.toHaveLength(0);
  });

  it('are processed again one by one [F-H1]', async () => {
    const { items } = withItems(anItem());
    const requests = answer(endpoints.quarantine.putBack, () => void items.splice(0));
    const { user } = renderScreen('/quarantine', { as: anAdmin() });
    await user.click(within(await rowOf('Mensagem de Helena Prado')).getByRole('button', { name: /^Reprocessar/ }));
    expect(await screen.findByText('O item voltou para o processamento')).toBeVisible();
    expect(await screen.findByText('Tudo processado')).toBeVisible();
    expect(requests.map(({ params }) => params.id)).toEqual([7]);
  });

  it('are processed again all together after a confirmation, portion by portion [F-H1]', async () => {
    const { items } = withItems(anItem(), anItem({ id: 6 }));
    const requests = answer(endpoints.quarantine.putBackAll, () => {
      items.pop();
      return { count: 1, left: items.length };
    });
    const { user } = renderScreen('/quarantine', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Reprocessar tudo' }));
    const question = await screen.findByRole('dialog', { name: 'Reprocessar todos os itens?' });
    expect(requests).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Reprocessar tudo' }));
    expect(await screen.findByText('2 itens voltaram para o processamento')).toBeVisible();
    expect(requests).toHaveLength(2);
  });

  it('are discarded only after a confirmation [F-H1]', async () => {
    const { items } = withItems(anItem());
    const requests = answer(endpoints.quarantine.remove, () => void items.splice(0));
    const { user } = renderScreen('/quarantine', { as: anAdmin() });
    await user.click(within(await rowOf('Mensagem de Helena Prado')).getByRole('button', { name: /^Descartar/ }));
    const question = await screen.findByRole('dialog', { name: 'Descartar este item?' });
    expect(question).toHaveTextContent('apagado para sempre');
    expect(requests).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Descartar' }));
    expect(await screen.findByText('Item descartado')).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  it('that cannot be processed again say why', async () => {
    withItems(anItem());
    answer(endpoints.quarantine.putBack, () => refuse('ERR_QUARANTINE_UNUSABLE'));
    const { user } = renderScreen('/quarantine', { as: anAdmin() });
    await user.click(within(await rowOf('Mensagem de Helena Prado')).getByRole('button', { name: /^Reprocessar/ }));
    expect(await screen.findByText(/Este item não pode ser reprocessado/)).toBeVisible();
  });

  it('are filtered by connection', async () => {
    answer(endpoints.connections.list, () => [aConnection(), aConnection({ id: 2, name: 'Loja Centro' })]);
    withItems(anItem(), anItem({ id: 6, whatsappId: 2, connectionName: 'Loja Centro', contactName: 'Dona Zilda' }));
    const { user } = renderScreen('/quarantine', { as: anAdmin() });
    await rowOf('Mensagem de Helena Prado');
    await user.click(screen.getByRole('combobox', { name: /^Conexão/ }));
    await user.click(await screen.findByRole('option', { name: 'Loja Centro' }));
    await waitFor(() => expect(screen.queryByText('Mensagem de Helena Prado')).not.toBeInTheDocument());
    expect(await rowOf('Mensagem de Dona Zilda')).toBeVisible();
  });

  it('are for admins', async () => {
    renderScreen('/quarantine', { as: anAgent({ allowConnections: 'enabled' }) });
    expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
  });
});
