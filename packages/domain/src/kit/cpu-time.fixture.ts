/** Milliseconds that the processor needs for this work; those of other processes and threads do not count. */
export function cpuMs(work: () => unknown): number {
  const begin = globalThis.process.threadCpuUsage();
  work();
  const { user, system } = globalThis.process.threadCpuUsage(begin);
  return (user + system) / 1000;
}
