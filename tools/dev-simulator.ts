import { startBotSimulator } from '../packages/bot-simulator/src/simulator.ts';
import { startGraphSimulator, type GraphSimulator } from '../packages/graph-simulator/src/simulator.ts';

const app = {
  appId: '4242000000000001',
  appSecret: 'simulated-app-secret-of-development',
  verifyToken: 'simulated-verify-token',
  controlToken: 'simulator',
};
/** Fixed across starts, so that accounts linked earlier still answer. */
const USUAL_PORT = 3190;
const USUAL_BOTS_PORT = 3191;

/** A WhatsApp number and a page with Instagram to link, and the environment variables that point the server to them. */
export async function startSimulatorForDev(serverPort: string) {
  const simulator = await startGraphSimulator({ ...app, port: USUAL_PORT }).catch(() => startGraphSimulator(app));
  const { control, url } = simulator;
  await control.platformWebhook(`http://127.0.0.1:${serverPort}/webhooks/meta`);
  await createAccounts(simulator);
  return {
    env: {
      META_APP_ID: app.appId,
      META_APP_SECRET: app.appSecret,
      META_VERIFY_TOKEN: app.verifyToken,
      META_GRAPH_URL: url,
      META_DIALOG_URL: url,
    },
    messages: [
      `Graph simulator: ${url} in place of Meta (control word «${app.controlToken}», see packages/graph-simulator/README.md)`,
      'To link: number id 100000000000001, business account 900000000000001, token simulated-whatsapp-token; page «Loja Simulada»',
    ],
    close: () => simulator.close(),
  };
}

async function createAccounts({ control }: GraphSimulator): Promise<void> {
  await control.addWhatsApp({
    wabaId: '900000000000001',
    phoneNumberId: '100000000000001',
    displayNumber: '+55 00 3333-4444',
    verifiedName: 'Loja Simulada',
    token: 'simulated-whatsapp-token',
    coexistence: true,
    throughput: 20,
    pairEveryMs: 6000,
    hasWindow: true,
    // This number is linked by typing its keys; no other step would subscribe it.
    isSubscribed: true,
    templates: [
      {
        name: 'retomar_conversa',
        language: 'pt_BR',
        category: 'UTILITY',
        components: [
          { type: 'HEADER', format: 'TEXT', text: 'Loja Simulada' },
          { type: 'BODY', text: 'Olá {{1}}, podemos continuar nossa conversa sobre {{2}}?' },
          { type: 'FOOTER', text: 'Responda quando puder' },
          { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Sim' }] },
        ],
      },
      {
        name: 'vitrine',
        language: 'pt_BR',
        category: 'MARKETING',
        components: [
          { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['exemplo'] } },
          { type: 'BODY', text: 'Olá {{1}}, veja o que acabou de chegar.' },
        ],
      },
    ],
  });
  await control.addPage({
    pageId: '200000000000001',
    name: 'Loja Simulada',
    token: 'simulated-page-token',
    igId: '300000000000001',
    igUsername: 'loja.simulada',
    hasWindow: true,
  });
  for (const account of ['100000000000001', '200000000000001', '300000000000001']) {
    await control.statuses(account, { upTo: 'read', delayMs: 1500 });
  }
}

const bots = {
  key: 'sk-simulated',
  webhook: { secret: 'simulated', header: { name: 'x-chave', value: 'simulated' } },
  controlToken: 'simulator',
};

/** Models, Typebot and an HTTP service that companies may call, and the environment variable that allows it. */
export async function startBotsForDev(privateHosts: string | undefined) {
  const simulator = await startBotSimulator({ ...bots, port: USUAL_BOTS_PORT }).catch(() => startBotSimulator(bots));
  const { urls, url } = simulator;
  return {
    env: { PRIVATE_HOSTS: [...(privateHosts ? [privateHosts] : []), new URL(url).host].join(',') },
    messages: [
      `Bot simulator: model ${urls.openai} (gpt-standard, key ${bots.key}), Typebot ${urls.typebot} (atendimento, cadastro), HTTP and webhooks ${urls.http}/echo/a`,
    ],
    close: () => simulator.stop(),
  };
}
