/** Servers that the tests of one file share. */
import { afterAll, beforeAll } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';

/** Starts a server before the tests and stops it after them. */
export function shareServer(start: () => Promise<TestServer>, use: (server: TestServer) => unknown): void {
  let started: TestServer | undefined;
  beforeAll(async () => {
    started = await start();
    await use(started);
  });
  afterAll(() => started?.stop());
}

/** Two nodes with one database. */
export function shareTwoNodes(use: (nodeA: TestServer, nodeB: TestServer) => void): void {
  const nodes: TestServer[] = [];
  beforeAll(async () => {
    const nodeA = await startTestServer({ open: true });
    nodes.push(nodeA);
    const nodeB = await startTestServer({ ownerUrl: nodeA.ownerUrl, open: true });
    nodes.unshift(nodeB);
    use(nodeA, nodeB);
  });
  // The node that created the database is stopped last.
  afterAll(async () => {
    for (const node of nodes) await node.stop();
  });
}
