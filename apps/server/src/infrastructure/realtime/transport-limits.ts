import type { LiveServer } from './socket.ts';

/** A hurried user sends ten frames in a second, a reconnecting page about twenty. */
const MAX_FRAMES_PER_SECOND = 100;
const WINDOW_MS = 1_000;
/** A client that reads too slowly is disconnected when this much has waited for MAX_UNSENT_MS; it resumes later. */
const MAX_UNSENT_BYTES = 1024 * 1024;
const MAX_UNSENT_MS = 5_000;
/** More than any replay of missed events; beyond it there is no waiting. */
const MAX_UNSENT_BURST_BYTES = 16 * 1024 * 1024;

interface Packet {
  data?: string | { byteLength: number };
}
/** An Engine.IO connection: one per client, with any number of namespaces. */
interface Connection {
  on(event: 'packet' | 'packetCreate', listener: (packet: Packet) => void): void;
  on(event: 'flush', listener: () => void): void;
  close(discard: boolean): void;
  /** `socket` only for WebSocket. */
  transport: { socket?: { terminate?(): void } };
}

/** Disconnects clients that send too many frames or do not read what is sent to them. */
export function limitTransports(io: LiveServer, now: () => number): void {
  io.engine.on('connection', (connection: Connection) => {
    limitFrames(connection, now);
    limitUnsent(connection, now);
  });
}

/** Counts every frame, also those for namespaces that do not exist. */
function limitFrames(connection: Connection, now: () => number) {
  let since = now();
  let count = 0;
  connection.on('packet', () => {
    if (now() - since >= WINDOW_MS) {
      since = now();
      count = 0;
    }
    if (++count > MAX_FRAMES_PER_SECOND) disconnect(connection);
  });
}

function limitUnsent(connection: Connection, now: () => number) {
  let since = 0;
  let unsentBytes = 0;
  connection.on('packetCreate', ({ data }) => {
    if (unsentBytes === 0) since = now();
    unsentBytes += typeof data === 'string' ? data.length : (data?.byteLength ?? 0);
    const isStuck = unsentBytes > MAX_UNSENT_BYTES && now() - since > MAX_UNSENT_MS;
    if (isStuck || unsentBytes > MAX_UNSENT_BURST_BYTES) disconnect(connection);
  });
  // The transport has taken everything; it takes more only after the client has read this.
  connection.on('flush', () => void (unsentBytes = 0));
}

/** Without the closing handshake: a hostile client would not answer it, and its buffers would stay. */
function disconnect(connection: Connection) {
  const { socket } = connection.transport;
  connection.close(true);
  socket?.terminate?.();
}
