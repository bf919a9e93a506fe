/** After this time the process exits even if parts are still running. */
const STOP_TIMEOUT_MS = 10_000;

interface Deps {
  /** A signal during the start waits until the start ends; otherwise the database would keep running. */
  starting: Promise<void>;
  /** Closes everything that the start opened. */
  close(): Promise<void>;
  onStopping(): void;
  /** Logs an error that nothing caught, or that happened while closing. */
  onError(error: unknown): void;
}

/**
 * Stops the process once and in order: with exit code 0 after a signal, with 1 after an error that nothing caught. After
 * such an error the state of the process is unknown, so it does not go on, but requests in progress are finished.
 */
export function stopOnTermination({ starting, close, onStopping, onError }: Deps): void {
  let isStopping = false;
  const stop = (code: number) => {
    if (isStopping) return;
    isStopping = true;
    onStopping();
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    starting
      .catch(() => {})
      .then(close)
      .then(
        () => process.exit(code),
        (error: unknown) => {
          onError(error);
          process.exit(1);
        },
      );
  };
  const onUncaught = (error: unknown) => {
    onError(error);
    stop(1);
  };
  process.on('SIGINT', () => stop(0));
  process.on('SIGTERM', () => stop(0));
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', onUncaught);
}
