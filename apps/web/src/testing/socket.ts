/** A pretended Socket.IO client: tests speak as the server with `tell` and look at what the page said. */
import type { Told, Topic } from '@balcao/contract/events/topics';

type Hear = (...told: unknown[]) => void;

class PretendedSocket {
  connected = false;
  active = true;
  readonly said: unknown[][] = [];
  private readonly ears = new Map<string, Hear[]>();

  readonly namespace: string;
  readonly options: { auth?: (give: (auth: unknown) => void) => void };

  constructor(namespace: string, options: PretendedSocket['options']) {
    this.namespace = namespace;
    this.options = options;
  }
  on(event: string, hear: Hear): this {
    this.ears.set(event, [...(this.ears.get(event) ?? []), hear]);
    return this;
  }
  emit(...said: unknown[]): this {
    this.said.push(said);
    return this;
  }
  connect(): this {
    this.happens('connect');
    return this;
  }
  close(): this {
    this.connected = false;
    return this;
  }
  /** What the server or the network does. */
  happens(event: string, ...told: unknown[]): void {
    if (event === 'connect') this.connected = true;
    if (event === 'disconnect') this.connected = false;
    for (const hear of this.ears.get(event) ?? []) hear(...told);
  }
}

export const sockets: PretendedSocket[] = [];

export function io(namespace: string, options: PretendedSocket['options']): PretendedSocket {
  const opened = new PretendedSocket(namespace, options);
  sockets.push(opened);
  return opened;
}

/** The server tells the open page a piece of news. */
export function tell<T extends Topic>(topic: T, told: Told<T>, eventId = '1'): void {
  const open = sockets.at(-1);
  if (!open) throw new Error('no socket is open');
  open.happens('bundle', [[topic, told, eventId]]);
}
