/**
 * Loaded into a server before it starts: on SIGUSR2 it reads which fault comes from the file PROCESS_FAULTS names. The
 * clock of the process jumps, or its event loop stands still.
 */
import { readFileSync } from 'node:fs';

export interface ProcessFault {
  /** How far the clock of the process is ahead from now on. */
  clockMs?: number;
  /** How long nothing else runs in the process. */
  blockMs?: number;
  /** Memory that stays in use from now on. */
  heldMegabytes?: number;
}

const file = process.env['PROCESS_FAULTS'];
if (file !== undefined) {
  const RealDate = Date;
  let aheadMs = 0;
  let held: unknown[] = [];
  const now = () => RealDate.now() + aheadMs;
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (_, args: [], target) => Reflect.construct(RealDate, args.length > 0 ? args : [now()], target) as Date,
    get: (_, key) => (key === 'now' ? now : Reflect.get(RealDate, key)),
  });
  process.on('SIGUSR2', () => {
    const fault = JSON.parse(readFileSync(file, 'utf8')) as ProcessFault;
    aheadMs = fault.clockMs ?? aheadMs;
    held = Array.from({ length: (fault.heldMegabytes ?? 0) * 16 }, () => Array.from({ length: 8192 }, () => 1.5));
    const until = performance.now() + (fault.blockMs ?? 0);
    while (performance.now() < until && held.length >= 0);
  });
}
