import { endpoints } from '@balcao/contract/endpoints/index';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSocket } from '../../lib/socket.ts';
import { refresh } from '../../lib/token.ts';
import { anAgent, aToken } from '../../testing/fixtures.ts';
import { aMessage, aTicket } from '../../testing/inbox.ts';
import { answer, goOffline, goOnline } from '../../testing/server.ts';
import { publish, sockets } from '../../testing/socket.ts';
import { createThreadStore, type ThreadStore } from './thread-store.ts';

const ticket = aTicket();
/** What the server has stored, and how many of them one page has. */
let storedIds: number[] = [];
const PAGE = 3;

let closeSocket = () => {};
beforeEach(async () => {
  answer(endpoints.access.refresh, () => ({ token: aToken(), user: anAgent(), sessionId: 'this-session' }));
  await refresh();
  closeSocket = openSocket(7);
});
afterEach(() => closeSocket());

function serve() {
  return answer(endpoints.messages.list, ({ query: { before, after, around } }) => {
    const olderThan = before ?? (around === undefined ? Infinity : around + 1);
    const older = after === undefined ? storedIds.filter((id) => id < olderThan) : [];
    const newerThan = after ?? around;
    const newer = newerThan === undefined ? [] : storedIds.filter((id) => id > newerThan);
    return {
      messages: [...older.slice(-PAGE), ...newer.slice(0, PAGE)].map((id) => aMessage({ id })),
      ticket,
      count: storedIds.length,
      hasMore: older.length > PAGE,
      hasNewer: newer.length > PAGE,
    };
  });
}
const idsIn = (store: ThreadStore) => store.state().messages.map(({ id }) => id);
const settled = (store: ThreadStore) => vi.waitFor(() => expect(store.state().loading).toBeNull());
const receiveMessage = (id: number) => publish('appMessage', { action: 'create', message: aMessage({ id }), ticket });
const reload = () => sockets.at(-1)!.trigger('reload');

async function openStore() {
  const requests = serve();
  const store = createThreadStore(ticket.uuid, ticket.id);
  const close = store.open();
  await vi.waitFor(() => expect(store.state().isReady).toBe(true));
  return { store, close, requests };
}

describe('messages missed during an outage', () => {
  beforeEach(() => void (storedIds = [1, 2, 3]));

  it('are requested until they arrive, also when live ones have followed them', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { store, close } = await openStore();
    goOffline();
    storedIds.push(4, 5, 6);
    reload();
    await vi.waitFor(() => expect(store.state().error).not.toBeNull());
    receiveMessage(6);
    await vi.waitFor(() => expect(idsIn(store)).toEqual([1, 2, 3, 6]));
    await vi.advanceTimersByTimeAsync(5000);
    await settled(store);
    expect(store.state().error).not.toBeNull();
    goOnline();
    await vi.advanceTimersByTimeAsync(5000);
    await vi.waitFor(() => expect(idsIn(store)).toEqual([1, 2, 3, 4, 5, 6]));
    expect(store.state()).toMatchObject({ error: null, hasNewer: false });
    close();
  });

  it('leave no gap before live ones when they are more than a page', async () => {
    const { store, close } = await openStore();
    goOffline();
    storedIds.push(4, 5, 6, 7, 8);
    reload();
    await vi.waitFor(() => expect(store.state().error).not.toBeNull());
    receiveMessage(8);
    await vi.waitFor(() => expect(idsIn(store)).toEqual([1, 2, 3, 8]));
    goOnline();
    store.retry();
    await vi.waitFor(() => expect(idsIn(store)).toEqual([1, 2, 3, 4, 5, 6]));
    expect(store.state().hasNewer).toBe(true);
    store.newer();
    await vi.waitFor(() => expect(idsIn(store)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]));
    close();
  });

  it('are requested no more when the conversation is closed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { store, close } = await openStore();
    goOffline();
    reload();
    await vi.waitFor(() => expect(store.state().error).not.toBeNull());
    close();
    goOnline();
    const requests = serve();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(requests).toEqual([]);
  });
});

it('a page that failed is loaded by the retry', async () => {
  storedIds = [1, 2, 3, 4, 5];
  const { store, close } = await openStore();
  expect(idsIn(store)).toEqual([3, 4, 5]);
  goOffline();
  store.older();
  await vi.waitFor(() => expect(store.state().error).not.toBeNull());
  goOnline();
  store.retry();
  await vi.waitFor(() => expect(idsIn(store)).toEqual([1, 2, 3, 4, 5]));
  close();
});

it('a conversation that is closed with an update on its way shows updates when it is opened again', async () => {
  storedIds = [1];
  const { store, close } = await openStore();
  receiveMessage(2);
  close();
  const closeAgain = store.open();
  receiveMessage(3);
  await vi.waitFor(() => expect(idsIn(store)).toEqual([1, 2, 3]));
  closeAgain();
});
