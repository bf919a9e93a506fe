/** Bounds the bytes of files that are being uploaded to channels at the same time, for all companies together. */
interface Waiting {
  companyId: number;
  bytes: number;
  start(): void;
}
export type UploadBudget = ReturnType<typeof createUploadBudget>;

const MAX_BYTES = 512 * 1024 * 1024;

/** Uploads wait in order. A company has at most half of the budget, so that its large files do not stop the others. */
export function createUploadBudget(maxBytes = MAX_BYTES) {
  const used = new Map<number, number>();
  let total = 0;
  let waiting: Waiting[] = [];

  const fits = (sum: number, bytes: number, max: number) => sum === 0 || sum + bytes <= max;
  function add(companyId: number, bytes: number) {
    total += bytes;
    const sum = (used.get(companyId) ?? 0) + bytes;
    if (sum === 0) used.delete(companyId);
    else used.set(companyId, sum);
  }
  function admit() {
    const left: Waiting[] = [];
    let isFull = false;
    for (const upload of waiting) {
      isFull ||= !fits(total, upload.bytes, maxBytes);
      if (isFull || !fits(used.get(upload.companyId) ?? 0, upload.bytes, maxBytes / 2)) left.push(upload);
      else {
        add(upload.companyId, upload.bytes);
        upload.start();
      }
    }
    waiting = left;
  }

  return {
    /** A file larger than the budget is uploaded alone. */
    async run<T>({ companyId }: { companyId: number }, bytes: number, upload: () => Promise<T>): Promise<T> {
      await new Promise<void>((start) => {
        waiting.push({ companyId, bytes, start });
        admit();
      });
      try {
        return await upload();
      } finally {
        add(companyId, -bytes);
        admit();
      }
    },
  };
}
