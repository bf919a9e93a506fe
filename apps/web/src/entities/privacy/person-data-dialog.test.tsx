import { endpoints } from '@balcao/contract/endpoints/index';
import type { ConsentEntry, Erasure, PersonExport } from '@balcao/contract/endpoints/privacy';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { anAdmin } from '../../testing/fixtures.ts';
import { renderPart } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { PersonDataDialog } from './person-data-dialog.tsx';

const aConsent = (own: Partial<ConsentEntry> = {}): ConsentEntry => ({
  id: 1,
  act: 'given',
  askedText: 'Podemos guardar os seus dados?',
  askedLink: 'https://example.com/privacidade',
  askedHash: 'ab12'.repeat(16),
  answerText: '1',
  ticketId: 4,
  messageId: 9,
  connection: 'Matriz',
  identity: '5500987654321',
  user: null,
  at: '2026-07-22T20:05:00.000Z',
  ...own,
});
const aCopy = (own: Partial<PersonExport> = {}): PersonExport => ({
  id: 1,
  state: 'ready',
  done: 12,
  total: 12,
  bytes: 2048,
  url: '/media/7/person-export/0a?e=1&s=x',
  createdAt: '2026-07-22T20:05:00.000Z',
  endsAt: '2026-07-23T20:05:00.000Z',
  user: { id: 1, name: 'Marina Duarte' },
  ...own,
});
const anErasure = (own: Partial<Erasure> = {}): Erasure => ({
  id: 3,
  contactId: 31,
  state: 'done',
  done: 1200,
  total: 1200,
  counts: { contacts: 1, messages: 1200, tickets: 4, files: 30, contact_notes: 2, contact_identities: 1 },
  askedAt: '2026-07-22T20:05:00.000Z',
  doneAt: '2026-07-22T20:06:00.000Z',
  user: { id: 1, name: 'Marina Duarte' },
  hash: 'cd34'.repeat(16),
  ...own,
});

/** The dialog over a server that stores changes. */
async function open({
  consents = [],
  copies = [],
  erasures = [],
}: Partial<{ consents: ConsentEntry[]; copies: PersonExport[]; erasures: Erasure[] }> = {}) {
  answer(endpoints.privacy.consents, () => consents);
  answer(endpoints.privacy.exports, () => copies);
  answer(endpoints.privacy.erasures, () => ({ erasures, count: erasures.length, hasMore: false }));
  const onClose = vi.fn<() => void>();
  const rendered = renderPart(() => <PersonDataDialog contact={{ id: 31, name: 'Helena Prado' }} onClose={onClose} />, {
    as: anAdmin(),
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Dados de Helena Prado' }));
  const tab = (name: string) => rendered.user.click(dialog.getByRole('tab', { name }));
  return { ...rendered, dialog, tab };
}

describe('personal data of a contact', () => {
  it('shows the consent verbatim and records its withdrawal', async () => {
    const { user, dialog } = await open({ consents: [aConsent()] });
    expect(await dialog.findByText('Aceitou')).toBeVisible();
    expect(dialog.getByText('por +55 00 98765-4321, em Matriz')).toBeVisible();
    await user.click(dialog.getByText('Pergunta enviada'));
    expect(dialog.getByText('Podemos guardar os seus dados?')).toBeVisible();
    const requests = answer(endpoints.privacy.withdraw, () => [
      aConsent({ id: 2, act: 'withdrawn', answerText: '', user: { id: 1, name: 'Marina Duarte' } }),
      aConsent(),
    ]);
    await user.click(dialog.getByRole('button', { name: 'Registrar retirada' }));
    const question = within(await screen.findByRole('dialog', { name: 'Retirar o consentimento?' }));
    await user.click(question.getByRole('button', { name: 'Registrar retirada' }));
    expect(await dialog.findByText('registrado por Marina Duarte')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Registrar retirada' })).not.toBeInTheDocument();
    expect(requests).toHaveLength(1);
  });

  it('offers no withdrawal to a contact who was never asked', async () => {
    const { dialog } = await open();
    expect(await dialog.findByText(/O consentimento desta pessoa ainda não foi pedido/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Registrar retirada' })).not.toBeInTheDocument();
  });

  it('creates a data copy, shows its progress and offers the download', async () => {
    const copies: PersonExport[] = [];
    const { user, dialog, tab } = await open({ copies });
    await tab('Cópia');
    answer(endpoints.privacy.makeExport, () => {
      copies.push(aCopy({ state: 'making', done: 3, total: 12, url: null }));
      return copies[0]!;
    });
    await user.click(await dialog.findByRole('button', { name: 'Gerar cópia' }));
    expect(await dialog.findByText('Preparando: 3 de 12 mensagens')).toBeVisible();
    copies[0] = aCopy();
    const link = await dialog.findByRole('link', { name: /^Baixar a cópia de 22\/07\/2026/ }, { timeout: 4000 });
    expect(link).toHaveAttribute('href', aCopy().url);
    expect(dialog.getByText(/^Disponível até 23\/07\/2026/)).toBeVisible();
  });

  it('is erased only after typing the name, and ends with a receipt', async () => {
    const { user, tab } = await open();
    await tab('Apagar');
    await user.click(await screen.findByRole('button', { name: 'Apagar os dados…' }));
    const question = within(await screen.findByRole('dialog', { name: 'Apagar os dados de Helena Prado?' }));
    const verb = question.getByRole('button', { name: 'Apagar para sempre' });
    expect(verb).toBeDisabled();
    await user.type(question.getByRole('textbox'), 'Helena');
    expect(verb).toBeDisabled();
    await user.type(question.getByRole('textbox'), ' Prado');
    const requests = answer(endpoints.privacy.erase, () =>
      anErasure({ state: 'waiting', done: 0, doneAt: null, counts: {} }),
    );
    let now = anErasure({ state: 'running', done: 500, doneAt: null, counts: {} });
    answer(endpoints.privacy.erasure, () => now);
    await user.click(verb);
    expect(await screen.findByText('Apagando… 500 de 1.200 mensagens', {}, { timeout: 4000 })).toBeVisible();
    expect(requests[0]?.body).toEqual({ name: 'Helena Prado' });
    now = anErasure();
    const receipt = within(
      await waitFor(() => screen.getByText('Recibo 3').closest<HTMLElement>('[role="status"]')!, { timeout: 4000 }),
    );
    expect(receipt.getByText('1.200')).toBeVisible();
    expect(receipt.getByText(/Pedido por Marina Duarte/)).toBeVisible();
    // The erased contact is neither named nor requested again.
    expect(screen.queryByText(/Helena/)).not.toBeInTheDocument();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Apagar', 'Recibos']);
  });

  it('lists the receipts of all erasures, to read and to save', async () => {
    const { user, dialog, tab } = await open({
      erasures: [anErasure(), anErasure({ id: 2, state: 'running', doneAt: null })],
    });
    await tab('Recibos');
    expect(await dialog.findByText('Recibo 2')).toBeVisible();
    expect(dialog.getByText('Em andamento')).toBeVisible();
    const saved = vi.fn<(blob: Blob) => string>(() => 'blob:receipt');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }));
    await user.click(dialog.getByRole('button', { name: 'Baixar recibo 3' }));
    expect(JSON.parse(await saved.mock.calls[0]![0].text())).toMatchObject({ id: 3, hash: 'cd34'.repeat(16) });
    vi.unstubAllGlobals();
  });
});
