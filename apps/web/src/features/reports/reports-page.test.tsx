import { endpoints } from '@balcao/contract/endpoints/index';
import { reportParts } from '@balcao/domain/insight/metrics';
import { reportTexts as sheetTexts } from '@balcao/domain/insight/report-texts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { emptyFilter } from '../../entities/reports/report-filter.ts';
import { today } from '../../lib/days.ts';
import { anAdmin, anAgent } from '../../testing/fixtures.ts';
import { aContact } from '../../testing/inbox.ts';
import {
  anAgentRow,
  aReportMessage,
  aReportRow,
  anExport,
  withDashboard,
  withRatings,
  withReport,
} from '../../testing/insight.ts';
import { receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { reportTexts } from './reports.texts.ts';
import './check-dialog.tsx';
import './messages-tab.tsx';
import './ratings-tab.tsx';

const open = (path = '/reports') => renderScreen(path, { as: anAdmin() });
const pick = async (user: ReturnType<typeof open>['user'], field: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
};

describe('the filter', () => {
  it('starts with this month, and has every filter of the specification [M-293]', async () => {
    const requests = withReport();
    const { user, router } = open();
    await screen.findByRole('row', { name: /Helena Prado/ });
    const day = today();
    expect(requests[0]?.query).toMatchObject({
      by: 'conversation',
      dateFrom: `${day.slice(0, 8)}01`,
      dateTo: day,
      page: 1,
      pageSize: 10,
    });
    await pick(user, 'Conexões', 'Matriz');
    await pick(user, 'Atendentes', 'Caio Andrade');
    await pick(user, 'Filas', 'Suporte');
    await pick(user, 'Tags', 'Cliente VIP');
    await pick(user, 'Situação', 'Aguardando');
    await user.click(screen.getByRole('switch', { name: 'Só avaliados' }));
    expect(requests).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    await waitFor(() =>
      expect(requests.at(-1)?.query).toMatchObject({
        whatsappId: [1],
        users: [4],
        queueIds: [2],
        tags: [1],
        status: ['pending'],
        onlyRated: true,
      }),
    );
    expect(router.state.location.search).toMatchObject({ users: 4, queues: 2, status: 'pending', rated: 1 });
  });

  it('finds a contact from three letters on, and offers to create one that does not exist [M-293]', async () => {
    const requests = withReport();
    answer(endpoints.contacts.list, ({ query }) => {
      const contacts = query.searchParam === 'hel' ? [aContact()] : [];
      return { contacts, count: contacts.length, hasMore: false };
    });
    answer(endpoints.contacts.show, () => aContact());
    const { user } = open();
    await screen.findByRole('row', { name: /Helena Prado/ });
    const field = screen.getByRole('combobox', { name: 'Contato' });
    await user.type(field, 'he');
    expect(screen.queryByRole('option')).toBeNull();
    await user.type(field, 'lx');
    await user.click(await screen.findByRole('button', { name: 'Criar “helx”' }));
    const form = within(await screen.findByRole('dialog', { name: 'Novo contato' }));
    expect(form.getByRole('textbox', { name: 'Nome' })).toHaveValue('helx');
    await user.keyboard('{Escape}');
    await user.clear(field);
    await user.type(field, 'hel');
    await user.click(await screen.findByRole('option', { name: new RegExp(aContact().name) }));
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    await waitFor(() => expect(requests.at(-1)?.query.contactId).toBe(aContact().id));
  });

  it('without dates is refused', async () => {
    const requests = withReport();
    const { user } = open();
    await screen.findByRole('row', { name: /Helena Prado/ });
    await user.clear(screen.getByRole('textbox', { name: 'Fim' }));
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    expect(await screen.findByText('Parametrize o filtro')).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  it('that finds nothing is repeated as chips, which can be removed one by one or all at once', async () => {
    const requests = withReport([]);
    const { user } = open('/reports?from=2026-11-01&to=2026-11-17&users=4&rated=1&part=late&by=cycle');
    expect(await screen.findByText('Nada encontrado')).toBeVisible();
    const chips = () =>
      within(screen.getAllByRole('list', { name: 'Filtro' }).at(-1)!)
        .getAllByRole('listitem')
        .map((chip) => chip.textContent);
    await waitFor(() =>
      expect(chips()).toEqual(['01/11/2026 a 17/11/2026', 'Fora da meta', 'Caio Andrade', 'Só avaliados']),
    );
    await user.click(screen.getAllByRole('button', { name: 'Tirar Caio Andrade' }).at(-1)!);
    await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ users: [], part: 'late', onlyRated: true }));
    await user.click(await screen.findByRole('button', { name: 'Limpar filtro' }));
    await waitFor(() => expect(requests.at(-1)?.query.onlyRated).toBe(false));
  });

  it('is saved by name, chosen again and deleted', async () => {
    const requests = withReport();
    const saved = { id: 3, name: 'Suporte de novembro', filter: { ...emptyFilter(), queueIds: [2] } };
    answer(endpoints.reports.filters, () => [saved]);
    const created = answer(endpoints.reports.createFilter, ({ body }) => ({ ...saved, ...body, id: 4 }));
    const removed = answer(endpoints.reports.removeFilter, () => ({ message: 'ok' }));
    const { user } = open('/reports?from=2026-11-01&to=2026-11-17&rated=1');
    await screen.findByRole('row', { name: /Helena Prado/ });
    await user.click(screen.getByRole('button', { name: 'Filtros salvos' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Salvar este filtro' }));
    await user.type(await screen.findByRole('textbox', { name: 'Nome do filtro' }), 'Avaliados');
    await user.click(screen.getByRole('button', { name: 'Salvar filtro' }));
    expect(await screen.findByText('Filtro salvo')).toBeVisible();
    expect(created[0]?.body).toMatchObject({ name: 'Avaliados', filter: { onlyRated: true, dateTo: '2026-11-17' } });
    await user.click(screen.getByRole('button', { name: 'Filtros salvos' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Suporte de novembro' }));
    await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ queueIds: [2], onlyRated: false }));
    await user.click(screen.getByRole('button', { name: 'Filtros salvos' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Excluir “Suporte de novembro”' }));
    await user.click(await screen.findByRole('button', { name: 'Excluir' }));
    await waitFor(() => expect(removed).toHaveLength(1));
  });

  it('with a taken name shows why it was not saved', async () => {
    withReport();
    answer(endpoints.reports.createFilter, () => refuse('ERR_REPORT_FILTER_NAME_TAKEN'));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Filtros salvos' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Salvar este filtro' }));
    await user.type(await screen.findByRole('textbox', { name: 'Nome do filtro' }), 'Avaliados');
    await user.click(screen.getByRole('button', { name: 'Salvar filtro' }));
    expect(await screen.findByText('Você já tem um filtro salvo com este nome.')).toBeVisible();
  });
});

describe('the table', () => {
  it('has the columns of the specification [M-294]', async () => {
    withReport([
      aReportRow(),
      aReportRow({ id: 2, cycleId: 2, number: null, userId: null, userName: '', rated: false, NPS: 0 }),
    ]);
    open();
    const [row, other] = await screen.findAllByRole('row', { name: /Helena Prado/ });
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'ID',
      'Contato',
      'Conexão',
      'Atendente',
      'Fila',
      'Situação',
      'Última mensagem',
      'Criado',
      'Resolvido',
      'Por',
      'Duração',
      'NPS',
      'Ações',
    ]);
    expect([...row!.children].map((cell) => cell.textContent)).toEqual([
      '266',
      'Helena Prado',
      'Matriz',
      'Caio Andrade',
      'Suporte',
      'Resolvida',
      'Passou, sim: era 21/07.',
      expect.stringMatching(/^17\/11(\/2026)? 09:38$/),
      expect.stringMatching(/^17\/11(\/2026)? 10:42$/),
      'Usuário',
      '1 h 04',
      '10',
      '',
    ]);
    expect(within(row!).getByText('266')).toHaveAttribute('title', '00000000-0000-4000-8000-000000048266');
    expect(within(other!).getByText('ninguém')).toBeVisible();
  });

  it('is shown by conversation or by service, page by page in four sizes [M-294]', async () => {
    const requests = withReport(undefined, 1284);
    const { user } = open();
    expect(await screen.findByText('1 a 10 de 1.284')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^(5|10|20|50)$/ }).map((size) => size.textContent)).toEqual([
      '5',
      '10',
      '20',
      '50',
    ]);
    await user.click(screen.getByRole('button', { name: 'Próxima página' }));
    await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ page: 2, pageSize: 10 }));
    await user.click(screen.getByRole('button', { name: '50' }));
    await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ page: 1, pageSize: 50 }));
    await user.click(screen.getByRole('button', { name: 'Atendimentos' }));
    await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ by: 'cycle', pageSize: 50 }));
  });

  it('of now has no days, by conversation or by service, and days again without it', async () => {
    const requests = withReport();
    const { user, router } = open('/reports?part=pendingNow');
    expect(await screen.findByText('Aguardando agora')).toBeVisible();
    expect(requests.at(-1)?.query).toMatchObject({ by: 'conversation', part: 'pendingNow' });
    expect(screen.queryByRole('textbox', { name: 'Início' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Atendimentos' }));
    await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ by: 'cycle', part: 'pendingNow' }));
    await user.click(screen.getByRole('button', { name: 'Conversas' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ part: 'pendingNow' }));
    expect(router.state.location.search).not.toHaveProperty('by');
    await user.click(screen.getByRole('button', { name: 'Tirar Aguardando agora' }));
    expect(await screen.findByRole('textbox', { name: 'Início' })).toBeVisible();
    await waitFor(() => expect(requests.at(-1)?.query).not.toHaveProperty('part'));
  });

  it('shows the totals of the filter', async () => {
    withReport(undefined, 1284);
    open();
    expect(await screen.findByText('18 min')).toBeVisible();
    expect(screen.getByText('avaliados, 24 %').parentElement).toHaveTextContent('310');
    expect(screen.getByText('68')).toBeVisible();
  });

  it('opens the history and the conversation of a row [M-294]', async () => {
    withReport();
    answer(endpoints.tickets.log, () => []);
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: 'Histórico de Helena Prado' }));
    expect(await screen.findByRole('dialog', { name: /#266/ })).toBeVisible();
    await user.keyboard('{Escape}');
    const visited = vi.spyOn(router, 'navigate').mockResolvedValue();
    await user.click(screen.getByRole('button', { name: 'Abrir conversa de Helena Prado' }));
    expect(visited).toHaveBeenCalledWith(
      expect.objectContaining({ to: '/tickets/00000000-0000-4000-8000-000000048266' }),
    );
  });

  it('names a deleted agent by number, and no agent as such', async () => {
    withRatings({ agents: [anAgentRow({ id: 9, name: '', removed: true })] });
    withReport([
      aReportRow({ userId: 9, userName: '' }),
      aReportRow({ id: 2, cycleId: 2, contactName: 'Rita', userId: null, userName: '' }),
    ]);
    const { user } = open('/reports?users=9');
    expect(await screen.findByRole('row', { name: /Helena Prado.*Usuário excluído 9/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /Rita.*ninguém/ })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Avaliações' }));
    expect(await screen.findByRole('rowheader', { name: /Usuário excluído 9/ })).toBeVisible();
  });

  it('that fails says why and is loaded again', async () => {
    withReport();
    answer(endpoints.reports.list, () => refuse('ERR_REPORT_TOO_LONG'));
    const { user } = open();
    expect(await screen.findByText('O relatório demorou demais. Escolha um período menor.')).toBeVisible();
    const totals = screen.getByText('duração média').closest('dl')!;
    expect(totals).toHaveAttribute('aria-busy', 'false');
    expect([...totals.querySelectorAll('dd')].map((cell) => cell.textContent)).toEqual(['—', '—', '—', '—', '—']);
    withReport();
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByRole('row', { name: /Helena Prado/ })).toBeVisible();
  });
});

describe('the export', () => {
  it('shows its progress, can be canceled, and is downloaded when it is ready [M-295]', async () => {
    withReport();
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const requests = answer(endpoints.reports.export, () => anExport());
    answer(endpoints.reports.exports, () => [anExport()]);
    const { user } = open('/reports?from=2026-11-01&to=2026-11-17&rated=1');
    await user.click(await screen.findByRole('button', { name: 'Exportar Excel' }));
    expect(await screen.findByText('Preparando relatorio-de-atendimentos.xlsx: 820 de 1.284 linhas')).toBeVisible();
    // The filter at this moment is what is exported.
    expect(requests[0]?.body).toMatchObject({ kind: 'tickets', filter: { onlyRated: true, dateFrom: '2026-11-01' } });
    receive('reportExport', { action: 'update', export: anExport({ rows: 1000 }) });
    expect(await screen.findByText(/1\.000 de 1\.284 linhas/)).toBeVisible();
    const done = anExport({ status: 'done', rows: 1284, url: 'https://files.example/relatorio.xlsx' });
    answer(endpoints.reports.exports, () => [done]);
    receive('reportExport', { action: 'update', export: { ...done, url: null } });
    expect(await screen.findByRole('link', { name: 'Baixar' })).toHaveAttribute('href', done.url);
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    // A later list has another signature in its link.
    const again = { ...done, url: 'https://files.example/relatorio.xlsx?again' };
    answer(endpoints.reports.exports, () => [again]);
    receive('reportExport', { action: 'update', export: { ...done, url: null } });
    await waitFor(() => expect(screen.getByRole('link', { name: 'Baixar' })).toHaveAttribute('href', again.url));
    expect(saved).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: 'Fechar' }));
    await user.click(screen.getByRole('button', { name: 'Exportações' }));
    expect(await screen.findByText(/está pronto. O link vale por 24 horas/)).toBeVisible();
  });

  it('is canceled', async () => {
    withReport();
    answer(endpoints.reports.export, () => anExport());
    answer(endpoints.reports.exports, () => [anExport()]);
    const canceled = answer(endpoints.reports.cancelExport, () => anExport({ status: 'canceled' }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Exportar Excel' }));
    await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(canceled).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText(/Preparando/)).toBeNull());
  });

  it('that failed, or has no rows, says so', async () => {
    withReport();
    answer(endpoints.reports.export, () => anExport({ status: 'failed' }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Exportar Excel' }));
    expect(await screen.findByText('relatorio-de-atendimentos.xlsx não ficou pronto. Exporte de novo.')).toBeVisible();
  });
});

describe('the messages', () => {
  it('are listed page by page with who wrote them, received or sent, and open their conversation [M-289]', async () => {
    withDashboard();
    withReport();
    const requests = answer(endpoints.reports.messages, ({ query: { direction, after } }) =>
      direction === 'received'
        ? { messages: [aReportMessage()], next: null }
        : after === ''
          ? {
              messages: [
                aReportMessage({ id: 9, sender: 'users', userId: 4, userName: 'Caio Andrade' }),
                aReportMessage({ id: 8, sender: 'users', userId: 9, contactName: 'Rita' }),
                aReportMessage({ id: 7, sender: 'users', contactName: 'Davi' }),
              ],
              next: '1700000000000000-7',
            }
          : { messages: [aReportMessage({ id: 6, sender: 'campaigns', contactName: 'Zilda' })], next: null },
    );
    const { user, router, container } = open('/reports?from=2026-11-01&to=2026-11-17');
    await user.click(await screen.findByRole('tab', { name: 'Mensagens' }));
    expect(await screen.findByRole('row', { name: /Helena Prado.*Cliente.*Matriz/ })).toBeVisible();
    expect(await screen.findByText('9.842 mensagens')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Enviadas' }));
    expect(await screen.findByRole('row', { name: /Helena Prado.*Caio Andrade/ })).toBeVisible();
    expect(screen.getByText('11.207 mensagens')).toBeVisible();
    expect(router.state.location.search).toMatchObject({ tab: 'messages', direction: 'sent' });
    expect(screen.getByRole('row', { name: /Rita.*Usuário excluído 9/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /Davi.*Equipe/ })).toBeVisible();
    fireEvent.scroll(container.querySelector('[data-scroller]')!);
    expect(await screen.findByRole('row', { name: /Zilda.*Campanha/ })).toBeVisible();
    expect(requests.map(({ query }) => [query.direction, query.after])).toEqual([
      ['received', ''],
      ['sent', ''],
      ['sent', '1700000000000000-7'],
    ]);
    expect(requests.at(-1)?.query).toMatchObject({ dateFrom: '2026-11-01', dateTo: '2026-11-17' });
    const visited = vi.spyOn(router, 'navigate').mockResolvedValue();
    await user.click(screen.getByRole('button', { name: 'Abrir conversa de Zilda' }));
    expect(visited).toHaveBeenCalledWith(
      expect.objectContaining({ to: '/tickets/00000000-0000-4000-8000-000000048266' }),
    );
  });

  it('are those of the whole company, and say so when there are other filters', async () => {
    withDashboard();
    withReport();
    answer(endpoints.reports.messages, () => ({ messages: [], next: null }));
    open('/reports?tab=messages&users=4');
    expect(await screen.findByText('Nenhuma mensagem no período')).toBeVisible();
    expect(screen.getByText(/Os outros filtros não valem aqui/)).toBeVisible();
  });
});

it('«Confere?» shows every equation with both sides', async () => {
  withReport();
  const requests = answer(endpoints.dashboard.check, () => ({
    lines: [
      { name: 'agents' as const, left: 1284, right: 1284, holds: true },
      { name: 'ratings' as const, left: 309, right: 310, holds: false },
    ],
    holds: false,
  }));
  const { user } = open('/reports?from=2026-11-01&to=2026-11-17');
  await user.click(await screen.findByRole('button', { name: 'Confere?' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Os números conferem?' }));
  expect(await dialog.findByText('Há diferenças')).toBeVisible();
  expect(
    dialog.getByRole('row', { name: 'Soma por atendente, com «ninguém» = atendimentos 1.284 1.284 confere' }),
  ).toBeVisible();
  expect(
    dialog.getByRole('row', { name: 'Promotores + neutros + detratores = avaliados 309 310 não confere' }),
  ).toBeVisible();
  expect(requests[0]?.query).toEqual({ dateFrom: '2026-11-01', dateTo: '2026-11-17' });
});

it('the ratings are scores, agents and low scores with their last message; a score filters the rows', async () => {
  const requests = withReport([aReportRow({ NPS: 3 })]);
  withRatings();
  const { user } = open('/reports?from=2026-11-01&to=2026-11-17&tab=ratings');
  expect(await screen.findByText('310 respostas · clique para filtrar')).toBeVisible();
  const [shares] = await screen.findAllByRole('img', { name: '70 promotores, 12 neutros, 4 detratores' });
  expect(shares).toBeVisible();
  const searchOf = (name: string) =>
    Object.fromEntries(new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href).searchParams);
  expect(searchOf('86')).toMatchObject({ by: 'cycle', part: 'ownRating', users: '1' });
  expect(searchOf('Promotores 236')).toMatchObject({ by: 'cycle', part: 'promoters', from: '2026-11-01' });
  await waitFor(() => expect(requests.some(({ query }) => query.part === 'detractors')).toBe(true));
  const low = await screen.findByRole('region', { name: 'Notas baixas para olhar' });
  expect(within(low).getByText('Passou, sim: era 21/07.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /Nota 10: 148/ }));
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ by: 'cycle', score: 10 }));
  expect(await screen.findByText('Nota 10')).toBeVisible();
});

it.each([
  ['another part', 'part=late', [], ['86', 'Promotores 236']],
  ['who held the service last', 'users=1', ['Promotores 236'], ['86']],
  ['the same scores', 'part=promoters', ['Promotores 236'], ['86', 'Neutros 46']],
  ['ratings of an agent', 'part=ownRating&users=1', ['86'], ['Promotores 236']],
])(
  'a rating number of a report of %s is a link only where the list has the same rows',
  async (_, search, links, texts) => {
    withReport([aReportRow({ NPS: 3 })]);
    withRatings();
    open(`/reports?from=2026-11-01&to=2026-11-17&by=cycle&tab=ratings&${search}`);
    const panel = within(await screen.findByRole('tabpanel', { name: 'Avaliações' }));
    const found = panel.queryAllByRole('link').map(({ textContent }) => textContent);
    expect(found).toEqual(expect.arrayContaining(links));
    for (const text of texts) expect(found).not.toContain(text);
  },
);

it('the ratings and the totals above them follow the filter, by service', async () => {
  const requests = withReport([aReportRow({ NPS: 3 })]);
  const ratings = withRatings({ scores: [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2], agents: [] });
  const { user } = open('/reports?from=2026-11-01&to=2026-11-17&queues=7&part=late&by=cycle');
  await user.click(await screen.findByRole('tab', { name: 'Avaliações' }));
  expect(await screen.findByText('3 respostas · clique para filtrar')).toBeVisible();
  expect(ratings.at(-1)?.query).toMatchObject({ by: 'cycle', queueIds: [7], dateFrom: '2026-11-01' });
  expect(ratings.at(-1)?.query.part).toBeUndefined();
  expect(requests.some(({ query }) => query.by === 'cycle' && query.part === undefined)).toBe(true);
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Promotores 2' });
  expect(Object.fromEntries(new URL(link.href).searchParams)).toMatchObject({ queues: '7', part: 'promoters' });
});

it('the parts of a report have the same names in its spreadsheet', () => {
  for (const part of reportParts) expect(reportTexts[`part.${part}`].pt).toBe(sheetTexts.parts[part]);
});

it('reports are for admins and users with showDashboard [M-319]', async () => {
  const { unmount } = renderScreen('/reports', { as: anAgent() });
  expect(await screen.findByText('Oops! Acesso Negado!')).toBeVisible();
  unmount();
  withReport();
  renderScreen('/reports', { as: anAgent({ showDashboard: 'enabled' }) });
  expect(await screen.findByRole('row', { name: /Helena Prado/ })).toBeVisible();
});
