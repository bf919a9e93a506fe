/** A fake Socket.IO client: tests publish as the server and inspect what the page emitted. */
import type { Payload, Topic } from '@balcao/contract/events/topics';

type Listener = (...args: unknown[]) => void;

class FakeSocket {
  connected = false;
  active = true;
  readonly emitted: unknown[][] = [];
  /** Wait before the next reconnect, as the page last set it. */
  reconnectionMs = 0;
  readonly io = { reconnectionDelay: (ms: number) => void (this.reconnectionMs = ms) };
  private readonly listeners = new Map<string, Listener[]>();

  readonly namespace: string;
  readonly options: { auth?: (give: (auth: unknown) => void) => void };

  constructor(namespace: string, options: FakeSocket['options']) {
    this.namespace = namespace;
    this.options = options;
  }
  on(event: string, listener: Listener): this {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
    return this;
  }
  emit(...args: unknown[]): this {
    this.emitted.push(args);
    return this;
  }
  connect(): this {
    this.trigger('connect');
    return this;
  }
  close(): this {
    this.connected = false;
    return this;
  }
  /** An event of the server or of the network. */
  trigger(event: string, ...args: unknown[]): void {
    if (event === 'connect') this.connected = true;
    if (event === 'disconnect') this.connected = false;
    for (const listener of this.listeners.get(event) ?? []) listener(...args);
  }
}

export const sockets: FakeSocket[] = [];

export function io(namespace: string, options: FakeSocket['options']): FakeSocket {
  const opened = new FakeSocket(namespace, options);
  sockets.push(opened);
  return opened;
}

/** Publishes a socket message to the open page. */
export function publish<T extends Topic>(topic: T, payload: Payload<T>, eventId = '1'): void {
  const open = sockets.at(-1);
  if (!open) throw new Error('no socket is open');
  open.trigger('batch', [[topic, payload, eventId]]);
}
