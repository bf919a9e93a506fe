/** Child processes that run linked devices: started on demand, monitored, and restarted after a crash. */
import { createIpc, type IpcHandlers, type IpcChannel, type Ipc } from '@balcao/whatsapp-qr/ipc';

export interface ChildProcess extends IpcChannel {
  /** Called once, for any kind of exit. */
  onExit(listener: () => void): void;
  kill(): void;
}
interface Child {
  process: ChildProcess;
  ipc: Ipc;
  sessions: Set<string>;
}
export interface Opening {
  pairingNumber?: string | undefined;
  history?: { from: number; to: number; hasGroups: boolean } | undefined;
  /** Where the child keeps what it could not hand over when the server dies. */
  spool?: { path: string; key: string } | undefined;
}
interface ChildPoolDeps {
  start(): ChildProcess;
  /** IPC methods for a child, each restricted to the child's own sessions. */
  handlers: Record<string, (params: never) => Promise<unknown>>;
  onError(error: unknown): void;
  maxSessions?: number;
  beatMs?: number;
  firstWaitMs?: number;
}
const MAX_WAIT_MS = 60_000;
/** A child that runs for this long resets the crash counter. */
const HEALTHY_AFTER_MS = 120_000;
const OPEN_TIMEOUT_MS = 60_000;
const LEAVE_TIMEOUT_MS = 6000;

export function createChildPool({
  start,
  handlers,
  onError,
  maxSessions = 20,
  beatMs = 15_000,
  firstWaitMs = 1000,
}: ChildPoolDeps) {
  const children = new Set<Child>();
  /** Sessions that should be open, also after a crash of their process. */
  const openings = new Map<string, Opening>();
  const timers = new Map<string, NodeJS.Timeout>();
  let isStopped = false;
  let crashes = 0;

  const childOf = (session: string): Child | undefined => [...children].find(({ sessions }) => sessions.has(session));

  function launch(): Child {
    const process = start();
    const startedAt = Date.now();
    const child: Child = {
      process,
      ipc: createIpc(
        process,
        guarded(() => child.sessions),
      ),
      sessions: new Set(),
    };
    children.add(child);
    const beat = setInterval(() => {
      // An unresponsive child is killed; its sessions are opened in another one.
      child.ipc.request('ping', {}, beatMs * 2).catch(() => process.kill());
    }, beatMs).unref();
    process.onExit(() => {
      clearInterval(beat);
      children.delete(child);
      child.ipc.close();
      crashes = Date.now() - startedAt > HEALTHY_AFTER_MS ? 0 : crashes + 1;
      for (const session of child.sessions) reopenLater(session);
    });
    return child;
  }
  /** Rejects requests of a child for sessions of another child. */
  function guarded(ownSessions: () => Set<string>): IpcHandlers {
    return Object.fromEntries(
      Object.entries(handlers).map(([command, handler]) => [
        command,
        async (params: { session?: unknown }) => {
          if (command !== 'log' && !(typeof params?.session === 'string' && ownSessions().has(params.session)))
            throw new Error('not your session');
          return handler(params as never);
        },
      ]),
    );
  }
  function reopenLater(session: string) {
    const opening = openings.get(session);
    if (!opening || isStopped || timers.has(session)) return;
    const wait = Math.min(MAX_WAIT_MS, firstWaitMs * 2 ** Math.min(Math.max(crashes - 1, 0), 10));
    timers.set(
      session,
      setTimeout(() => {
        timers.delete(session);
        if (openings.has(session) && !childOf(session)) open(session, opening).catch(onError);
      }, wait).unref(),
    );
  }

  async function open(session: string, opening: Opening): Promise<void> {
    if (isStopped) throw new Error('stopped');
    openings.set(session, opening);
    clearTimeout(timers.get(session));
    timers.delete(session);
    const child = childOf(session) ?? [...children].find(({ sessions }) => sessions.size < maxSessions) ?? launch();
    child.sessions.add(session);
    try {
      await child.ipc.request('open', { session, ...opening }, OPEN_TIMEOUT_MS);
    } catch (error) {
      // If the process has exited meanwhile, `onExit` reopens the session.
      if (children.has(child)) {
        child.sessions.delete(session);
        reopenLater(session);
      }
      throw error;
    }
  }

  return {
    open,
    isOpen: (session: string) => openings.has(session),
    async close(session: string, forGood: boolean): Promise<void> {
      openings.delete(session);
      clearTimeout(timers.get(session));
      timers.delete(session);
      const child = childOf(session);
      if (!child) return;
      try {
        await child.ipc.request('close', { session, forGood }, OPEN_TIMEOUT_MS);
      } finally {
        child.sessions.delete(session);
        // A child without sessions is ended to free its memory.
        if (child.sessions.size === 0) child.process.kill();
      }
    },
    ipcOf: (session: string): Ipc | undefined => childOf(session)?.ipc,
    count: () => children.size,
    /** Figures of each child, for logs and measurements. */
    figures: () =>
      Promise.all(
        [...children].map(({ ipc }) =>
          ipc.request<{ sessions: number; waiting: number; memory: number; pid: number }>('ping', {}, beatMs * 2),
        ),
      ),
    /** Children deliver what is queued before they are killed. */
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      openings.clear();
      await Promise.all(
        [...children].map(async ({ process, ipc }) => {
          await ipc.request('leave', {}, LEAVE_TIMEOUT_MS).catch(() => {});
          process.kill();
        }),
      );
    },
  };
}
export type ChildPool = ReturnType<typeof createChildPool>;
