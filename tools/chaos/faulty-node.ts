/** A server whose clock, event loop, memory and share of the CPU a scenario controls. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './environment.ts';
import type { Node } from './nodes.ts';
import type { ProcessFault } from './process-faults.ts';
import { pause } from './wait.ts';

const PRELOAD = new URL('process-faults.ts', import.meta.url).href;
const CPU_PERIOD_MS = 100;

export interface FaultyNode extends Node {
  inject(fault: ProcessFault): void;
  /** The process runs for this share of the time only. */
  slowDown(share: number, ms: number): Promise<void>;
}

export async function startFaultyNode(
  environment: Environment,
  name: string,
  { env = {}, heapMegabytes }: { env?: Record<string, string>; heapMegabytes?: number } = {},
): Promise<FaultyNode> {
  const file = join(environment.dir, `${name}.fault.json`);
  const options = [`--import ${PRELOAD}`, heapMegabytes === undefined ? '' : `--max-old-space-size=${heapMegabytes}`];
  const node = await environment.node(name, {
    env: { PROCESS_FAULTS: file, NODE_OPTIONS: options.join(' '), ...env },
  });
  return {
    ...node,
    inject(fault) {
      writeFileSync(file, JSON.stringify(fault));
      node.process().signal('SIGUSR2');
    },
    async slowDown(share, ms) {
      const end = Date.now() + ms;
      try {
        while (Date.now() < end) {
          node.process().signal('SIGSTOP');
          await pause(CPU_PERIOD_MS * (1 - share));
          node.process().signal('SIGCONT');
          await pause(CPU_PERIOD_MS * share);
        }
      } finally {
        node.process().signal('SIGCONT');
      }
    },
  };
}
