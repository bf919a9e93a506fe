/** Aborts a transfer that is slower than a least rate, and never one that merely takes long. */
export interface TransferRate {
  minBytesPerSecond: number;
  /** How long the rate may be missed. */
  windowMs: number;
}
/** A hundredth of a usual uplink: slower transfers count as stalled. 100 MB may take almost two hours. */
export const TRANSFER_RATE: TransferRate = { minBytesPerSecond: 16 * 1024, windowMs: 30_000 };

/** `onStall` is called once, after the first window in which too few bytes were added. */
export function watchTransfer({ minBytesPerSecond, windowMs }: TransferRate, onStall: () => void) {
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const start = (ms: number) => {
    bytes = 0;
    timer = setTimeout(check, ms).unref();
  };
  function check() {
    if (bytes * 1000 < minBytesPerSecond * windowMs) onStall();
    else start(windowMs);
  }
  start(windowMs);
  return {
    add: (count: number) => void (bytes += count),
    /** A new phase begins; `bufferedBytes` may still be under way and extend its window. */
    restart(bufferedBytes = 0) {
      clearTimeout(timer);
      start(windowMs + (bufferedBytes / minBytesPerSecond) * 1000);
    },
    stop: () => clearTimeout(timer),
  };
}
