/** The Graph simulator of a chaos run, in this process, and the environment variables that point servers to it. */
import { startGraphSimulator } from '../../packages/graph-simulator/src/simulator.ts';

const app = {
  appId: '42420001',
  appSecret: 'the-secret-of-a-played-app',
  verifyToken: 'the-verify-token-of-a-play',
};

export async function startGraph(seed: number) {
  const simulator = await startGraphSimulator({ ...app, seed });
  return {
    control: simulator.control,
    env: {
      META_APP_ID: app.appId,
      META_APP_SECRET: app.appSecret,
      META_VERIFY_TOKEN: app.verifyToken,
      META_GRAPH_URL: simulator.url,
      META_DIALOG_URL: simulator.url,
    },
    close: () => simulator.close(),
  };
}
