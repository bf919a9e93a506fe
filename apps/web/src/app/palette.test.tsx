import { endpoints } from '@balcao/contract/endpoints/index';
import {
  companySettingNames,
  companySettings,
  type CompanySetting,
  type SettingValue,
} from '@balcao/domain/settings/company-settings';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aContact, aTicket } from '../testing/inbox.ts';
import { anAdmin, anAgent, anOwner, aUser } from '../testing/fixtures.ts';
import { renderScreen } from '../testing/render.tsx';
import { answer } from '../testing/server.ts';
import { matchCommands } from './commands.ts';

const settingValues = Object.fromEntries(
  companySettingNames.map((name) => [name, companySettings[name].default]),
) as Record<CompanySetting, SettingValue>;

// The screens are lazy; load them before the tests, so that none waits for them.
beforeAll(async () => {
  await Promise.all([
    import('../features/settings/settings-page.tsx'),
    import('../features/contacts/contacts-page.tsx'),
  ]);
});

beforeEach(() => {
  answer(endpoints.tags.list, () => ({ tags: [], count: 0, hasMore: false }));
  answer(endpoints.access.users, () => ({ users: [], count: 0, hasMore: false }));
  answer(endpoints.messages.search, () => ({ hits: [], hasMore: false, cursor: null }));
});

describe('the palette', () => {
  it('opens with Ctrl K, finds a screen without accents and opens it with Enter', async () => {
    const { user, router } = renderScreen('/tags', { as: anAdmin() });
    await screen.findByRole('banner');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Buscar ou ir para' }), 'usua');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['UsuáriosG U']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
    expect(screen.queryByRole('combobox', { name: 'Buscar ou ir para' })).toBeNull();
  });

  it('that fails closes with a notice and leaves the screen', async () => {
    // React reports a caught error on the console, too.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { user } = renderScreen('/tags', { as: anAdmin() });
    const banner = await screen.findByRole('banner');
    vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(() => {
      throw new Error('broken');
    });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Buscar ou ir para' }), 'u');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Ocorreu um erro!'));
    expect(screen.queryByRole('combobox', { name: 'Buscar ou ir para' })).toBeNull();
    expect(banner).toBeInTheDocument();
  });

  it('offers an agent only the agent’s screens', async () => {
    const { user } = renderScreen('/tags', { as: anAgent() });
    await user.click(await screen.findByRole('button', { name: 'Buscar ou ir para' }));
    const options = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).not.toContainEqual(expect.stringContaining('Usuários'));
  });

  it('finds tickets by the contact’s name and opens one', async () => {
    const requests = answer(endpoints.tickets.list, ({ query }) => ({
      tickets: query.status === 'search' ? [aTicket()] : [],
      count: 1,
      hasMore: false,
    }));
    answer(endpoints.tickets.showByUuid, () => aTicket());
    answer(endpoints.contacts.list, () => ({ contacts: [], count: 0, hasMore: false }));
    const { user, router } = renderScreen('/tags', { as: anAdmin() });
    await screen.findByRole('banner');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Buscar ou ir para' }), 'helena');
    await user.click(await screen.findByRole('option', { name: 'Helena Prado · Vendas · #213' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${aTicket().uuid}`));
    expect(requests.filter(({ query }) => query.status === 'search').at(-1)?.query).toMatchObject({
      searchParam: 'helena',
      showAll: true,
    });
  });

  it('opens the screen that was typed, not a conversation found for fewer letters', async () => {
    answer(endpoints.tickets.list, ({ query }) => ({
      tickets: query.searchParam === 'us' ? [aTicket()] : [],
      count: 1,
      hasMore: false,
    }));
    answer(endpoints.contacts.list, () => ({ contacts: [], count: 0, hasMore: false }));
    const { user, router } = renderScreen('/tags', { as: anAdmin() });
    await screen.findByRole('banner');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Buscar ou ir para' }), 'us');
    await screen.findByRole('option', { name: 'Helena Prado · Vendas · #213' });
    await user.keyboard('ua{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
  });

  const openPalette = async (as = anAdmin()) => {
    answer(endpoints.tickets.list, () => ({ tickets: [], count: 0, hasMore: false }));
    const rendered = renderScreen('/tags', { as });
    await screen.findByRole('banner');
    await rendered.user.keyboard('{Control>}k{/Control}');
    return { ...rendered, box: await screen.findByRole('combobox', { name: 'Buscar ou ir para' }) };
  };

  it('finds contacts and opens one [F-U42]', async () => {
    answer(endpoints.contacts.list, () => ({
      contacts: [aContact({ id: 31, name: 'Helena Prado' })],
      count: 1,
      hasMore: false,
    }));
    const shown = answer(endpoints.contacts.show, () => aContact({ id: 31, name: 'Helena Prado' }));
    answer(endpoints.tags.pick, () => []);
    answer(endpoints.access.pickUsers, () => []);
    answer(endpoints.queues.list, () => []);
    const { user, router, box } = await openPalette();
    await user.type(box, 'helena');
    await user.click(await screen.findByRole('option', { name: /^Helena Prado · \+55/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/contacts'));
    await waitFor(() => expect(shown).toHaveLength(1));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('finds messages from three letters on, after the screens, and opens one in its conversation [F-U12]', async () => {
    const hit = {
      id: 991,
      ticketId: aTicket().id,
      ticketUuid: aTicket().uuid,
      fromMe: false,
      isPrivate: false,
      mediaType: 'conversation',
      createdAt: '2026-07-21T12:14:00.000Z',
      snippet: '…tags na lente custam quanto?',
      marks: [[1, 5]] as [number, number][],
      channel: 'whatsapp' as const,
      status: 'closed' as const,
      contact: { id: 31, name: 'Helena Prado', urlPicture: '' },
      queue: null,
      whatsapp: null,
      user: null,
    };
    // The first page reached the time limit of the search.
    const requests = answer(endpoints.messages.search, ({ query }) =>
      query.cursor ? { hits: [hit], hasMore: false, cursor: null } : { hits: [], hasMore: true, cursor: '7.1' },
    );
    answer(endpoints.contacts.list, () => ({ contacts: [], count: 0, hasMore: false }));
    // The conversation that opens loads itself.
    answer(endpoints.tickets.showByUuid, () => aTicket());
    answer(endpoints.tickets.seen, () => aTicket());
    answer(endpoints.tickets.log, () => []);
    answer(endpoints.tickets.draft, () => ({ body: '', isPrivate: false, updatedAt: null }));
    answer(endpoints.quickMessages.pick, () => []);
    answer(endpoints.messages.list, () => ({
      messages: [],
      ticket: aTicket(),
      count: 0,
      hasMore: false,
      hasNewer: false,
    }));
    const { user, router, box } = await openPalette();
    await user.type(box, 'ta');
    await screen.findByRole('option', { name: /^Tags/ });
    await user.type(box, 'gs');
    const message = await screen.findByRole('option', { name: 'Helena Prado · …tags na lente custam quanto?' });
    expect(screen.getAllByRole('option').at(-1)).toBe(message);
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent(/^Tags/);
    expect(requests.map(({ query }) => query.searchParam)).toEqual(['tags', 'tags']);
    await user.click(message);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${aTicket().uuid}`));
    expect(router.state.location.search).toMatchObject({ m: 991 });
  });

  it.each([
    ['in the user’s language', 'assinar mens'],
    ['in English', 'sign messages'],
    ['in Spanish', 'firmar mensajes'],
  ])('finds a setting by its label %s, and leads to it [F-U42]', async (_, text) => {
    answer(endpoints.contacts.list, () => ({ contacts: [], count: 0, hasMore: false }));
    answer(endpoints.settings.company, () => settingValues);
    const { user, router, box } = await openPalette();
    await user.type(box, text);
    await user.click(await screen.findByRole('option', { name: 'Assinar mensagens · Atendimento' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Assinar mensagens' })).toHaveFocus());
    expect(document.querySelector('[data-found]')).toHaveTextContent('Assinar mensagens');
  });

  it('offers settings only to users who may change them [F-U42]', async () => {
    answer(endpoints.contacts.list, () => ({ contacts: [], count: 0, hasMore: false }));
    const { user, box } = await openPalette(anAgent());
    await user.type(box, 'assinar mens');
    expect(await screen.findByText(/assinar mens/)).toBeVisible();
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('requires every word, in any order, and ranks beginnings first', () => {
    const commands = ['Tema escuro', 'Meu perfil', 'Listas de contatos'].map((label) => ({ label, section: 'Ações' }));
    const labelsFor = (search: string) => matchCommands(commands, search).map((command) => command.label);
    expect(labelsFor('escuro tema')).toEqual(['Tema escuro']);
    expect(labelsFor('acoes')).toHaveLength(3);
    expect(labelsFor('tema claro')).toEqual([]);
    expect(labelsFor('e')[0]).toBe('Tema escuro');
  });
});

describe('the shortcuts', () => {
  it('G and a letter open a screen, but not while typing', async () => {
    const { user, router } = renderScreen('/tags', { as: anAdmin() });
    const search = await screen.findByRole('textbox');
    await user.type(search, 'gu');
    expect(router.state.location.pathname).toBe('/tags');
    await user.click(document.body);
    await user.keyboard('gu');
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
  });

  it('? lists them, and single-key shortcuts can be turned off', async () => {
    const { user, router } = renderScreen('/tags', { as: anAdmin() });
    await screen.findByRole('banner');
    await user.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Atalhos do teclado' }));
    expect(dialog.getByText('Ir para Usuários')).toBeVisible();
    await user.click(dialog.getByRole('switch', { name: 'Atalhos de uma tecla' }));
    expect(dialog.queryByText('Ir para Usuários')).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(document.body);
    await user.keyboard('gu?/');
    expect(screen.getByRole('textbox')).not.toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(router.state.location.pathname).toBe('/tags');
  });

  it('? lists the keys of the companies screen for super users only', async () => {
    for (const [as, isListed] of [
      [anOwner(), true],
      [anAdmin(), false],
    ] as const) {
      const { user, unmount } = renderScreen('/tags', { as });
      await screen.findByRole('banner');
      await user.keyboard('?');
      const dialog = within(await screen.findByRole('dialog', { name: 'Atalhos do teclado' }));
      const keys = dialog.queryByRole('region', { name: 'Em Empresas' });
      if (isListed) expect(keys).toHaveTextContent('Próxima empresa ou anterior, com uma abertaJK');
      else expect(keys).toBeNull();
      unmount();
    }
  });

  it('Ctrl Shift L changes the theme', async () => {
    const { user } = renderScreen('/tags', { as: anAdmin() });
    await screen.findByRole('banner');
    answer(endpoints.access.updateUser, () => aUser({ defaultTheme: 'dark' }));
    await user.keyboard('{Control>}{Shift>}L{/Shift}{/Control}');
    expect(document.documentElement.dataset['theme']).toBe('dark');
  });
});
