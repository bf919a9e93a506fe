/** Requests and responses between two processes, as texts of bounded length. Both sides may send requests. */

/** Longer frames are neither sent nor read; state and files travel in chunks. */
export const MAX_FRAME_CHARACTERS = 4 * 1024 * 1024;

export interface IpcChannel {
  /** False when the other process is gone. */
  send(text: string): boolean;
  onMessage(listener: (text: string) => void): void;
}
/** Methods that the other process may call. */
export type IpcHandlers = Record<string, (params: never) => Promise<unknown>>;
/** The other process rejected the request. `failure` is the JSON that it sent with the rejection. */
export class Declined extends Error {
  override name = 'Declined';
  readonly failure: unknown;
  constructor(method: string, failure: unknown) {
    super(`${method}: ${messageOf(failure)}`);
    this.failure = failure;
  }
}
/** No response: the other process is gone or took too long. */
export class Unanswered extends Error {
  override name = 'Unanswered';
}
/** The request was not sent: the other process is gone or the frame is too long. */
export class Undelivered extends Unanswered {
  override name = 'Undelivered';
}

type Frame =
  | { request: number; method: string; params: unknown }
  | { response: number; result?: unknown }
  | { rejection: number; failure: unknown };
interface Pending {
  method: string;
  resolve(result: never): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

export function createIpc(channel: IpcChannel, handlers: IpcHandlers) {
  const pending = new Map<number, Pending>();
  let count = 0;
  let isClosed = false;

  const sendFrame = (frame: Frame): boolean => {
    const text = JSON.stringify(frame);
    return text.length <= MAX_FRAME_CHARACTERS && !isClosed && channel.send(text);
  };
  channel.onMessage((text) => {
    const frame = parseFrame(text);
    if (!frame) return;
    if ('request' in frame) return void handleRequest(frame);
    const id = 'response' in frame ? frame.response : frame.rejection;
    const pendingRequest = pending.get(id);
    if (!pendingRequest) return;
    pending.delete(id);
    clearTimeout(pendingRequest.timer);
    if ('response' in frame) pendingRequest.resolve(frame.result as never);
    else pendingRequest.reject(new Declined(pendingRequest.method, frame.failure));
  });

  async function handleRequest({ request, method, params }: Extract<Frame, { request: number }>) {
    try {
      const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
      if (!handler) throw new Error(`unknown method ${method}`);
      const result = await handler(params as never);
      if (!sendFrame({ response: request, result }))
        sendFrame({ rejection: request, failure: { message: 'the answer is too long' } });
    } catch (error) {
      sendFrame({ rejection: request, failure: serializeError(error) });
    }
  }

  return {
    /** Rejects when no response arrives in time. The other process may still carry the request out. */
    request<T>(method: string, params: unknown, timeoutMs: number): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        const id = (count += 1);
        const late = () => {
          pending.delete(id);
          reject(new Unanswered(`${method}: no answer within ${timeoutMs} ms`));
        };
        const timer = setTimeout(late, timeoutMs);
        pending.set(id, { method, resolve, reject, timer });
        if (sendFrame({ request: id, method, params })) return;
        pending.delete(id);
        clearTimeout(timer);
        reject(new Undelivered(`${method}: not delivered`));
      });
    },
    /** Rejects all pending requests. */
    close() {
      isClosed = true;
      for (const [id, { method, reject, timer }] of pending) {
        pending.delete(id);
        clearTimeout(timer);
        reject(new Unanswered(`${method}: the other end is gone`));
      }
    },
  };
}
export type Ipc = ReturnType<typeof createIpc>;

function parseFrame(text: string): Frame | undefined {
  if (text.length > MAX_FRAME_CHARACTERS) return undefined;
  try {
    const frame = JSON.parse(text) as Frame;
    if (typeof frame !== 'object' || frame === null) return undefined;
    if ('request' in frame)
      return typeof frame.request === 'number' && typeof frame.method === 'string' ? frame : undefined;
    return 'response' in frame || 'rejection' in frame ? frame : undefined;
  } catch {
    return undefined;
  }
}

const serializeError = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'failure' in error ? error.failure : { message: messageOf(error) };
const messageOf = (error: unknown): string =>
  (error instanceof Error
    ? error.message
    : String(
        (error as { detail?: unknown; message?: unknown } | null)?.detail ??
          (error as { message?: unknown } | null)?.message ??
          error,
      )
  ).slice(0, 300);
