/** Fields, replies and files shared by the tests of the composer. */
import { endpoints } from '@balcao/contract/endpoints/index';
import type { QuickMessage } from '@balcao/contract/endpoints/quick-messages';
import { act, screen } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { outbox } from '../../../entities/outbox/outbox.ts';
import { aMessage } from '../../../testing/inbox.ts';
import { answer } from '../../../testing/server.ts';

afterEach(() => {
  act(() => outbox.empty());
  vi.unstubAllGlobals();
});

export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Escrever mensagem' });
export const noteField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Nota interna' });
export const answerSend = () =>
  answer(endpoints.messages.send, ({ body }) => [aMessage({ body: body.body, fromMe: true })]);
export const aReply = (own: Partial<QuickMessage>): QuickMessage => ({
  id: 1,
  shortcode: 'endereco',
  message: 'Rua da Imperatriz, 214',
  geral: true,
  visao: true,
  isMedia: false,
  mediaPath: null,
  mediaName: null,
  mediaType: null,
  userId: 1,
  user: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...own,
});
export const picture = (name = 'cor 1.jpg') => new File(['x'.repeat(2000)], name, { type: 'image/jpeg' });
