/** Preloaded into each measured server: reports the CPU time and memory of this process alone. */
const collect = globalThis.gc as ((how: object) => void) | undefined;

process.on('message', (request) => {
  if (request === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  }
  if (request === 'resident') process.send?.(process.memoryUsage.rss());
  if (request === 'memory') {
    // A last-resort collection also releases freed pages; an ordinary one retains them, and they would hide growth.
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ resident: rss, heap: heapUsed + external });
  }
});
