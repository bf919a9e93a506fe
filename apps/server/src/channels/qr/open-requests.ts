import type { ConnectionRef, QrState } from './qr-state.ts';

export interface OpenRequest {
  /** Unlink the device first. */
  reset: boolean;
  pairingNumber?: string | undefined;
}
/** `afresh` is the key that earlier versions wrote for `reset`. */
type StoredRequest = Partial<OpenRequest> & { afresh?: boolean };

/** Requests to open a session, stored by a process that runs no sessions for the one that does. */
export function createOpenRequests(state: QrState) {
  const write = (connection: ConnectionRef, value: string | null) =>
    state.set(connection, [{ kind: 'wish', name: 'open', value }]);
  async function find(connection: ConnectionRef): Promise<OpenRequest | undefined> {
    const text = (await state.get(connection, 'wish', ['open']))['open'];
    if (text === undefined) return undefined;
    const { reset, afresh = false, pairingNumber } = JSON.parse(text) as StoredRequest;
    return { reset: reset ?? afresh, pairingNumber };
  }
  return {
    find,
    save: (connection: ConnectionRef, request: OpenRequest) => write(connection, JSON.stringify(request)),
    /** Returns the stored request and deletes it. */
    async take(connection: ConnectionRef): Promise<OpenRequest | undefined> {
      const request = await find(connection);
      if (request) await write(connection, null);
      return request;
    },
  };
}
