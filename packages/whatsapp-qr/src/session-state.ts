import type { AuthenticationCreds } from 'baileys';
import type { DeviceState } from './device-state.ts';
import type { WaLibrary, WaSocketLike } from './wa-socket.ts';
import type { HistoryRange, Reason, WireItem } from './wire.ts';

export interface Waits {
  reconnectMs(attempt: number, chance: number): number;
  restartMs: number;
  undecipheredMs: number;
}
export interface SessionDeps {
  sessionName: string;
  library: WaLibrary;
  deviceState: DeviceState;
  deliver(items: WireItem[]): void;
  /** Whether the server keeps up with the deliveries. */
  deliveryQueue: { isFull(): boolean; hasCapacity(): boolean };
  /** Deletes the stored state of a device that is no longer linked. */
  clearState(): Promise<void>;
  onError(error: unknown): void;
  waits?: Waits;
}
export interface Opening {
  pairingNumber?: string | undefined;
  history?: HistoryRange | undefined;
}
/** Everything about one session that changes while it runs. */
export interface SessionState {
  socket: WaSocketLike | undefined;
  creds: AuthenticationCreds | undefined;
  reconnectTimer: NodeJS.Timeout | undefined;
  /** Tail of the chain of event handlers. They run one after the other. */
  processing: Promise<void>;
  /** Events that are received but not handled yet. */
  pendingEvents: number;
  /** The socket that was closed because the server does not accept deliveries. */
  hungUpSocket: WaSocketLike | undefined;
  /** The socket for which a code was issued last. */
  codeSocket: WaSocketLike | undefined;
  isOpen: boolean;
  isEnded: boolean;
  /** The lost connection is already reported. */
  isReportedDown: boolean;
  attempts: number;
  codesShown: number;
  serverErrors: number;
  /** Set when reconnecting has stopped; only a user can open the session again. */
  stopReason: Reason | undefined;
}

export const newSessionState = (): SessionState => ({
  socket: undefined,
  creds: undefined,
  reconnectTimer: undefined,
  processing: Promise.resolve(),
  pendingEvents: 0,
  hungUpSocket: undefined,
  codeSocket: undefined,
  isOpen: false,
  isEnded: false,
  isReportedDown: false,
  attempts: 0,
  codesShown: 0,
  serverErrors: 0,
  stopReason: undefined,
});

export const isPaired = ({ creds }: SessionState): boolean => creds !== undefined && isLinked(creds);

export const isLinked = ({ me, registered, account }: AuthenticationCreds): boolean =>
  me !== undefined && (registered || account !== undefined);
