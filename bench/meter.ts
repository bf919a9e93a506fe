/** Preloaded into each server that is measured: it tells what this process alone has used so far. */
const collect = globalThis.gc as ((how: object) => void) | undefined;

process.on('message', (request) => {
  if (request === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  }
  if (request === 'resident') process.send?.(process.memoryUsage.rss());
  if (request === 'memory') {
    // The thorough kind also gives freed pages back; an ordinary collection keeps them, and growth would hide in them.
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ resident: rss, heap: heapUsed + external });
  }
});
