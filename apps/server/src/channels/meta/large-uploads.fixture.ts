/** Child process of the memory test: uploads files at the same time and prints by how much its memory grew. */
import { createReadStream, statSync } from 'node:fs';
import { createSafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { createMetaChannel } from './adapter.ts';

const [graphUrl = '', path = '', count = '1'] = process.argv.slice(2);
const bytes = statSync(path).size;
const channel = createMetaChannel({
  safeFetch: createSafeFetch({ allowLoopback: true }),
  graphUrl,
  version: 'v24.0',
  app: {},
  openFile: async () => ({ stream: createReadStream(path), bytes }),
});
const send = (companyId: number) =>
  channel.send(
    {
      companyId,
      connectionId: companyId,
      kind: 'whatsappapi',
      number: '',
      secrets: { accessToken: 'a', phoneNumberId: '1' },
    },
    {
      to: { identities: [{ kind: 'phone', value: '5500971110001' }], isGroup: false },
      content: {
        kind: 'media',
        type: 'document',
        media: { key: 'a', mime: 'application/pdf', fileName: 'a.pdf', bytes },
      },
      correlation: String(companyId),
    },
  );

const before = process.memoryUsage.rss();
let peak = before;
const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
await Promise.all(Array.from({ length: Number(count) }, (_, n) => send(n + 1)));
clearInterval(timer);
process.stdout.write(String(peak - before));
