import { endpoints } from '@balcao/contract/endpoints/index';
import { act, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderComposer } from '../../../testing/composer.tsx';
import { aTicket } from '../../../testing/inbox.ts';
import { answer, refuse } from '../../../testing/server.ts';
import { field, noteField, answerSend } from './composer.fixture.ts';

describe('a draft', () => {
  it('is saved on the server shortly after the last key and removed when it is sent', async () => {
    answerSend();
    const draftRequests = answer(endpoints.tickets.keepDraft, ({ body }) => ({
      ...body,
      updatedAt: '2026-07-23T12:00:00.000Z',
    }));
    const { user } = await renderComposer();
    await user.type(field(), 'Já volto');
    await waitFor(() => expect(draftRequests.at(-1)?.body).toEqual({ body: 'Já volto', isPrivate: false }));
    expect(draftRequests).toHaveLength(1);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(draftRequests.at(-1)?.body.body).toBe(''));
  });

  it('is restored at once on this computer, even if the server fails', async () => {
    answer(endpoints.tickets.keepDraft, () => refuse('ERR_BUSY'));
    const first = await renderComposer();
    await first.user.type(field(), 'começo');
    await waitFor(() => expect(Object.values({ ...localStorage }).join()).toContain('começo'));
    first.unmount();
    await renderComposer();
    expect(field()).toHaveValue('começo');
  });

  it('is removed after it was saved, however long saving takes, so that a sent text does not come back', async () => {
    answerSend();
    const release = Promise.withResolvers<void>();
    const stored: string[] = [];
    const requests = answer(endpoints.tickets.keepDraft, async ({ body }) => {
      if (body.body !== '') await release.promise;
      stored.push(body.body);
      return { ...body, updatedAt: '2026-07-23T12:00:00.000Z' };
    });
    const { user } = await renderComposer();
    await user.type(field(), 'Já volto');
    await waitFor(() => expect(requests).toHaveLength(1));
    await user.keyboard('{Enter}');
    expect(requests).toHaveLength(1);
    release.resolve();
    await waitFor(() => expect(stored).toEqual(['Já volto', '']));
  });

  it('is saved again when the server can be reached again', async () => {
    let isBusy = true;
    const requests = answer(endpoints.tickets.keepDraft, ({ body }) =>
      isBusy ? refuse('ERR_BUSY') : { ...body, updatedAt: '2026-07-23T12:00:00.000Z' },
    );
    const { user } = await renderComposer();
    await user.type(field(), 'a');
    await waitFor(() => expect(requests).toHaveLength(1));
    isBusy = false;
    await waitFor(() => {
      act(() => void window.dispatchEvent(new Event('online')));
      expect(requests.map(({ body }) => body.body)).toEqual(['a', 'a']);
    });
  });

  it('of another device appears although the first request failed', async () => {
    let requests = 0;
    answer(endpoints.tickets.draft, () =>
      requests++ === 0
        ? refuse('ERR_BUSY')
        : { body: 'do celular', isPrivate: false, updatedAt: '2026-07-23T12:00:00.000Z' },
    );
    await renderComposer();
    await waitFor(() => expect(field()).toHaveValue('do celular'), { timeout: 3000 });
  });

  it('is saved when the conversation is left', async () => {
    const draftRequests = answer(endpoints.tickets.keepDraft, ({ body }) => ({
      ...body,
      updatedAt: '2026-07-23T12:00:00.000Z',
    }));
    const { user, show } = await renderComposer();
    await user.type(field(), 'a');
    show(aTicket({ id: 9 }));
    expect(field()).toHaveValue('');
    await waitFor(() =>
      expect(draftRequests.map(({ params, body }) => [params.id, body.body])).toEqual([[48213, 'a']]),
    );
  });

  it('of another device is shown unless something was typed here', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    answer(endpoints.tickets.draft, async () => {
      await released;
      return { body: 'do celular', isPrivate: true, updatedAt: '2026-07-23T12:00:00.000Z' };
    });
    const first = await renderComposer();
    release();
    await waitFor(() => expect(noteField()).toHaveValue('do celular'));
    first.unmount();
    localStorage.clear();
    let releaseLater = () => {};
    const later = new Promise<void>((resolve) => (releaseLater = resolve));
    const requests = answer(endpoints.tickets.draft, async () => {
      await later;
      return { body: 'do celular', isPrivate: true, updatedAt: '2026-07-23T12:00:00.000Z' };
    });
    const { user } = await renderComposer();
    await user.type(field(), 'daqui');
    releaseLater();
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(field()).toHaveValue('daqui');
  });
});
