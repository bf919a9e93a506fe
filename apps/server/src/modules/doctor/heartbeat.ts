import type { Db } from '../../infrastructure/db/tx.ts';
import { doctorStore } from './doctor.store.ts';

const HEARTBEAT_MS = 10_000;

/** Records for the other nodes and the doctor that this process runs, and with which version. */
export function startHeartbeat(
  db: Db,
  node: { name: string; version: string; role: string; schema: number },
  onError: (error: unknown) => void,
) {
  const beat = () => doctorStore.heartbeat(db, node).catch(onError);
  const timer = setInterval(() => void beat(), HEARTBEAT_MS);
  timer.unref();
  void beat();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await doctorStore.removeNode(db, node.name).catch(() => {});
    },
  };
}
