/** Two places of files while they move: new files go to the new place, reads fall back to the former one. */
import type { Storage } from './storage.ts';

export function createMovingStorage(storage: Storage, former: Storage): Storage {
  return {
    put: storage.put,
    async open(key, range) {
      const file = (await storage.open(key, range)) ?? (await former.open(key, range));
      // Moved between the two reads.
      return file ?? storage.open(key, range);
    },
    // The former place first: a file that is being copied is then known to be removed.
    async remove(key) {
      await former.remove(key);
      await storage.remove(key);
    },
    removeLeftOvers: async () => (await former.removeLeftOvers()) + (await storage.removeLeftOvers()),
    sweep: async (findExisting, olderThanMs) =>
      (await former.sweep(findExisting, olderThanMs)) + (await storage.sweep(findExisting, olderThanMs)),
  };
}
