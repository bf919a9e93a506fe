import type { HistoryRange, StateEntry, WireDelivery } from '@balcao/whatsapp-qr/wire';
import type { FileOffers } from './file-offers.ts';
import type { ConnectionRef, QrState } from './qr-state.ts';
import type { SpoolOptions } from './spools.ts';

export interface QrHostDeps {
  state: QrState;
  /** Resolves when the delivery is stored; only then may the child drop it. */
  enqueue(companyId: number, connectionId: number, body: Buffer): Promise<void>;
  /** Range of old messages to import. */
  history(connection: ConnectionRef): Promise<HistoryRange | undefined>;
  /** True when another node runs the session. */
  isElsewhere(connection: ConnectionRef): Promise<boolean>;
  /** Without it, what a child could not hand over is lost when the server dies. */
  spool?: SpoolOptions | undefined;
  onError(error: unknown): void;
}
interface HandlerDeps extends QrHostDeps {
  fileOffers: FileOffers;
  closeSession(session: string): Promise<void>;
}
type WithSession<T> = T & { session: string };

export const sessionNameOf = ({ companyId, connectionId }: ConnectionRef): string => `${companyId}/${connectionId}`;
const connectionOf = (name: string): ConnectionRef => {
  const [companyId, connectionId] = name.split('/').map(Number) as [number, number];
  return { companyId, connectionId };
};

/** IPC methods that a child process may call, each for one of its own sessions. */
export const createChildHandlers = (deps: HandlerDeps) => ({
  async deliver({ session, body }: WithSession<{ body: string }>) {
    const connection = connectionOf(session);
    const filteredBody = await withoutReplacedEvent(connection, body, deps);
    await deps.enqueue(connection.companyId, connection.connectionId, Buffer.from(filteredBody));
  },
  get: ({ session, kind, names }: WithSession<{ kind: string; names: string[] }>) =>
    deps.state.get(connectionOf(session), kind, names),
  set: ({ session, entries }: WithSession<{ entries: StateEntry[] }>) => deps.state.set(connectionOf(session), entries),
  async forget({ session }: WithSession<object>) {
    await deps.state.clear(connectionOf(session));
  },
  pull: ({ session, stream }: WithSession<{ stream: number }>) => deps.fileOffers.pull(session, stream),
  log: async ({ text }: { text: string }) => deps.onError(new Error(`WhatsApp QR child process: ${redact(text)}`)),
});

/** Removes the event when another node of this installation runs the session now. Earlier versions wrote `why`. */
async function withoutReplacedEvent(connection: ConnectionRef, body: string, deps: HandlerDeps): Promise<string> {
  if (!/"(reason|why)":"replaced"/.test(body) || !(await deps.isElsewhere(connection))) return body;
  // The local session would compete with the other node's.
  setImmediate(() => void deps.closeSession(sessionNameOf(connection)).catch(deps.onError));
  const { mark, items } = JSON.parse(body) as WireDelivery;
  const isReplaced = (item: WireDelivery['items'][number] & { why?: unknown }) =>
    item.item === 'session' && (item.reason ?? item.why) === 'replaced';
  return JSON.stringify({ mark, items: items.filter((item) => !isReplaced(item)) });
}

/** Errors of the library contain phone numbers and sometimes keys. */
const redact = (text: string): string =>
  text
    .slice(0, 2000)
    .replace(/\d{7,}/g, '…')
    .replace(/[\w+=-]{40,}/g, '…');
