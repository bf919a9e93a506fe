/** Starts, kills and restarts the servers of a scenario. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EndedEarly, freePort, start, type Spawned } from './processes.ts';
import { pause } from './wait.ts';

const MAIN = join(import.meta.dirname, '../../apps/server/src/main.ts');
/** The same server with a channel that accepts a repeated message as a new one. */
const NON_IDEMPOTENT = fileURLToPath(new URL('non-idempotent-node.ts', import.meta.url));

export interface Node {
  name: string;
  url: string;
  process(): Spawned;
  /** Kills with SIGKILL and starts again; returns the milliseconds until it was ready. */
  crash(downMs?: number): Promise<number>;
  kill(): Promise<void>;
  stop(): Promise<void>;
  up(): Promise<void>;
}

export function createNodePool(dir: string, env: Record<string, string>) {
  const nodes = new Map<string, Node>();

  async function node(
    name: string,
    { nonIdempotent = false, env: own = {} }: { nonIdempotent?: boolean; env?: Record<string, string> } = {},
  ): Promise<Node> {
    const existing = nodes.get(name);
    if (existing) {
      await existing.up();
      return existing;
    }
    const port = await freePort();
    const dataDir = join(dir, name);
    mkdirSync(dataDir, { recursive: true });
    let running: Spawned | undefined;
    async function up() {
      if (running && !running.hasEnded()) return;
      running = await start({
        file: nonIdempotent ? NON_IDEMPOTENT : MAIN,
        env: { ...env, PORT: String(port), DATA_DIR: dataDir, ...own },
        log: join(dir, `${name}.log`),
        readyPattern: /is ready: (\S+)/,
      }).catch(async (error: unknown) => {
        // A server without a database ends at once. Retry, as a process supervisor would.
        if (!(error instanceof EndedEarly)) throw error;
        await pause(200);
        return undefined;
      });
      if (!running) await up();
    }
    const newNode: Node = {
      name,
      url: `http://127.0.0.1:${port}`,
      process: () => running!,
      up,
      async crash(downMs = 0) {
        await running?.kill();
        await pause(downMs);
        const since = Date.now();
        await up();
        return Date.now() - since;
      },
      kill: async () => running?.kill(),
      stop: async () => running?.stop(),
    };
    nodes.set(name, newNode);
    await up();
    return newNode;
  }

  return {
    node,
    /** Starts exactly these servers and stops all others. */
    async only(...names: string[]): Promise<Node[]> {
      await Promise.all(
        [...nodes.values()].filter((running) => !names.includes(running.name)).map((running) => running.stop()),
      );
      return Promise.all(names.map((name) => node(name, { nonIdempotent: name.startsWith('non-idempotent') })));
    },
    /** Kills every server. */
    async clear() {
      await Promise.all([...nodes.values()].map((running) => running.kill()));
      nodes.clear();
    },
  };
}
