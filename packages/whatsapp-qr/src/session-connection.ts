/** Connects a session, reconnects it, and stops when only a user can help. */
import type { AuthenticationCreds, BaileysEventMap } from 'baileys';
import { codeOf, parseDisconnect } from './disconnects.ts';
import { userOf } from './jids.ts';
import { timeLockItems } from './new-chats.ts';
import { isLinked, isPaired, type Opening, type SessionDeps, type SessionState, type Waits } from './session-state.ts';
import type { ConnectOptions, WaSocketLike } from './wa-socket.ts';
import type { Reason } from './wire.ts';

export type OnEvent = <T extends keyof BaileysEventMap>(
  event: T,
  work: (payload: BaileysEventMap[T]) => void | Promise<void>,
) => void;
interface ConnectionDeps extends Omit<SessionDeps, 'waits'> {
  waits: Waits;
  opening: Opening;
  state: SessionState;
  ownContentOf: ConnectOptions['getMessage'];
  /** Registers the handlers of everything except credentials and connection updates. */
  subscribe(on: OnEvent): void;
}
/** Further codes are not shown: the user has left. */
const MAX_CODES = 3;
/** Bound of events waiting to be handled while the server does not respond. */
const MAX_PENDING_EVENTS = 1000;
/** After this many ends with code 500 in a row the stored state is taken for damaged. */
const MAX_SERVER_ERRORS = 5;

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

export function createConnection(deps: ConnectionDeps) {
  const { sessionName, library, deviceState, deliver, deliveryQueue, onError, waits, opening, state } = deps;

  async function connect() {
    state.reconnectTimer = undefined;
    if (state.isEnded) return;
    // The network stores undelivered messages. Connecting would move them into this process's memory.
    if (!deliveryQueue.hasCapacity() || state.pendingEvents > MAX_PENDING_EVENTS / 2)
      return reconnectIn(waits.reconnectMs(0, Math.random()));
    state.creds ??= await loadCreds();
    if (state.isEnded) return;
    const socket = library.connect({
      session: sessionName,
      creds: state.creds,
      keys: deviceState.keys,
      wantsHistory: opening.history !== undefined,
      getMessage: deps.ownContentOf,
    });
    state.socket = socket;
    const on = eventsOf(socket);
    // The library drops its buffered events after a close, but the network counts them as delivered.
    socket.ev.on('connection.update', ({ connection }) => void (connection === 'close' && socket.ev.flush?.()));
    on('creds.update', async () => state.creds && (await deviceState.saveCreds(state.creds)));
    on('connection.update', (update) => handleUpdate(socket, update));
    deps.subscribe(on);
  }
  /** Events of a replaced socket are ignored. Handlers run one after the other because some wait for lookups. */
  const eventsOf =
    (socket: WaSocketLike): OnEvent =>
    (event, work) =>
      socket.ev.on(event, (payload) => {
        if (state.socket !== socket) return;
        state.pendingEvents += 1;
        state.processing = state.processing
          .then(() => work(payload))
          .catch(onError)
          .finally(() => {
            state.pendingEvents -= 1;
            if (deliveryQueue.isFull()) hangUp(socket);
          });
        if (state.pendingEvents > MAX_PENDING_EVENTS) hangUp(socket);
      });
  /** Stops receiving while the server does not accept deliveries: no message is lost and memory stays bounded. */
  function hangUp(socket: WaSocketLike) {
    if (state.socket !== socket || state.hungUpSocket === socket || state.isEnded || !isPaired(state)) return;
    state.hungUpSocket = socket;
    onError(new Error(`session ${sessionName}: delivery queue is full, disconnected until it has capacity`));
    void Promise.resolve(socket.end(undefined)).catch(onError);
  }
  /** Credentials of an unfinished pairing cannot be reused. */
  async function loadCreds(): Promise<AuthenticationCreds> {
    const storedCreds = await deviceState.creds();
    return storedCreds && isLinked(storedCreds) ? storedCreds : library.newCreds();
  }
  function reconnectIn(ms: number) {
    if (state.isEnded) return;
    clearTimeout(state.reconnectTimer);
    state.reconnectTimer = setTimeout(start, ms);
  }
  const start = () => void connect().catch(handleConnectError);
  function handleConnectError(error: unknown) {
    onError(error);
    reportDown('network');
    reconnectIn(waits.reconnectMs((state.attempts += 1), Math.random()));
  }
  function reportDown(reason: Reason) {
    if (!state.isReportedDown) deliver([{ item: 'session', state: 'opening', reason }]);
    state.isReportedDown = true;
  }

  async function handleUpdate(socket: WaSocketLike, update: BaileysEventMap['connection.update']) {
    if (update.qr) await showCode(socket, update.qr);
    if (update.reachoutTimeLock) deliver(timeLockItems(update.reachoutTimeLock, nowInSeconds()));
    if (update.connection === 'open') {
      state.isOpen = true;
      state.isReportedDown = false;
      state.attempts = state.codesShown = state.serverErrors = 0;
      deliver([{ item: 'session', state: 'open', ...(socket.user && { phone: userOf(socket.user.id) }) }]);
    }
    if (update.connection === 'close') await handleClose(codeOf(update.lastDisconnect?.error));
  }

  async function showCode(socket: WaSocketLike, qr: string) {
    const number = opening.pairingNumber;
    // A pairing code stays valid as long as the socket; the QR codes that follow change nothing.
    if (number !== undefined && state.codeSocket === socket) return;
    state.codeSocket = socket;
    state.codesShown += 1;
    if (state.codesShown > MAX_CODES) {
      stopWith('unanswered');
      return void socket.end(undefined);
    }
    if (number === undefined) return deliver([{ item: 'session', state: 'code', qr }]);
    const pairingCode = await socket.requestPairingCode(number);
    deliver([{ item: 'session', state: 'code', pairingCode }]);
  }

  async function handleClose(code: number | undefined) {
    state.isOpen = false;
    state.socket = undefined;
    if (state.isEnded || state.stopReason) return;
    const disconnect = parseDisconnect(code, isPaired(state));
    state.serverErrors = code === 500 ? state.serverErrors + 1 : 0;
    if (state.serverErrors >= MAX_SERVER_ERRORS) return stopWith('broken');
    switch (disconnect.next) {
      case 'reconnect-now':
        return reconnectIn(0);
      case 'reconnect':
        reportDown(disconnect.reason!);
        return reconnectIn(waits.reconnectMs(state.attempts++, Math.random()));
      case 'relink':
        return relink(disconnect.reason!);
      case 'stop':
        if (disconnect.reason === 'banned')
          deliver([{ item: 'health', what: 'banned', detail: String(code), at: nowInSeconds() }]);
        return stopWith(disconnect.reason!);
    }
  }
  function stopWith(reason: Reason) {
    state.stopReason = reason;
    deliver([{ item: 'session', state: 'closed', reason }]);
  }
  /** The phone has unlinked this device: clears the stored state and offers a new code. */
  async function relink(reason: Reason) {
    // One delivery: a reader that saw only `closed` would release the session.
    deliver([
      { item: 'session', state: 'closed', reason },
      { item: 'session', state: 'opening', reason },
    ]);
    state.isReportedDown = true;
    await deviceState.flush();
    await deps.clearState();
    state.creds = undefined;
    reconnectIn(waits.restartMs);
  }

  return { start };
}
