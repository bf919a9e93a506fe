import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { StoredMail } from '../../entities/mails/mails.api.ts';
import { anAdmin } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

const superUser = anAdmin({ super: true });
const aMail = (own: Partial<StoredMail> = {}): StoredMail => ({
  id: 3,
  kind: 'invitation',
  to: 'bruna@example.com',
  subject: 'Ana convidou você',
  text: 'Aceitar o convite: https://desk.example.com/convite#abc\n\n--',
  html: '<p>Oi</p><script>alert(1)</script>',
  createdAt: '2026-07-23T12:18:00.000Z',
  ...own,
});
const withMails = (mode: 'keep' | 'none' | 'send', mails: StoredMail[] = [], more: object = {}) =>
  answer(endpoints.mails.list, () => ({ mode, waiting: 0, waitingSince: null, error: null, mails, ...more }));

describe('mails without a mail server', () => {
  it('are listed, and shown in a frame without any right and as text with links', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:letter');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    withMails('keep', [aMail(), aMail({ id: 2, subject: 'Sua senha foi trocada' })]);
    const { user } = renderScreen('/sandbox/correio', { as: superUser });
    await user.click(await screen.findByRole('button', { name: /Ana convidou você/ }));
    const letter = within(screen.getByRole('article', { name: 'Ana convidou você' }));
    expect(letter.getByText('bruna@example.com')).toBeVisible();
    const frame = letter.getByTitle('Como o e-mail aparece');
    expect(frame).toHaveAttribute('sandbox', '');
    expect(frame).toHaveAttribute('src', 'blob:letter');
    expect(letter.getByRole('link')).toHaveAttribute('href', 'https://desk.example.com/convite#abc');
    await user.click(letter.getByRole('button', { name: 'Voltar para a lista' }));
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('show an empty list until there is one', async () => {
    withMails('keep');
    renderScreen('/sandbox/correio', { as: superUser });
    expect(await screen.findByText('Nenhum e-mail ainda')).toBeVisible();
  });

  it('can be loaded again after an error', async () => {
    answer(endpoints.mails.list, () => refuse('ERR_BUSY'));
    const { user } = renderScreen('/sandbox/correio', { as: superUser });
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    withMails('keep', [aMail()]);
    await user.click(retry);
    expect(await screen.findByText('Ana convidou você')).toBeVisible();
  });

  it('are not for admins', async () => {
    renderScreen('/sandbox/correio', { as: anAdmin() });
    expect(await screen.findByRole('heading', { name: /acesso/i })).toBeVisible();
    expect(screen.queryByText('E-mails')).toBeNull();
  });
});

describe('in production', () => {
  it('super users see on every screen that no mail is sent, and how to change it', async () => {
    withMails('none', [], { waiting: 4 });
    renderScreen('/sandbox/correio', { as: superUser });
    expect(await screen.findByText('Nenhum e-mail é enviado')).toBeVisible();
    expect(screen.getByText(/Defina SMTP_URL e MAIL_FROM .* Esperando agora: 4\./)).toBeVisible();
    expect(screen.getAllByText('Nenhum e-mail é enviado: falta o servidor')).not.toHaveLength(0);
  });

  it('the answer of a mail server that refuses is shown', async () => {
    withMails('send', [], { waiting: 2, error: '451 Try later' });
    renderScreen('/sandbox/correio', { as: superUser });
    expect(await screen.findByText(/Resposta: 451 Try later/)).toBeVisible();
  });
});
