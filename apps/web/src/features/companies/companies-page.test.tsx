import { endpoints } from '@balcao/contract/endpoints/index';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAdmin, anOwner } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { aCompany, inDays, nothingToCheck, withCompanies } from './companies.fixture.ts';
import { toneOf } from './due.ts';

describe('the companies of the platform [M-023]', () => {
  it('show due date, use and state; rows are yellow or red near their due date [M-025]', async () => {
    withCompanies([
      aCompany({ id: 12, name: 'Farmácia Bem Viver', dueDate: inDays(-5) }),
      aCompany({
        id: 22,
        name: 'Clínica Olhar Vivo',
        dueDate: inDays(2),
        isTrial: true,
        used: { users: 10, connections: 6, queues: 12 },
      }),
      aCompany({ id: 1, name: 'Balcão' }),
    ]);
    renderScreen('/companies', { as: anOwner() });
    const row = async (name: string) => await screen.findByRole('row', { name: new RegExp(name) });
    const overdue = await row('Farmácia');
    expect(overdue).toHaveAttribute('data-tone', 'danger');
    expect(overdue).toHaveTextContent('venceu há 5 dias');
    const ending = await row('Clínica');
    expect(ending).toHaveAttribute('data-tone', 'warn');
    expect(ending).toHaveTextContent('em 2 dias · teste');
    expect(ending).toHaveTextContent('10 de 10');
    expect(ending).toHaveTextContent('12 de 10');
    expect(ending).toHaveTextContent('1,8 GB');
    const own = await row('Balcão');
    expect(own).not.toHaveAttribute('data-tone');
    expect(own).toHaveTextContent('não vence');
    expect(screen.getByText('R$ 1.484,00')).toBeVisible();
    expect(screen.getByText('R$ 149,00')).toBeVisible();
  });

  it.each([
    [6, undefined],
    [5, 'warn'],
    [1, 'warn'],
    [0, 'danger'],
    [-3, 'danger'],
  ])('with %i days to the due date has the tone %s [M-025]', (days, tone) => {
    const now = new Date('2026-11-16T12:00:00Z');
    const dueDate = new Date(+now + days * DAY_MS + 1000).toISOString();
    expect(toneOf({ id: 9, dueDate }, now)).toBe(tone);
    expect(toneOf({ id: 1, dueDate }, now)).toBeUndefined();
  });

  it('are searched and filtered', async () => {
    const asked = withCompanies([aCompany()]);
    const { user } = renderScreen('/companies', { as: anOwner() });
    await user.click(await screen.findByRole('button', { name: /^Vencidas/ }));
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ which: 'overdue', pageNumber: 1 }));
    await user.type(screen.getByRole('textbox', { name: 'Nome, e-mail ou documento' }), 'ótica');
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ which: 'overdue', searchParam: 'ótica' }));
  });

  it('show how much waits for a decision, with the way to it', async () => {
    withCompanies([aCompany()]);
    answer(endpoints.payments.toCheck, () => ({
      ...nothingToCheck,
      counts: { held: 2, disputes: 1, payloads: 3 },
    }));
    renderScreen('/companies', { as: anOwner() });
    const card = (await screen.findByText('A verificar')).parentElement!;
    await waitFor(() => expect(card).toHaveTextContent('6'));
    expect(card).toHaveAttribute('data-tone', 'warn');
    expect(within(card).getByRole('link', { name: 'Ver recebimentos' })).toHaveAttribute(
      'href',
      '/recebimentos/verificar',
    );
  });

  it('show that what waits for a decision could not be counted', async () => {
    withCompanies([aCompany()]);
    answer(endpoints.payments.toCheck, () => refuse('ERR_NO_PAYMENT_FOUND'));
    renderScreen('/companies', { as: anOwner() });
    const card = (await screen.findByText('A verificar')).parentElement!;
    await waitFor(() => expect(card).toHaveTextContent('–'));
  });

  it('send others to their home with the text of the specification [M-020] [M-023]', async () => {
    renderScreen('/companies', { as: anAdmin() });
    expect(
      await screen.findByText(
        'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('heading', { name: /Empresas/ })).not.toBeInTheDocument();
  });
});

describe('a new company [M-023] [M-024]', () => {
  it('is created with its admin and opens beside the list', async () => {
    const companies = [aCompany({ id: 15, name: 'Casa Verde' })];
    withCompanies(companies);
    const created = answer(endpoints.platform.createCompany, () => companies[0]!);
    const { user } = renderScreen('/companies', { as: anOwner() });
    await user.click(await screen.findByRole('button', { name: 'Nova empresa' }));
    const dialog = await screen.findByRole('dialog', { name: 'Nova empresa' });
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Casa Verde');
    await user.type(within(dialog).getByLabelText(/^E-mail/), 'casa@example.com');
    await user.type(within(dialog).getByLabelText(/^Senha do administrador/), 'Senha-de-teste-1');
    await user.click(within(dialog).getByRole('button', { name: 'Criar empresa' }));
    expect(await screen.findByText('Empresa criada')).toBeVisible();
    expect(created[0]?.body).toMatchObject({
      name: 'Casa Verde',
      email: 'casa@example.com',
      planId: 1,
      recurrence: 'MENSAL',
    });
    expect(await screen.findByRole('complementary', { name: 'Casa Verde' })).toBeVisible();
  });

  it('names what is missing, and a name that exists, at the fields [M-026]', async () => {
    withCompanies([]);
    answer(endpoints.platform.createCompany, () => refuse('ERR_COMPANY_NAME_TAKEN'));
    const { user } = renderScreen('/companies', { as: anOwner() });
    await user.click(await screen.findByRole('button', { name: 'Nova empresa' }));
    const dialog = await screen.findByRole('dialog', { name: 'Nova empresa' });
    await user.type(within(dialog).getByLabelText(/^E-mail/), 'casa');
    await user.click(within(dialog).getByRole('button', { name: 'Criar empresa' }));
    expect(await within(dialog).findByText('Nome é obrigatório')).toBeVisible();
    expect(within(dialog).getByText('Email é inválido')).toBeVisible();
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Casa Verde');
    await user.type(within(dialog).getByLabelText(/^E-mail/), '@example.com');
    await user.type(within(dialog).getByLabelText(/^Senha do administrador/), 'Senha-de-teste-1');
    await user.click(within(dialog).getByRole('button', { name: 'Criar empresa' }));
    expect(await within(dialog).findByText(/^Não foi possível realizar a operação\. Verifique/)).toBeVisible();
  });
});

describe('an open company', () => {
  it('is edited; an empty password is not sent', async () => {
    withCompanies([aCompany()]);
    const saved = answer(endpoints.platform.updateCompany, () => aCompany());
    const { user } = renderScreen('/companies/14', { as: anOwner() });
    const drawer = await screen.findByRole('complementary', { name: 'Ótica Boa Vista' });
    await user.type(await within(drawer).findByLabelText('Cidade'), 'Olinda');
    await user.click(within(drawer).getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Empresa salva')).toBeVisible();
    expect(saved[0]?.body).toMatchObject({ name: 'Ótica Boa Vista', addressCity: 'Olinda' });
    // A form that is older than the state of the company does not change it.
    expect(saved[0]?.body).not.toHaveProperty('status');
    expect(saved[0]?.body).not.toHaveProperty('password', expect.any(String));
  });

  it('is deactivated only after its name was typed, and activated with one click', async () => {
    withCompanies([aCompany()]);
    const saved = answer(endpoints.platform.updateCompany, () => aCompany());
    const { user, unmount } = renderScreen('/companies/14', { as: anOwner() });
    await user.click(await screen.findByRole('button', { name: 'Desativar' }));
    const question = within(await screen.findByRole('dialog', { name: 'Desativar “Ótica Boa Vista”?' }));
    expect(question.getByRole('button', { name: 'Desativar' })).toBeDisabled();
    await user.type(question.getByRole('textbox'), 'Ótica Boa Vista');
    await user.click(question.getByRole('button', { name: 'Desativar' }));
    expect(await screen.findByText('Empresa desativada')).toBeVisible();
    expect(saved.map(({ body }) => body)).toEqual([{ status: false }]);
    unmount();
    withCompanies([aCompany({ status: false })]);
    const { user: later } = renderScreen('/companies/14', { as: anOwner() });
    await later.click(await screen.findByRole('button', { name: 'Ativar' }));
    expect(await screen.findByText('Empresa ativada')).toBeVisible();
    expect(saved.at(-1)?.body).toEqual({ status: true });
  });

  it('changes with J and K to the next and the previous row, but not while text is typed', async () => {
    withCompanies([aCompany(), aCompany({ id: 15, name: 'Casa Verde' })]);
    const { user, router } = renderScreen('/companies/14', { as: anOwner() });
    await screen.findByRole('complementary', { name: 'Ótica Boa Vista' });
    await screen.findByRole('button', { name: /^Casa Verde/ });
    await user.keyboard('k');
    expect(router.state.location.pathname).toBe('/companies/14');
    await user.keyboard('j');
    const drawer = await screen.findByRole('complementary', { name: 'Casa Verde' });
    expect(router.state.location.pathname).toBe('/companies/15');
    await user.type(await within(drawer).findByLabelText('Cidade'), 'k');
    expect(router.state.location.pathname).toBe('/companies/15');
    await user.clear(within(drawer).getByLabelText('Cidade'));
    await user.click(within(drawer).getByRole('heading', { name: 'Casa Verde' }));
    await user.keyboard('k');
    expect(await screen.findByRole('complementary', { name: 'Ótica Boa Vista' })).toBeVisible();
  });

  it('asks before typed text is lost to Esc, another tab or another row', async () => {
    withCompanies([aCompany(), aCompany({ id: 15, name: 'Casa Verde' })]);
    const { user, router } = renderScreen('/companies/14', { as: anOwner() });
    const drawer = await screen.findByRole('complementary', { name: 'Ótica Boa Vista' });
    const city = await within(drawer).findByLabelText('Cidade');
    await user.type(city, 'Olinda');
    const question = async () => within(await screen.findByRole('dialog', { name: 'Descartar as alterações?' }));
    const stay = async () => {
      await user.click((await question()).getByRole('button', { name: 'Continuar editando' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(city).toHaveValue('Olinda');
    };
    city.focus();
    await user.keyboard('{Escape}');
    await stay();
    await user.click(within(drawer).getByRole('button', { name: 'Fechar' }));
    await stay();
    await user.click(within(drawer).getByRole('tab', { name: 'Excluir' }));
    await stay();
    await user.click(await screen.findByRole('button', { name: /^Casa Verde/ }));
    await stay();
    expect(router.state.location.pathname).toBe('/companies/14');
    await user.click(await screen.findByRole('button', { name: /^Casa Verde/ }));
    await user.click((await question()).getByRole('button', { name: 'Descartar' }));
    const other = await screen.findByRole('complementary', { name: 'Casa Verde' });
    await user.type(await within(other).findByLabelText('Cidade'), 'Recife{Escape}');
    await user.click((await question()).getByRole('button', { name: 'Descartar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/companies'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('has no unsaved changes after saving, and the new password is gone from its field', async () => {
    withCompanies([aCompany()]);
    const saved = answer(endpoints.platform.updateCompany, () => aCompany({ addressCity: 'Olinda' }));
    const { user, router } = renderScreen('/companies/14', { as: anOwner() });
    const drawer = await screen.findByRole('complementary', { name: 'Ótica Boa Vista' });
    await user.type(await within(drawer).findByLabelText('Cidade'), 'Olinda');
    const password = within(drawer).getByLabelText(/^Nova senha/);
    await user.type(password, 'Senha-de-teste-1');
    await user.click(within(drawer).getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Empresa salva')).toBeVisible();
    expect(saved[0]?.body).toMatchObject({ password: 'Senha-de-teste-1' });
    expect(password).toHaveValue('');
    expect(within(drawer).getByLabelText('Cidade')).toHaveValue('Olinda');
    await user.click(within(drawer).getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/companies'));
  });

  it('stays open when Esc closes a dialog above it', async () => {
    withCompanies([aCompany()]);
    const { user, router } = renderScreen('/companies/14', { as: anOwner() });
    await user.click(await screen.findByRole('tab', { name: 'Excluir' }));
    await user.click(await screen.findByRole('button', { name: 'Excluir empresa' }));
    await screen.findByRole('dialog', { name: 'Excluir “Ótica Boa Vista”?' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/companies/14');
    expect(screen.getByRole('complementary', { name: 'Ótica Boa Vista' })).toBeVisible();
  });

  it('starts at its heading, and gives the focus back to the list', async () => {
    withCompanies([aCompany()]);
    const { user } = renderScreen('/companies', { as: anOwner() });
    const opener = await screen.findByRole('button', { name: /^Ótica Boa Vista/ });
    await user.click(opener);
    const drawer = await screen.findByRole('complementary', { name: 'Ótica Boa Vista' });
    expect(within(drawer).getByRole('heading', { name: 'Ótica Boa Vista' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('shows its use by day', async () => {
    withCompanies([aCompany()]);
    answer(endpoints.platform.usage, () => ({
      days: [
        {
          day: '2026-11-16',
          users: 7,
          connections: 6,
          queues: 5,
          tickets: 31,
          messages: 1204,
          fileBytes: 2048,
          fileCount: 3,
          countedAt: '2026-11-16T06:22:00.000Z',
        },
      ],
    }));
    const { user } = renderScreen('/companies/14', { as: anOwner() });
    await user.click(await screen.findByRole('tab', { name: 'Uso' }));
    expect(await screen.findByRole('row', { name: '16/11/2026 31 1.204 2 KB · 3' })).toBeVisible();
  });

  it('is deleted only after its name was typed, and can be restored', async () => {
    const companies = [aCompany()];
    withCompanies(companies);
    const removed = answer(endpoints.platform.removeCompany, () => {
      companies[0] = aCompany({ status: false, deleteAt: '2026-11-23T12:00:00.000Z' });
      return companies[0];
    });
    const restored = answer(endpoints.platform.restoreCompany, () => {
      companies[0] = aCompany();
      return companies[0];
    });
    const { user } = renderScreen('/companies/14', { as: anOwner() });
    await user.click(await screen.findByRole('tab', { name: 'Excluir' }));
    await user.click(await screen.findByRole('button', { name: 'Excluir empresa' }));
    const question = await screen.findByRole('dialog', { name: 'Excluir “Ótica Boa Vista”?' });
    const confirm = within(question).getByRole('button', { name: 'Excluir empresa' });
    expect(confirm).toBeDisabled();
    await user.type(within(question).getByRole('textbox'), 'Ótica Boa Vista');
    await user.click(confirm);
    expect(await screen.findByText('Empresa na lixeira até 23/11/2026')).toBeVisible();
    expect(removed[0]).toMatchObject({ params: { companyId: 14 }, query: { name: 'Ótica Boa Vista' } });
    await user.click(await screen.findByRole('button', { name: 'Restaurar empresa' }));
    expect(await screen.findByText('Empresa restaurada')).toBeVisible();
    expect(restored).toHaveLength(1);
  });

  it('of the platform itself cannot be deleted', async () => {
    withCompanies([aCompany({ id: 1, name: 'Balcão' })]);
    const { user } = renderScreen('/companies/1', { as: anOwner() });
    await user.click(await screen.findByRole('tab', { name: 'Excluir' }));
    expect(await screen.findByText(/^Esta é a empresa da plataforma/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Excluir empresa' })).not.toBeInTheDocument();
  });
});
