/** One linked device: keeps it connected and delivers its events in order. */
import type { BaileysEventMap, WAMessageKey } from 'baileys';
import { createContactDirectory } from './contact-directory.ts';
import { reconnectDelay } from './disconnects.ts';
import { createCalls, groupReceiptItems, historyItems, lidsIn, mappingItems, statusItems } from './events.ts';
import { isLid, plainJid } from './jids.ts';
import { createMessageReceiver } from './message-receiver.ts';
import { newChatItems } from './new-chats.ts';
import { createRecent } from './recent.ts';
import { createConnection, nowInSeconds, type OnEvent } from './session-connection.ts';
import { newSessionState, type Opening, type SessionDeps, type Waits } from './session-state.ts';
import type { WaSocketLike } from './wa-socket.ts';

const LOGOUT_TIMEOUT_MS = 5000;
const END_TIMEOUT_MS = 1000;
const DEFAULT_WAITS: Waits = { reconnectMs: reconnectDelay, restartMs: 2000, undecipheredMs: 60_000 };

export function createSession(deps: SessionDeps, opening: Opening) {
  const { library, deviceState, deliver, onError, waits = DEFAULT_WAITS } = deps;
  const state = newSessionState();
  const readCalls = createCalls();
  const directory = createContactDirectory({ deviceState, onError, socket: () => state.socket });
  const { facts } = directory;
  const recent = createRecent(directory.addressesOf);
  const messages = createMessageReceiver({
    library,
    directory,
    recent,
    deliver,
    creds: () => state.creds,
    undecipheredMs: waits.undecipheredMs,
  });
  const connection = createConnection({ ...deps, waits, opening, state, subscribe, ownContentOf });

  /** Devices request a message again by the number or the LID of the chat. */
  async function ownContentOf(key: WAMessageKey) {
    await directory.resolveLids(lidsIn([key]));
    return recent.contentOf(key);
  }
  function subscribe(on: OnEvent) {
    on('messages.upsert', (payload) => messages.handle(payload.messages));
    on('messages.update', (updates) => deliver(statusItems(updates, facts)));
    on('message-receipt.update', (updates) => deliver(groupReceiptItems(updates, facts)));
    on('call', async (calls) => {
      await directory.resolveLids(
        calls.flatMap(({ from, callerPn }) => (isLid(from) && !callerPn ? [plainJid(from)] : [])),
      );
      deliver(readCalls(calls, facts));
    });
    on('lid-mapping.update', (mapping) => {
      if (directory.updateNumber(mapping)) deliver(mappingItems(mapping, nowInSeconds()));
    });
    on('messaging-history.set', handleHistory);
    on('messaging-history.status', ({ status }) => {
      if (opening.history && status === 'complete') deliver([{ item: 'history', percent: 100 }]);
    });
    on('message-capping.update', (info) => deliver(newChatItems(info, nowInSeconds())));
    on('contacts.upsert', directory.saveContacts);
    on('contacts.update', directory.saveContacts);
    on('chats.upsert', directory.saveChats);
    on('groups.upsert', (groups) => groups.forEach(({ id, subject }) => directory.setName(id, subject)));
    on('groups.update', (groups) => groups.forEach(({ id, subject }) => id && directory.setName(id, subject)));
  }

  async function handleHistory(set: BaileysEventMap['messaging-history.set']) {
    for (const { lid, pn } of set.lidPnMappings ?? []) directory.linkLid(lid, pn);
    directory.saveContacts(set.contacts);
    directory.saveChats(set.chats);
    if (!opening.history) return;
    await directory.resolveLids(lidsIn(set.messages.map(({ key }) => key)));
    deliver(historyItems(set, facts, opening.history));
  }

  return {
    recent,
    start() {
      deliver([{ item: 'session', state: 'opening' }]);
      connection.start();
    },
    /** Undefined unless the connection is open. */
    socket: (): WaSocketLike | undefined => (state.isOpen ? state.socket : undefined),
    stopReason: () => state.stopReason,
    /** Ends without a session event. `forGood` also unlinks the device at the phone. */
    async end(forGood: boolean) {
      state.isEnded = true;
      clearTimeout(state.reconnectTimer);
      messages.stop();
      const { socket } = state;
      if (forGood && state.isOpen)
        await Promise.race([socket?.logout().catch(() => {}), timeoutAfter(LOGOUT_TIMEOUT_MS)]);
      // The network may never confirm the end.
      await Promise.race([socket?.end(undefined), timeoutAfter(END_TIMEOUT_MS)]);
      state.isOpen = false;
      await state.processing;
      await deviceState.flush();
    },
  };
}
export type Session = ReturnType<typeof createSession>;

const timeoutAfter = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms).unref());
