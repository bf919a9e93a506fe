/** The sandbox network as a separate process: `node network-main.ts --port 4000 [--state FILE] [--control-token TEXT] [--seed N]`. */
import { parseArgs } from 'node:util';
import { startSandboxNetwork } from './network.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    state: { type: 'string' },
    'control-token': { type: 'string' },
    seed: { type: 'string', default: '1' },
    pace: { type: 'string', default: '1' },
  },
});
const network = await startSandboxNetwork({
  port: Number(values.port),
  seed: Number(values.seed),
  delayFactor: Number(values.pace),
  ...(values.state !== undefined && { stateFile: values.state }),
  ...(values['control-token'] !== undefined && { controlToken: values['control-token'] }),
});
// One line of JSON for the parent process.
process.stdout.write(`${JSON.stringify({ url: network.url, controlToken: network.controlToken })}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void network.close().then(() => process.exit(0)));
}
