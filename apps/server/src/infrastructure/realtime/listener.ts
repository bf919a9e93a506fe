import { clientEventArguments, type ClientEvent, type ClientEventArguments, type ErrorCode } from '@balcao/contract';
import { AppError } from '../app-error.ts';
import type { LiveSocket } from './socket.ts';

/** An error code for the client, or nothing. */
type Outcome = ErrorCode | undefined | void;
type Handle<Args extends unknown[]> = (socket: LiveSocket, ...args: Args) => Outcome | Promise<Outcome>;
/** Registers the handler of one client event for all sockets: one for each socket would be much of its memory. */
export type Listen = <E extends ClientEvent>(event: E, handle: Handle<ClientEventArguments<E>>) => void;

/**
 * The only way to listen to a client: Socket.IO calls listeners outside of any try, so an error in one of them would end
 * the process. Arguments are parsed with the contract's schema, and errors become the answer.
 */
export function createListener(onError: (error: unknown) => void) {
  const handlers = new Map<string, Handle<unknown[]>>();

  async function outcomeOf(work: () => Outcome | Promise<Outcome>): Promise<Outcome> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) return error.code;
      onError(error);
      return 'ERR_INTERNAL';
    }
  }

  const listen: Listen = (event, handle) => void handlers.set(event, handle as unknown as Handle<unknown[]>);
  return {
    listen,
    /** Handles an event of a client; false for an unknown one. */
    receive(socket: LiveSocket, event: string, received: unknown[]): boolean {
      const handle = handlers.get(event);
      if (!handle) return false;
      const done = typeof received.at(-1) === 'function' ? (received.pop() as (error?: string) => void) : undefined;
      void outcomeOf(() => {
        const parsed = clientEventArguments[event as ClientEvent].safeParse(received);
        return parsed.success ? handle(socket, ...parsed.data) : 'ERR_VALIDATION';
      })
        .then((code) => done?.(code ?? undefined))
        .catch(onError);
      return true;
    },
  };
}

/** A listener of Socket.IO's own events that reports its errors instead of ending the process. */
export const guarded =
  <A extends unknown[]>(listener: (...args: A) => void, onError: (error: unknown) => void) =>
  (...args: A): void => {
    try {
      listener(...args);
    } catch (error) {
      onError(error);
    }
  };
