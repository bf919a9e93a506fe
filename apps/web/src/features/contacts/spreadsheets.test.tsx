import type { Contact } from '@balcao/contract/endpoints/contacts';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aContact } from '../../testing/inbox.ts';
import { aConnection, aTag, anAdmin, anAgent } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

function withContacts(...contacts: Contact[]) {
  answer(endpoints.tags.pick, () => [aTag({ id: 3, name: 'VIP' })]);
  answer(endpoints.contacts.list, () => ({ contacts, count: contacts.length, hasMore: false }));
  answer(endpoints.connections.list, () => [
    aConnection({ id: 2, name: 'Matriz' }),
    aConnection({ id: 5, name: 'Filial' }),
    aConnection({ id: 6, name: 'Oficial', channel: 'whatsappapi' }),
  ]);
}
/** Longer than two polls. */
const WAIT = { timeout: 5000 };
const open = (as = anAdmin()) => renderScreen('/contacts', { as });
const fromMenu = async (user: ReturnType<typeof open>['user'], item: string) => {
  await user.click(await screen.findByRole('button', { name: 'Importar / Exportar' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

describe('the spreadsheet menu', () => {
  it('imports contacts from the address book or the chats of a phone [M-122]', async () => {
    withContacts(aContact());
    const books = answer(endpoints.contactSheets.fromPhone, () => ({ message: 'begun' }));
    const chats = answer(endpoints.contactSheets.fromChats, () => ({ message: 'begun' }));
    const { user } = open(anAgent());
    await fromMenu(user, 'Importar do celular');
    await user.click(await screen.findByRole('button', { name: 'Importar' }));
    expect(screen.getByText('Escolha uma conexão', { selector: '[role=alert]' })).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: /^Conexão/ }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Matriz', 'Filial']);
    await user.click(screen.getByRole('option', { name: 'Filial' }));
    await user.click(screen.getByRole('button', { name: 'Importar' }));
    expect(await screen.findByText('Importação do celular iniciada')).toBeVisible();
    expect(books[0]?.body).toEqual({ whatsappId: 5 });

    await fromMenu(user, 'Importar do celular');
    await user.click(await screen.findByRole('combobox', { name: /^Conexão/ }));
    await user.click(await screen.findByRole('option', { name: 'Matriz' }));
    await user.click(screen.getByRole('button', { name: 'Contatos com conversa' }));
    await user.click(screen.getByRole('button', { name: 'Importar' }));
    await waitFor(() => expect(chats[0]?.body).toEqual({ whatsappId: 2 }));
  });

  it('opens the import, and hides export and duplicates from an agent [M-122] [M-123]', async () => {
    withContacts();
    answer(endpoints.contactSheets.list, () => ({ imports: [], count: 0, hasMore: false }));
    const { user, router } = open(anAgent());
    await user.click(await screen.findByRole('button', { name: 'Importar / Exportar' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Importar do celular',
      'Importar planilha',
    ]);
    expect(screen.queryByRole('button', { name: 'Duplicados' })).toBeNull();
    await user.click(screen.getByRole('menuitem', { name: 'Importar planilha' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/contacts/import'));
  });
});

describe('the export', () => {
  const clicked = () => {
    const links: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      links.push(this.getAttribute('href') ?? '');
    });
    return links;
  };
  const aFile = (status: 'waiting' | 'done', url: string | null) => ({
    id: 5,
    status,
    rows: 0,
    url,
    createdAt: '2026-07-23T12:00:00.000Z',
  });

  it('exports the filtered contacts and downloads the file [M-122] [M-123]', async () => {
    withContacts(aContact());
    const links = clicked();
    const requests = answer(endpoints.contactSheets.export, () => aFile('waiting', null));
    answer(endpoints.contactSheets.exported, () => aFile('done', '/media/7/contatos.xlsx?sig=x'));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Tags' }));
    await user.click(await screen.findByRole('checkbox', { name: 'VIP' }));
    await user.keyboard('{Escape}');
    await fromMenu(user, 'Exportar para Excel');
    expect(await screen.findByRole('button', { name: 'Contatos filtrados', pressed: true })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Exportar' }));
    expect(await screen.findByText('Planilha pronta: o download começou')).toBeVisible();
    expect(requests[0]?.body).toEqual({ searchParam: '', contactTag: [3], withNumbers: false });
    expect(links).toEqual(['/media/7/contatos.xlsx?sig=x']);
  });

  it('reveals masked numbers only on request with an audit hint, and shows an empty result [M-123]', async () => {
    withContacts();
    const requests = answer(endpoints.contactSheets.export, () => refuse('ERR_NOTHING_TO_EXPORT'));
    const admin = anAdmin();
    admin.company.companieSettings.push(
      { key: 'enableLGPD', value: 'enabled' },
      { key: 'lgpdHideNumber', value: 'enabled' },
    );
    const { user } = open(admin);
    await fromMenu(user, 'Exportar para Excel');
    expect(await screen.findByText(/fica registrado na auditoria com o seu nome/)).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'Com números completos' }));
    await user.click(screen.getByRole('button', { name: 'Exportar' }));
    expect(await screen.findByText('Elemento não encontrado para exportar.')).toBeVisible();
    expect(requests[0]?.body).toMatchObject({ withNumbers: true, contactTag: [] });
  });
});

describe('duplicates', () => {
  beforeEach(() => {
    answer(endpoints.contacts.incompleteNumbers, () => ({ contacts: [], next: null, count: 0 }));
    answer(endpoints.contacts.numberCorrection, () => ({ correction: null }));
  });

  it('of one number without its calling code are merged with one click [F-U1]', async () => {
    const ana = aContact({ id: 41, name: 'Ana Menezes', number: '5511997021145' });
    const imported = aContact({ id: 42, name: 'Ana M.', number: '11997021145' });
    withContacts(ana, imported);
    let groups = [{ why: 'callingCode' as const, contacts: [ana, imported] }];
    answer(endpoints.contactSheets.duplicates, () => ({ groups, next: null }));
    const merged = answer(endpoints.contacts.merge, () => {
      groups = [];
      return ana;
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Duplicados' }));
    const group = within(await screen.findByRole('group', { name: 'Número sem o código do país: é o mesmo cliente' }));
    await user.click(group.getByRole('button', { name: 'Unir em Ana Menezes' }));
    expect(await screen.findByText('Contatos unidos')).toBeVisible();
    expect(merged[0]).toMatchObject({ params: { id: 41 }, body: { otherId: 42 } });
  });

  it('come with numbers to correct, one by one or all at once in the background [F-U1]', async () => {
    const incomplete = (id: number, name: string, number: string, isUncertain = false) => ({
      contact: aContact({ id, name, number }),
      number: `55${number}`,
      isUncertain,
    });
    let stored = [
      incomplete(51, 'Rita Lima', '11987654321'),
      incomplete(52, 'Caio Melo', '51987654321', true),
      incomplete(53, 'Davi Reis', '1132210098'),
    ];
    withContacts();
    answer(endpoints.contactSheets.duplicates, () => ({ groups: [], next: null }));
    // Pages of two.
    answer(endpoints.contacts.incompleteNumbers, ({ query }) => {
      const contacts = stored.filter(({ contact }) => contact.id > query.after).slice(0, 2);
      return { contacts, next: contacts.length < 2 ? null : contacts[1]!.contact.id, count: stored.length };
    });
    const requests = answer(endpoints.contacts.correctNumbers, ({ body }) => {
      stored = stored.filter(({ contact }) => !body.contactIds.includes(contact.id));
      return { corrected: body.contactIds.length, skipped: 0 };
    });
    // The server looks at one contact between two requests.
    const correction = { id: 7, includesUncertain: false, checked: 0, total: 0, corrected: 0 };
    let isOver = true;
    const starts = answer(endpoints.contacts.correctAllNumbers, ({ body }) => {
      isOver = false;
      Object.assign(correction, { ...body, id: correction.id + 1, checked: 0, total: stored.length, corrected: 0 });
      return { ...correction, finishedAt: null };
    });
    answer(endpoints.contacts.numberCorrection, () => {
      const isCorrected = (one: (typeof stored)[number]) => correction.includesUncertain || !one.isUncertain;
      if (!isOver && correction.checked === 1) {
        correction.corrected = stored.filter(isCorrected).length;
        stored = stored.filter((one) => !isCorrected(one));
        isOver = true;
      } else if (!isOver) correction.checked = 1;
      return { correction: { ...correction, finishedAt: isOver ? '2026-07-23T12:00:00.000Z' : null } };
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Duplicados' }));
    expect(await screen.findByText('11987654321 → +55 11 98765-4321')).toBeVisible();
    expect(screen.getByText(/Também pode ser \+51 987 654 321, de outro país/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Corrigir número de Rita Lima' }));
    expect(await screen.findByText('Número corrigido')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Rita Lima')).toBeNull());

    await user.click(screen.getByRole('button', { name: 'Corrigir todos' }));
    expect(await screen.findByText('Corrigindo… 1 de 2', {}, WAIT)).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Davi Reis')).toBeNull(), WAIT);
    expect(
      requests.map(({ body }) => body.contactIds),
      'one by one',
    ).toEqual([[51]]);
    expect(screen.getByText('Caio Melo'), 'uncertain numbers wait for a person').toBeVisible();
    await user.click(await screen.findByRole('checkbox', { name: 'Incluir os que podem ser de outro país' }));
    await user.click(screen.getByRole('button', { name: 'Corrigir todos' }));
    expect(await screen.findByText('Nenhum duplicado encontrado', {}, WAIT)).toBeVisible();
    expect(starts.map(({ body }) => body.includesUncertain)).toEqual([false, true]);
  });

  it('shows the reason, merges into the chosen contact and undoes the merge', async () => {
    const ana = aContact({ id: 41, name: 'Ana Menezes', number: '550099702114' });
    const anaNine = aContact({ id: 42, name: 'Ana M.', number: '5500997021145' });
    withContacts(ana, anaNine);
    let groups = [{ why: 'number' as const, contacts: [ana, anaNine] }];
    answer(endpoints.contactSheets.duplicates, () => ({ groups, next: null }));
    const merged = answer(endpoints.contacts.merge, () => {
      groups = [];
      return anaNine;
    });
    answer(endpoints.contacts.merges, () => [
      {
        id: 70,
        keptId: 42,
        goneId: 12,
        goneName: 'Antiga',
        reason: 'Outra',
        mergedAt: '2026-07-01T12:00:00.000Z',
        undoneAt: null,
        mayUndo: true,
      },
      {
        id: 71,
        keptId: 42,
        goneId: 41,
        goneName: 'Ana Menezes',
        reason: 'Mesmo número, escrito de outro jeito',
        mergedAt: '2026-07-23T12:00:00.000Z',
        undoneAt: null,
        mayUndo: true,
      },
    ]);
    const parted = answer(endpoints.contacts.undoMerge, () => anaNine);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Duplicados' }));
    const group = within(await screen.findByRole('group', { name: 'Mesmo número, escrito de outro jeito' }));
    await user.click(group.getByRole('radio', { name: /Ana M\./ }));
    await user.click(group.getByRole('button', { name: 'Unir em Ana M.' }));
    const question = await screen.findByRole('dialog', { name: 'Unir 2 contatos em “Ana M.”?' });
    expect(question).toHaveTextContent('Ana Menezes (+55 00 9970-2114) deixa de aparecer');
    await user.click(within(question).getByRole('button', { name: 'Unir' }));
    expect(await screen.findByText('Contatos unidos')).toBeVisible();
    expect(await screen.findByText('Nenhum duplicado encontrado')).toBeVisible();
    expect(merged[0]).toMatchObject({
      params: { id: 42 },
      body: { otherId: 41, reason: 'Mesmo número, escrito de outro jeito' },
    });
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('União desfeita')).toBeVisible();
    expect(
      parted.map(({ params }) => params.id),
      'only this union',
    ).toEqual([71]);
  });

  it('name the reason, and no similar number where one has none [F-U19]', async () => {
    const [ana, namesake] = [
      aContact({ id: 41, name: 'Ana Menezes', number: '5500997021145' }),
      aContact({ id: 42, name: 'Ana Menezes', number: '' }),
    ];
    const [lia, similar] = [
      aContact({ id: 43, name: 'Lia Reis', number: '5500997021146' }),
      aContact({ id: 44, name: 'Lia Reis', number: '5500997021147' }),
    ];
    withContacts();
    answer(endpoints.contactSheets.duplicates, () => ({
      groups: [
        { why: 'nameOnly' as const, contacts: [ana, namesake] },
        { why: 'name' as const, contacts: [lia, similar] },
      ],
      next: null,
    }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Duplicados' }));
    const peopleOf = async (reason: string) =>
      within(await screen.findByRole('group', { name: reason }))
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')!.querySelector('strong')!.textContent);
    expect(await peopleOf('Mesmo nome; um deles não tem número')).toEqual(['Ana Menezes', 'Ana Menezes']);
    expect(await peopleOf('Mesmo nome e número quase igual')).toEqual(['Lia Reis', 'Lia Reis']);
  });

  it('marks contacts as not duplicates and undoes the mark', async () => {
    const ana = aContact({ id: 41, name: 'Ana Menezes', number: '550099702114' });
    const lia = aContact({ id: 42, name: 'Lia Menezes', number: '5500997021145' });
    withContacts(ana, lia);
    answer(endpoints.contactSheets.duplicates, () => ({
      groups: [{ why: 'number' as const, contacts: [ana, lia] }],
      next: null,
    }));
    const dismissed = answer(endpoints.contactSheets.dismiss, () => ({ message: 'Dismissed' }));
    const restored = answer(endpoints.contactSheets.restore, () => ({ message: 'Restored' }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Duplicados' }));
    await user.click(await screen.findByRole('button', { name: 'Não são a mesma pessoa' }));
    const undo = await screen.findByRole('button', { name: 'Desfazer' });
    await waitFor(() => expect(undo).toHaveFocus());
    expect(undo).toHaveAccessibleDescription(
      'Ana Menezes (+55 00 9970-2114), Lia Menezes (+55 00 99702-1145) não são a mesma pessoa.',
    );
    expect(screen.queryByRole('group', { name: 'Mesmo número, escrito de outro jeito' })).toBeNull();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('group', { name: 'Mesmo número, escrito de outro jeito' })).toBeVisible();
    expect([dismissed[0]?.body, restored[0]?.body]).toEqual([{ contactIds: [41, 42] }, { contactIds: [41, 42] }]);
  });
});
