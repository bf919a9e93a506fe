import { clientEventArguments, type ClientEvent, type ClientEventArguments, type ErrorCode } from '@balcao/contract';
import { AppError } from '../app-error.ts';
import type { LiveSocket } from './socket.ts';

/** An error code for the client, or nothing. */
type Outcome = ErrorCode | undefined | void;
/** Registers the handler of one client event. */
export type Listen = <E extends ClientEvent>(
  event: E,
  handle: (...args: ClientEventArguments<E>) => Outcome | Promise<Outcome>,
) => void;

/**
 * The only way to listen to a client: Socket.IO calls listeners outside of any try, so an error in one of them would end
 * the process. Arguments are parsed with the contract's schema, and errors become the answer.
 */
export function createListener(socket: LiveSocket, onError: (error: unknown) => void): Listen {
  const on = socket.on.bind(socket) as unknown as (event: string, listener: (...args: unknown[]) => void) => void;

  async function outcomeOf(work: () => Outcome | Promise<Outcome>): Promise<Outcome> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) return error.code;
      onError(error);
      return 'ERR_INTERNAL';
    }
  }

  return (event, handle) =>
    on(event, (...received) => {
      const done = typeof received.at(-1) === 'function' ? (received.pop() as (error?: string) => void) : undefined;
      void outcomeOf(() => {
        const parsed = clientEventArguments[event].safeParse(received);
        return parsed.success ? handle(...(parsed.data as ClientEventArguments<typeof event>)) : 'ERR_VALIDATION';
      })
        .then((code) => done?.(code ?? undefined))
        .catch(onError);
    });
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
