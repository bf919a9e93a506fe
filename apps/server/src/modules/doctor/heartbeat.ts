import type { Db } from '../../infrastructure/db/tx.ts';
import { doctorStore } from './doctor.store.ts';

const HEARTBEAT_MS = 10_000;

/** Records for the other nodes and the doctor that this process runs, and with which version. */
export function startHeartbeat(
  db: Db,
  node: { name: string; version: string; role: string; schema: number },
  onError: (error: unknown) => void,
) {
  let beating = Promise.resolve<unknown>(undefined);
  const beat = () => void (beating = doctorStore.heartbeat(db, node).catch(onError));
  const timer = setInterval(beat, HEARTBEAT_MS);
  timer.unref();
  beat();
  void doctorStore.pruneNodes(db).catch(onError);
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await beating;
      await doctorStore.nodeStopped(db, node.name).catch(() => {});
    },
  };
}
