import { endpoints } from '@balcao/contract/endpoints/index';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { today } from '../../lib/days.ts';
import { anAdmin, anAgent } from '../../testing/fixtures.ts';
import { agentRows, anAgentRow, anExport, aNow, withDashboard, withReport } from '../../testing/insight.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { sockets } from '../../testing/socket.ts';
import { aTicket } from '../../testing/inbox.ts';
import './agents-tab.tsx';
import './nps-tab.tsx';
import { sortedAgents } from './agents-tab.tsx';
import { verdictOf } from './nps-tab.tsx';

const open = (path = '/') => renderScreen(path, { as: anAdmin() });
const card = async (name: string) => within(await screen.findByRole('article', { name }));
const valueOf = async (name: string) =>
  (await (await card(name)).findAllByText(/\d|—/))[0]?.closest('p')?.textContent?.replaceAll(/\s/g, ' ');

describe('who sees the dashboard', () => {
  it('admins and users with showDashboard start with it [M-033] [M-319]', async () => {
    withDashboard();
    const { unmount } = open();
    expect(await screen.findByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    unmount();
    renderScreen('/', { as: anAgent({ showDashboard: 'enabled' }) });
    expect(await screen.findByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  });

  it('a user without it gets the 403 page and no menu entry [M-287] [M-319]', async () => {
    const { router } = renderScreen('/', { as: anAgent() });
    expect(await screen.findByText('Oops! Acesso Negado!')).toBeVisible();
    expect(router.state.location.pathname).toBe('/403');
    expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Relatórios' })).toBeNull();
  });
});

it('an admin whose plan lacks a screen is redirected to the dashboard [M-020]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  withDashboard();
  const admin = anAdmin();
  const plan = { ...admin.company.plan, useSchedules: false };
  const { router } = renderScreen('/schedules', { as: { ...admin, company: { ...admin.company, plan } } });
  await screen.findByText(/Estamos lhe redirecionando/);
  await act(() => vi.advanceTimersByTimeAsync(1100));
  expect(await screen.findByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  expect(router.state.location.pathname).toBe('/');
});

describe('the period', () => {
  it('is from the first of the month to today, and another one by its dates or a preset [M-288]', async () => {
    const requests = withDashboard();
    const { user, router } = open();
    await valueOf('Resolvidos');
    const day = today();
    expect(requests[0]?.query).toMatchObject({ date_from: `${day.slice(0, 8)}01`, date_to: day });
    await user.click(screen.getByRole('button', { name: 'Hoje' }));
    await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ date_from: day, date_to: day }));
    const start = screen.getByRole('textbox', { name: 'Início' });
    await user.clear(start);
    await user.type(start, '05102026');
    const end = screen.getByRole('textbox', { name: 'Fim' });
    await user.clear(end);
    await user.type(end, '09102026');
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    await waitFor(() =>
      expect(requests.at(-1)?.query).toMatchObject({ date_from: '2026-10-05', date_to: '2026-10-09' }),
    );
    // In the address: a reload shows the same days.
    expect(router.state.location.search).toEqual({ from: '2026-10-05', to: '2026-10-09' });
    expect(screen.getByText('05/10/2026 a 09/10/2026')).toBeVisible();
  });

  it('without dates is refused [M-288]', async () => {
    const requests = withDashboard();
    const { user } = open();
    await valueOf('Resolvidos');
    await user.clear(screen.getByRole('textbox', { name: 'Início' }));
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    expect(await screen.findByText('Parametrize o filtro')).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  it('is hidden with its filter, and shown again [M-288]', async () => {
    withDashboard();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Ocultar filtro' }));
    expect(screen.queryByRole('textbox', { name: 'Início' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Mostrar filtro' }));
    expect(screen.getByRole('textbox', { name: 'Início' })).toBeVisible();
  });
});

describe('the indicators', () => {
  it('are the numbers of now and of the period [M-289]', async () => {
    withDashboard();
    open();
    const shown = Object.fromEntries(
      await Promise.all(
        [
          'Em atendimento',
          'Aguardando',
          'Em grupos',
          'Atendentes online',
          'Resolvidos',
          'Novos contatos',
          'Dentro da meta',
        ].map(async (name) => [name, await valueOf(name)]),
      ),
    );
    expect(shown).toEqual({
      'Em atendimento': '38',
      Aguardando: '7',
      'Em grupos': '12',
      'Atendentes online': '4 / 6',
      Resolvidos: '1.284',
      'Novos contatos': '312',
      'Dentro da meta': '92 %',
    });
    const messages = await card('Mensagens');
    expect(messages.getByText(/^9\.842/)).toBeVisible();
    expect(messages.getByText(/^11\.207/)).toBeVisible();
    const demand = await card('Quem começou a conversa');
    expect(demand.getByText('341')).toBeVisible();
    expect(demand.getByText('943')).toBeVisible();
  });

  it('are means in minutes, with median and 90th percentile for screen readers and on hover [M-289]', async () => {
    withDashboard();
    const { user } = open();
    const link = await (await card('Tempo médio de atendimento')).findByRole('link');
    expect(link).toHaveAccessibleName(/^18 min\s*, metade em até 9 min, 9 em cada 10 em até 36 min$/);
    await user.hover(link);
    expect(await screen.findByRole('tooltip')).toHaveTextContent('metade em até 9 min, 9 em cada 10 em até 36 min');
    expect(await valueOf('Tempo médio de espera')).toContain('4 min');
  });

  it('explain themselves in one sentence', async () => {
    withDashboard();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'O que é Novos contatos?' }));
    expect(await screen.findByText(/^Contatos criados no período que tiveram exatamente um atendimento/)).toBeVisible();
  });

  it('open the report of their rows', async () => {
    withDashboard();
    const requests = withReport();
    const { user, router } = open('/?from=2026-11-01&to=2026-11-17');
    await user.click(await (await card('Resolvidos')).findByRole('link', { name: '1.284' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/reports'));
    await waitFor(() =>
      expect(requests[0]?.query).toMatchObject({
        by: 'cycle',
        part: 'finished',
        dateFrom: '2026-11-01',
        dateTo: '2026-11-17',
      }),
    );
  });

  it('each open a list of their rows, messages and people included', async () => {
    withDashboard();
    open('/?from=2026-11-01&to=2026-11-17');
    await valueOf('Resolvidos');
    await valueOf('Aguardando');
    const opened = screen.getAllByRole('article').map((article) => {
      const name = within(article).getByRole('heading').querySelector('[id]')!.textContent;
      const values = [...article.querySelectorAll<HTMLElement>('p.num > :first-child')];
      const links = values.map((value) => value.closest('a') ?? value.querySelector('a'));
      return [name, links.map((link) => link && new URL(link.href).pathname)];
    });
    const report = ['/reports'];
    expect(Object.fromEntries(opened)).toEqual({
      'Em atendimento': report,
      Aguardando: report,
      'Em grupos': report,
      'Atendentes online': ['/'],
      Resolvidos: report,
      'Novos contatos': report,
      'Tempo médio de atendimento': report,
      'Tempo médio de espera': report,
      'Primeira resposta': report,
      'Tempo de resposta': report,
      'Dentro da meta': report,
      Mensagens: [...report, ...report],
      'Quem começou a conversa': [...report, ...report],
    });
    const messages = within(screen.getByRole('article', { name: 'Mensagens' }));
    const search = (link: HTMLElement) => Object.fromEntries(new URL((link as HTMLAnchorElement).href).searchParams);
    const days = { from: '2026-11-01', to: '2026-11-17' };
    expect(messages.getAllByRole('link').map(search)).toEqual([
      { ...days, tab: 'messages' },
      { ...days, tab: 'messages', direction: 'sent' },
    ]);
    const onlyLink = async (name: string, text?: string) =>
      search((await card(name)).getByRole('link', text === undefined ? {} : { name: text }));
    expect(await onlyLink('Atendentes online')).toEqual({ ...days, tab: 'agents', online: '1' });
    expect((await onlyLink('Em atendimento', '38'))['part']).toBe('openNow');
    expect((await onlyLink('Aguardando', '7'))['part']).toBe('pendingNow');
    expect((await onlyLink('Em grupos', '12'))['part']).toBe('groupNow');
    expect((await onlyLink('Dentro da meta', 'de 500 com meta'))['part']).toBe('withTarget');
    expect((await onlyLink('Dentro da meta', '40 fora da meta'))['part']).toBe('late');
  });

  it('follow the events of the socket, and show their age without a connection [M-289]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    withDashboard();
    let pending = 7;
    answer(endpoints.dashboard.now, () => aNow({ supportPending: pending }));
    open();
    expect(await valueOf('Aguardando')).toBe('7');
    connect();
    expect(await screen.findByText('ao vivo')).toBeVisible();
    pending = 8;
    receive('ticket', { action: 'update', ticket: aTicket() });
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await waitFor(async () => expect(await valueOf('Aguardando')).toBe('8'));
    act(() => sockets.at(-1)?.trigger('disconnect', 'transport close'));
    await act(() => vi.advanceTimersByTimeAsync(12_000));
    expect(screen.getByText(/^\d+ s atrás$/)).toBeVisible();
    expect(screen.queryByText('ao vivo')).toBeNull();
  });

  it('show their age when the browser has no network, and when they fail to load again', async () => {
    withDashboard();
    open();
    expect(await valueOf('Aguardando')).toBe('7');
    connect();
    expect(await screen.findByText('ao vivo')).toBeVisible();
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText(/^\d+ s atrás$/)).toBeVisible();
    network.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('ao vivo')).toBeVisible();
    answer(endpoints.dashboard.now, () => refuse('ERR_NO_PERMISSION'));
    receive('ticket', { action: 'update', ticket: aTicket() });
    expect(await screen.findByText(/^\d+ s atrás$/, {}, { timeout: 5000 })).toBeVisible();
    expect(await valueOf('Aguardando')).toBe('7');
  });

  it('of one part that fails leave the others, and are loaded again', async () => {
    withDashboard();
    answer(endpoints.dashboard.show, () => refuse('ERR_BUSY'));
    const { user } = open();
    expect(await valueOf('Aguardando')).toBe('7');
    const failed = await screen.findByText('Estes números não carregaram.');
    expect(failed).toBeVisible();
    withDashboard();
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await valueOf('Resolvidos')).toBe('1.284');
  });

  it('of too many days that are not stored yet say how many can be chosen', async () => {
    withDashboard();
    answer(endpoints.dashboard.show, () => refuse('ERR_NUMBERS_NOT_READY'));
    open();
    expect(await screen.findByText(/Escolha até 93 dias/)).toBeVisible();
    expect(await valueOf('Aguardando')).toBe('7');
  });

  it('of a company without conversations say how to begin', async () => {
    withDashboard({ counters: { tickets: 0, leads: 0 }, period: { received: 0, sent: 0 } });
    open();
    expect(await screen.findByText('Nenhum atendimento no período')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Ver conexões' })).toBeVisible();
  });
});

describe('the ratings', () => {
  it('are a score, three shares, the totals and the index [M-290]', async () => {
    withDashboard();
    const { user } = open();
    await user.click(await screen.findByRole('tab', { name: 'NPS' }));
    expect(await screen.findByRole('img', { name: 'Nota NPS: 68, Muito bom' })).toBeVisible();
    for (const share of ['Promotores: 76%', 'Neutros: 16%', 'Detratores: 8%'])
      expect(screen.getByRole('img', { name: share })).toBeVisible();
    for (const [value, label] of [
      ['1.284', 'atendimentos no total'],
      ['42', 'aguardando avaliação'],
      ['932', 'sem avaliação'],
      ['310', 'avaliados'],
    ] as const)
      expect(screen.getByText(label).parentElement).toHaveTextContent(value);
    expect(screen.getByText('24,1%')).toBeVisible();
    expect(screen.queryByText('poucas respostas')).toBeNull();
  });

  it('are not said to be missing while they load', async () => {
    withDashboard();
    answer(endpoints.dashboard.show, () => new Promise<never>(() => {}));
    open('/?tab=nps');
    expect(await screen.findByRole('img', { name: 'Nota NPS: —' })).toBeVisible();
    expect(screen.queryByText('sem respostas')).toBeNull();
  });

  it('of few answers say so, and without any show a dash [M-290]', async () => {
    withDashboard({ period: { scores: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2] } });
    const { unmount } = open('/?tab=nps');
    expect(await screen.findByText('poucas respostas')).toBeVisible();
    unmount();
    withDashboard({ counters: { npsScore: 0 }, period: { scores: Array.from({ length: 11 }, () => 0) } });
    open('/?tab=nps');
    expect(await screen.findByRole('img', { name: 'Nota NPS: —, sem respostas' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Promotores: —' })).toBeVisible();
  });

  it.each([
    [-1, 'critical'],
    [0, 'improvable'],
    [50, 'good'],
    [75, 'excellent'],
  ])('with a score of %i are called %s', (score, verdict) => {
    expect(verdictOf(score)).toBe(verdict);
  });
});

describe('the agents', () => {
  const names = () =>
    within(screen.getByRole('group', { name: 'Atendentes' }))
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent);

  it('have their numbers, and removed users stay [M-291]', async () => {
    withDashboard();
    open('/?tab=agents');
    const row = await screen.findByRole('row', { name: /^Marina Lopes 9,4/ });
    expect([...row.children].map((cell) => cell.textContent)).toEqual([
      'Marina Lopes',
      '9,4',
      '86',
      '214',
      '12',
      '3 min',
      '16 min',
      'Online',
    ]);
    expect(screen.getByRole('row', { name: /^Usuário excluído 9 ?— ?0 ?3/ })).toBeVisible();
  });

  it('open the report of the rows of each number, also of services that they passed on [M-291]', async () => {
    withDashboard();
    open('/?tab=agents&from=2026-11-01&to=2026-11-17');
    const row = await screen.findByRole('row', { name: /^Marina Lopes 9,4/ });
    const opened = within(row)
      .getAllByRole<HTMLAnchorElement>('link')
      .map((link) => [link.textContent, Object.fromEntries(new URL(link.href).searchParams)]);
    const days = { from: '2026-11-01', to: '2026-11-17', by: 'cycle', users: '1' };
    expect(opened).toEqual([
      ['9,4', { ...days, part: 'ownRating' }],
      ['86', { ...days, part: 'ownRating' }],
      ['214', { ...days, part: 'handled' }],
      ['12', { ...days, part: 'passedOn' }],
      ['3 min', { ...days, part: 'accepted' }],
      ['16 min', { ...days, part: 'handled' }],
    ]);
  });

  it('are only those who are online, as many as the number under «Agora», and follow the events [M-291]', async () => {
    withDashboard();
    let isCaioOnline = true;
    answer(endpoints.access.pickUsers, () => [
      { id: 1, name: 'Marina Lopes', online: false, paused: false, queues: [] },
      { id: 4, name: 'Caio Andrade', online: isCaioOnline, paused: true, queues: [] },
    ]);
    const { user, router } = open('/?tab=agents&online=1&from=2026-11-01&to=2026-11-17');
    expect(await screen.findByRole('button', { name: 'Online 1', pressed: true })).toBeVisible();
    expect(names()).toEqual(['Caio Andrade']);
    connect();
    isCaioOnline = false;
    receive('user', { action: 'delete', userId: 77 });
    expect(await screen.findByText('Ninguém online')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Todos' }));
    await waitFor(() => expect(names()).toEqual(['Marina Lopes', 'Caio Andrade', 'Usuário excluído 9']));
    expect(router.state.location.search).toEqual({ tab: 'agents', from: '2026-11-01', to: '2026-11-17' });
  });

  it('are sorted by a column, in both directions [M-291]', async () => {
    withDashboard();
    const { user } = open('/?tab=agents');
    await screen.findByRole('row', { name: /^Marina Lopes 9,4/ });
    expect(names()).toEqual(['Marina Lopes', 'Caio Andrade', 'Usuário excluído 9']);
    await user.click(screen.getByRole('button', { name: 'Atendimentos' }));
    expect(names()[0]).toBe('Usuário excluído 9');
    await user.click(screen.getByRole('button', { name: 'Atendente' }));
    expect(names()).toEqual(['Caio Andrade', 'Marina Lopes', 'Usuário excluído 9']);
    expect(screen.getByRole('button', { name: 'Atendente' }).closest('th')).toHaveAttribute('aria-sort', 'ascending');
    const rows = [anAgentRow({ rating: null }), anAgentRow({ id: 2, rating: 3 })];
    for (const isDescending of [true, false])
      expect(sortedAgents(rows, { key: 'rating', isDescending }).map(({ rating }) => rating)).toEqual([3, null]);
    expect(sortedAgents(agentRows, { key: 'name', isDescending: false }).map(({ id }) => id)).toEqual([9, 4, 1]);
  });

  it('are exported as a spreadsheet [M-291]', async () => {
    withDashboard();
    answer(endpoints.reports.exports, () => []);
    const requests = answer(endpoints.reports.export, () =>
      anExport({ kind: 'attendants', status: 'done', url: 'https://files.example/a', fileName: 'atendentes.xlsx' }),
    );
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user } = open('/?tab=agents&from=2026-11-01&to=2026-11-17');
    await user.click(await screen.findByRole('button', { name: 'Exportar Excel' }));
    expect(await screen.findByText('atendentes.xlsx está pronto. O link vale por 24 horas.')).toBeVisible();
    expect(requests[0]?.body).toMatchObject({
      kind: 'attendants',
      filter: { dateFrom: '2026-11-01', dateTo: '2026-11-17' },
    });
    expect(saved).toHaveBeenCalledOnce();
  });

  it('and the days are charts with ranges of their own; one day is shown by hour [M-292]', async () => {
    withDashboard();
    const { user, router } = open('/?tab=agents&from=2026-11-01&to=2026-11-17');
    const bars = within(await screen.findByRole('table', { name: 'Atendimentos por pessoa' }));
    expect(bars.getByRole('row', { name: 'Marina Lopes 214' })).toBeVisible();
    expect(bars.getByRole('row', { name: 'Usuário excluído 9 3' })).toBeVisible();
    expect(bars.getByRole('row', { name: 'Ninguém 5' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: /^Período de Atendimentos por pessoa/ }));
    const form = within(await screen.findByRole('dialog', { name: /^Período de Atendimentos por pessoa/ }));
    const start = form.getByRole('textbox', { name: 'Início' });
    await user.clear(start);
    await user.type(start, '10112026');
    await user.click(form.getByRole('button', { name: 'Filtrar' }));
    expect(await screen.findByText('10/11 – 17/11')).toBeVisible();
    expect(screen.getByText('01/11 – 17/11')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Hora' }));
    const requests = withReport();
    await user.click(await screen.findByRole('button', { name: '09h: 3' }));
    await waitFor(() => expect(requests[0]?.query).toMatchObject({ by: 'cycle', hour: '2026-11-17T12:00:00.000Z' }));
    expect(await screen.findByText('Das 09:00 às 10:00')).toBeVisible();
    act(() => router.history.back());
    await user.click(await screen.findByRole('button', { name: 'Dia' }));
    await user.click(await screen.findByRole('button', { name: '02/11/2026: 8' }));
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: '/reports',
        search: { by: 'cycle', from: '2026-11-02', to: '2026-11-02' },
      }),
    );
  });

  it('have charts that fail alone, with the text of the specification [M-292]', async () => {
    withDashboard();
    answer(endpoints.dashboard.ticketsDay, () => refuse('ERR_BUSY'));
    open('/?tab=agents');
    expect(await screen.findByText('Erro ao buscar informações dos tickets')).toBeVisible();
    expect(await screen.findByRole('table', { name: 'Atendimentos por pessoa' })).toBeVisible();
    expect(screen.getByRole('row', { name: /^Caio Andrade.*Online/ })).toBeVisible();
  });
});
